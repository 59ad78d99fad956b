import { afterAll, expect, test, vi } from "vitest";
import { addProduct, emptyShelves } from "../../test/goods.ts";
import { MAILS } from "../../test/mails.ts";
import { openPages } from "../../test/pages.ts";
import { openPaidShop } from "../../test/payments.ts";
import { ADDRESS, customer, freshCode } from "../../test/people.ts";
import { signInStaff } from "../../test/support/back-office.ts";
import { typeCode } from "../../test/till.ts";
import { mailLowStock } from "../catalogue/staff/low-stock.server.ts";
import { inLanguage } from "../language/language.server.ts";
import { mailNewOrders } from "../ordering/mails/new-order-mail.server.ts";
import { mailNotices } from "../payments/core/owner-notices.server.ts";
import { mailWhatWaits } from "../payments/staff/daily-mail.server.ts";
import { shop as usual } from "../shop.ts";
import { withSettings } from "./current-settings.server.ts";
import { findSettings } from "./live-settings.server.ts";

// every page, paper and mail says how the shop is reached, and how long goods may come back, as the owner says it now

const NOW = {
  phone: "0711 222 333",
  email: "karibu@moja.example",
  whatsapp: "0722 444 555",
  hours: "Mon to Sat, 9 to 17",
  address: { street: "Moi Avenue", area: "Nyali", city: "Mombasa", country: "Tanzania" },
  podcast: { name: "Radio Moja", url: "https://moja.example" },
  returnDays: 21,
};

/** What was said before, in whatever form. */
const OLD = new RegExp(
  [
    usual.phone.replace("+", "\\+"),
    usual.phone.replace("+", "\\+").replaceAll(" ", ""),
    usual.phone.replace(/\D/g, ""),
    usual.email,
    usual.address.street,
    usual.address.area,
    usual.podcast.name,
    usual.podcast.url,
    `\\b${usual.returnDays}[ -]days?\\b(?! ago)`,
    `siku ${usual.returnDays}\\b`,
  ].join("|"),
  "i",
);

const shop = await openPaidShop();
// the sample goods are named after the podcast, as it is called in shop.ts
await emptyShelves(shop);
const owner = await signInStaff(shop);
const pages = await openPages(shop);
expect((await owner.post("/settings/shop", { value: NOW, version: 0 })).status).toBe(200);
await vi.waitFor(async () => expect(await pages.text("/contact")).toContain(NOW.phone), {
  timeout: 20_000,
});
const snapshot = await findSettings(shop.db, { environment: shop.config, log: shop.context.log });
afterAll(() => shop.close());

/** What a text says of before, with the words around it. */
function oldIn(text: string): string[] {
  return [...text.matchAll(new RegExp(OLD, "gi"))].map(({ index }) =>
    text.slice(Math.max(0, index - 60), index + 60),
  );
}

test("Every page says today's contact, hours, address and days of return, in both languages", async () => {
  const tee = await addProduct(shop);
  const paths = ["/", "/collection", `/product/${tee._id}`, "/about", "/contact", "/cart", "/login"]
    .concat("/verify-email", "/forgot-password", "/reset-password", "/profile", "/place-order")
    .concat("/mpesa-verification", "/orders", "/mpesa", "/flutterwave", "/nothing", "/product/none")
    .concat("/policies/delivery", "/policies/returns", "/policies/privacy", "/policies/terms");
  for (const path of paths)
    for (const address of [path, `${path}?lang=sw`]) {
      const page = await pages.text(address);
      expect(oldIn(page), address).toEqual([]);
      expect(page, address).toContain(NOW.phone);
      expect(page, address).toContain("https://wa.me/0722444555?");
      expect(page, address).toContain(NOW.email);
    }
  for (const path of ["/sw.js", "/manifest.webmanifest", "/robots.txt", "/sitemap.xml"])
    expect(oldIn(await pages.text(path)), path).toEqual([]);
  const contact = await pages.text("/contact");
  for (const fact of ["Mon to Sat, 9 to 17", "Moi Avenue", "Nyali", "Mombasa", "Radio Moja"])
    expect(contact).toContain(fact);
  expect(await pages.text("/policies/returns")).toContain("within 21 days");
  expect(await pages.text("/policies/returns?lang=sw")).toContain("ndani ya siku 21");
});

test("An order's page and print say today's contact", async () => {
  const { orderId } = await typeCode(shop, await customer(shop), await addProduct(shop), freshCode());
  const [mail] = await shop.query<{ text: string }>("select text from outbox where event = $1", [
    `placed:${orderId}`,
  ]);
  expect(oldIn(mail?.text ?? "")).toEqual([]);
  expect(mail?.text).toContain(NOW.phone);
  const [track = ""] = /\/track\/\S+/.exec(mail?.text ?? "") ?? [];
  const page = await shop.get(track);
  expect(page.status).toBe(200);
  expect(oldIn(page.text)).toEqual([]);
  expect(page.text).toContain("https://wa.me/0722444555?");
  for (const paper of ["slips", "receipts"]) {
    const printed = await owner.get(`/orders/${paper}?ids=${orderId}`);
    // the buyer lives in the same road
    expect(oldIn(printed.text.replace(ADDRESS.street, "")), paper).toEqual([]);
    expect(printed.text, paper).toContain(NOW.phone);
  }
});

test.each(Object.entries(MAILS))("Every mail to shoppers says today's contact: %s", (_, write) => {
  for (const language of ["en", "sw"] as const) {
    const mail = withSettings(snapshot, () => inLanguage(language, write));
    expect(oldIn(`${mail.subject}\n${mail.text}\n${mail.html}`)).toEqual([]);
    expect(mail.text).toContain(NOW.phone);
    expect(mail.html).toContain(NOW.email);
    expect(mail.text).toContain("Moi Avenue");
  }
});

test("Every mail to the owner uses today's address and contact", async () => {
  await shop.query(`insert into owner_notices (id, key, what, line, shown_by)
    values ('n1', 'k1', 'something to decide', 'Something to decide.', 'p1')`);
  // a code that waits to be found
  await typeCode(shop, await customer(shop), await addProduct(shop), freshCode());
  await shop.query("delete from outbox");
  await addProduct(shop, { stock: { M: 1 } });
  await withSettings(snapshot, async () => {
    await mailNotices({ db: shop.db, links: undefined });
    await mailLowStock(shop.db, undefined);
    await mailWhatWaits({ db: shop.db, links: undefined }, { canAsk: false });
    await shop.query("update orders set announced_at = null");
    await mailNewOrders(shop.db, undefined);
  });
  const mails = await shop.query<{ event: string; recipient: string; text: string; html: string }>(
    "select event, recipient, text, html from outbox order by event",
  );
  expect(mails.map(({ event }) => event.replace(/:.*/, ""))).toEqual([
    "low-stock",
    "new-order",
    "owner",
    "waits",
  ]);
  for (const { event, recipient, text, html } of mails) {
    expect(recipient, event).toBe(NOW.email);
    expect(oldIn(`${text}\n${html}`), event).toEqual([]);
    expect(text, event).toContain(NOW.phone);
  }
});
