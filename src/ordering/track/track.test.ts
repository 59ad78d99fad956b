import { afterAll, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { ADDRESS, customer } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";
import { typeCode } from "../../../test/till.ts";
import { createPaymentContext } from "../../payments/providers.server.ts";
import { confirmCode } from "../../payments/staff/act-on-attempt.server.ts";
import { COMMAND } from "../../platform/audit/actor.server.ts";
import { formatMoment } from "../dates.ts";
import { trackLinks } from "../mails/mail-links.server.ts";

const shop = await openTestShop();
const links = trackLinks(shop.config.STAFF_SECRET ?? "", "");
afterAll(() => shop.close());

async function paidOrder() {
  const buyer = await customer(shop);
  const { orderId, paymentId } = await typeCode(shop, buyer, await addProduct(shop));
  await confirmCode(createPaymentContext(shop), paymentId, { confirmed: true, by: COMMAND });
  return { buyer, orderId };
}

test("the link of a mail shows the steps with their dates, and nothing of who ordered or where it goes", async () => {
  const { orderId } = await paidOrder();
  await shop.query("update orders set courier = 'G4S <b>', tracking = 'KE 77' where id = $1", [orderId]);
  const page = await shop.get(links.urlOf(orderId));
  expect(page.status).toBe(200);
  expect(page.text).toContain(`<h1>Order ${orderId.slice(-8)}</h1>`);
  const [event] = await shop.query<{ at: Date }>(
    "select at from order_events where order_id = $1 and kind = 'paid'",
    [orderId],
  );
  expect(page.text).toContain(`<span>Paid</span> <time datetime="${event?.at.toISOString()}">`);
  expect(page.text).toContain(formatMoment(event?.at.getTime() ?? 0));
  expect(page.text).toContain("Courier: G4S &#60;b&#62;");
  expect(page.text).toContain("Tracking number: KE 77");
  expect(page.text).toMatch(/We expect your parcel between \w+day \d+ \w+ and /);
  expect(page.text).toContain("https://wa.me/254700000000?text=");
  // the key of its links may hold any three letters
  const said = page.text.replaceAll(/key=[\w-]+/g, "");
  for (const secret of [
    ADDRESS.firstName,
    ADDRESS.lastName,
    ADDRESS.street,
    ADDRESS.phone,
    ADDRESS.email,
    "Ksh",
  ])
    expect(said, secret).not.toContain(secret);
  expect(page.headers).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  });
  expect(page.text).not.toContain("<script");
});

test("it is in the order's language, unless the visitor chose one", async () => {
  const { orderId } = await paidOrder();
  const url = links.urlOf(orderId);
  const read = async (address = url, cookie = "") => {
    const { text } = await shop.get(address, cookie ? { cookie } : {});
    const found = /<html lang="([^"]*)">.*<h1>(\w+) .*<h2>(\w+)</s.exec(text);
    return found?.slice(1).join(" ");
  };
  const [english, kiswahili] = ["en-KE Order Steps", "sw Oda Hatua"];
  expect(await read()).toBe(english);
  expect(await read(url, "lang=sw")).toBe(kiswahili);
  expect(await read(`${url}&lang=sw`)).toBe(kiswahili);
  await shop.query("update orders set language = 'sw' where id = $1", [orderId]);
  expect(await read()).toBe(kiswahili);
  expect(await read(url, "lang=en")).toBe(english);
  expect(await read(`${url}&lang=en`, "lang=sw")).toBe(english);
  const page = await shop.get(url);
  for (const said of [
    "Oda imewekwa",
    "Imelipwa",
    "Tumepokea malipo yako.",
    "Tuulize kwa WhatsApp",
    "Una swali? Piga <a",
  ])
    expect(page.text).toContain(said);
  expect(page.text).toMatch(/Tunatarajia mzigo wako ufike kati ya \w+ \d+ \w+ na /);
  // a link to itself in the other language, which keeps the choice in its own address
  const [, query = "", lang, name] =
    /<a href="(\?[^"]*)" hreflang="(\w+)" lang="\w+">(\w+)</.exec(page.text) ?? [];
  expect([lang, name]).toEqual(["en", "English"]);
  const other = url.replace(/\?.*/, query.replaceAll("&#38;", "&"));
  expect(await read(other)).toBe(english);
  expect((await shop.get(other)).text).toContain('lang="sw">Kiswahili</a>');
  const missing = await shop.get(`/track/${orderId}`, { cookie: "lang=sw" });
  expect(missing.text).toContain("<h1>Hatukuipata oda hii</h1>");
});

test("another order's key, a changed one and none lead to the same page, which shows no order", async () => {
  const [{ orderId }, other] = [await paidOrder(), await paidOrder()];
  const url = links.urlOf(orderId);
  const missing = await shop.get(`/track/${orderId}`);
  expect(missing.status).toBe(404);
  expect(missing.text).toContain("We can&#39;t find this order");
  for (const wrong of [
    url.replace(orderId, other.orderId),
    `${url}x`,
    url.slice(0, -1),
    `/track/${orderId}?key=a&key=b`,
    links.urlOf("01NOBODYS0ORDER"),
  ]) {
    const { status, text } = await shop.get(wrong);
    expect([status, text], wrong).toEqual([404, missing.text]);
  }
});

test("My orders say each step with its date, and the courier", async () => {
  const { buyer, orderId } = await paidOrder();
  await shop.query("update orders set courier = 'G4S', tracking = 'KE 77' where id = $1", [orderId]);
  const { body } = await shop.post("/api/order/userOrders", {}, buyer.token);
  expect(body.orders).toEqual([
    expect.objectContaining({
      _id: orderId,
      steps: [{ name: "Paid", date: expect.any(Number) }],
      courier: "G4S",
      tracking: "KE 77",
    }),
  ]);
});
