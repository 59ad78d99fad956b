import { readdir, readFile } from "node:fs/promises";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { counterOn, WAMBUI } from "../../../test/counter.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { newOrderMailOf } from "../../../test/orders.ts";
import { mailText } from "../../../test/outcome.ts";
import { paidShop, paymentOf, phoneOf, push, pushOf } from "../../../test/payments.ts";
import { ADDRESS, customer, orderOf, type Person } from "../../../test/people.ts";
import { stepOrder } from "../../ordering/staff/step-order.server.ts";
import { escapeHtml } from "../../platform/http/html.server.ts";
import { newId } from "../../platform/id.server.ts";
import { acceptPaid, closeUnpaid, confirmCode } from "../staff/act-on-attempt.server.ts";
import { rejectTypedCode } from "../staff/decide-code.server.ts";

let tee: Goods;
const shop = paidShop();
const counter = counterOn(shop);
beforeAll(async () => {
  tee = await addProduct(shop, { stock: { M: 30 } });
});
beforeEach(() => shop.query("delete from rate_limits"));

const SW = { cookie: "lang=sw" };
const WORDS = { firstName: "Tumaini", lastName: "Barasa", street: "Kijabe Street 9", city: "Nakuru" };

type Mail = { subject: string; html: string; text: string };
const mailTo = async (email: string) => {
  const sent = await shop.query<Mail>(
    "select subject, html, text from outbox where lower(recipient) = lower($1) and event like 'placed:%'",
    [email],
  );
  expect(sent).toHaveLength(1);
  return sent[0] as Mail;
};
const byCode = async (buyer: Person, address: object) => {
  const answer = await shop.post("/api/order/placeOrder", { ...orderOf(tee), address }, buyer.token);
  expect(answer.status).toBe(200);
};
const byPush = async (buyer: Person, address: object, phone: string) => {
  await push(shop, buyer, { ...pushOf(tee, phoneOf(phone)), address });
  await shop.pass(40);
};

test.each([
  ["by code", /^We're looking for your M-Pesa payment, then we pack your order\./m, "Total: "],
  ["by push", /^We have your payment\. Next we pack your order\.$/m, "Total paid: "],
])(
  "An order's mail says its number, what comes next and when, as My orders does: %s",
  async (how, next, total) => {
    const buyer = await customer(shop);
    const address = { ...ADDRESS, ...WORDS, state: "Kisumu", email: buyer.email.toUpperCase() };
    if (how === "by code") await byCode(buyer, address);
    else await byPush(buyer, address, "033");
    const { text } = await mailTo(buyer.email);
    expect(text).toContain("Asante, Tumaini!\n");
    expect(text).toContain("We deliver it to Kijabe Street 9, Nakuru.");
    expect(text).toMatch(/^We have your order [0-9A-Z]{8} of \d{1,2} \w+ 20\d\d, \d\d:\d\d\.$/m);
    expect(text).toMatch(next);
    expect(text).toMatch(
      /We expect your parcel between \w+day \d+ \w+ and \w+day \d+ \w+\. Weekends are not counted\./,
    );
    expect(text).toContain(`${total}Ksh 1,501`);
    expect(text).toMatch(/\/track\/[0-9A-Z]{26}\?key=/);
  },
);

test("a card's order is in the language chosen last, and so is the mail of its parcel", async () => {
  const buyer = await customer(shop);
  const { items, address, amount } = orderOf(tee);
  const begin = async (headers: Record<string, string>) => {
    const path = "/api/payment/flutterwave/intent";
    const { body } = await shop.post(path, { items, address, amount }, buyer.token, headers);
    return (body.data as { tx_ref: string }).tx_ref;
  };
  const tx_ref = await begin({ cookie: "lang=en" });
  // no choice takes none back
  expect([await begin(SW), await begin({})]).toEqual([tx_ref, tx_ref]);
  await shop.flutterwave.pay({ tx_ref, amount, card: "5061460166976054667" });
  await shop.pass(5);
  const orderId = String((await paymentOf(shop, buyer)).order_id);
  for (const to of ["Packing", "Shipped"] as const)
    await stepOrder(shop.db, { id: orderId, to, by: WAMBUI, courier: "G4S", tracking: "KE 77" });
  expect(await mailText(shop, `placed:${orderId}`)).toContain("Jumla iliyolipwa: Ksh 1,501");
  expect(await mailText(shop, `shipped:${orderId}`)).toContain(
    "Inaletwa na G4S, nambari ya kufuatilia KE 77.",
  );
  // the owner reads English
  expect((await newOrderMailOf(shop, orderId))?.subject).toMatch(/^New order .*, paid$/);
  for (const table of ["users", "orders"])
    await expect(shop.query(`update ${table} set language = 'fr'`)).rejects.toThrow(/language_is_known/);
});

test("an order that staff take for less says what came, and does not call its total paid", async () => {
  const { buyer, tx_ref } = await shop.cardPage({ stock: { M: 1 } });
  await shop.flutterwave.pay({ tx_ref, amount: 100, card: CARD });
  await shop.pass(700, 70);
  const { id, order_id } = await paymentOf(shop, buyer);
  await acceptPaid(shop.context, String(id), { reason: "a regular", confirmed: true, by: WAMBUI });
  expect(await mailText(shop, `placed:${order_id}`)).toContain("Total: Ksh 1,501\nPaid: Ksh 100\n");
  const { body } = await shop.post("/api/order/userOrders", {}, buyer.token);
  expect(body.orders).toMatchObject([{ amount: 1_501, payment: true, owed: 1_401 }]);
});

const TYPED = { ...WORDS, state: "Kwale", zipCode: "90919293", country: "Burundi", phone: "0799887766" };
const OTHERS = [
  ...Object.values(TYPED),
  "UKZ77070",
  "Kidude",
  "Wanjiku",
  "Otieno",
  "254716",
  "torn",
  "cloth",
];
const CARD = "5061460166976054667";
const BESIDE = "a card for a checkout that a push has paid";
const HOUR = 3_600;
let codes = 0;

/** What this shopper sends about goods, with words of their own wherever one may stand. */
const typed = (goods: Goods, email: string) => ({
  address: { ...TYPED, email },
  items: [{ _id: goods._id, size: goods.size, quantity: 1, name: "Kidude", description: "Kidude" }],
  amount: goods.price + 1,
});
const code = async (buyer: Person, goods: Goods, email: string, checkout = newId()) => {
  codes += 1;
  const body = { ...typed(goods, email), mpesaCode: `UKZ770700${codes}`, paymentMethod: "cod" };
  const key = { ...SW, "idempotency-key": checkout };
  expect((await shop.post("/api/order/placeOrder", body, buyer.token, key)).status).toBe(200);
  return String((await paymentOf(shop, buyer)).id);
};
const prompt = async (buyer: Person, goods: Goods, email: string) => {
  const asked = { ...pushOf(goods, shop.phone()), ...typed(goods, email), amount: String(goods.price + 1) };
  const { body } = await shop.post("/token/stkpush", asked, buyer.token, SW);
  return () => shop.daraja.approve(String(body.CheckoutRequestID));
};
const card = async (buyer: Person, goods: Goods, email: string) => {
  const path = "/api/payment/flutterwave/intent";
  const { body } = await shop.post(path, typed(goods, email), buyer.token, SW);
  const { tx_ref } = body.data as { tx_ref: string };
  return () => shop.flutterwave.pay({ tx_ref, card: CARD });
};
const hours = async (count: number) => {
  await shop.pass(count * HOUR, count * HOUR);
  await shop.pass(10);
};

type Way = (buyer: Person, goods: Goods, email: string) => Promise<unknown>;
const WAYS: [string, string[], Way][] = [
  [
    "a code that M-Pesa does not know",
    ["placed", "code-ends", "code-rejected"],
    async (...given) => {
      await code(...given);
      await hours(22.1);
      await hours(2.1);
    },
  ],
  [
    "a code whose money is found",
    ["placed", "paid"],
    async (...given) => {
      const id = await code(...given);
      await confirmCode(shop.context, id, { by: WAMBUI });
    },
  ],
  [
    "a code the owner rejects",
    ["placed", "code-rejected"],
    async (...given) => {
      const id = await code(...given);
      await closeUnpaid(shop.context, id, { reason: "the tee was torn", by: WAMBUI });
    },
  ],
  [
    "a code that staff reject at the counter",
    ["placed", "code-wrong", "code-rejected"],
    async (...given) => {
      const id = await code(...given);
      await rejectTypedCode(shop.context, id, { reason: "the tee was torn", by: WAMBUI });
      await hours(49);
    },
  ],
  [
    "a part of a card's money, given back at the counter",
    ["placed", "refund-due", "refunded"],
    async (buyer, ...given) => {
      await (await card(buyer, ...given))();
      await shop.pass(15);
      await counter.refund(String((await paymentOf(shop, buyer)).transaction_id), 500);
      await shop.pass(60);
    },
  ],
  [
    "a paid order that staff cancel",
    ["placed", "cancelled", "refund-due", "refunded"],
    async (buyer, ...given) => {
      await (await card(buyer, ...given))();
      await shop.pass(15);
      const trackUrl = shop.context.links?.track;
      await counter.cancel(String((await paymentOf(shop, buyer)).order_id), { trackUrl });
      await shop.pass(15);
    },
  ],
  [
    "a push whose goods are sold out meanwhile",
    ["refund-due", "refunded"],
    async (buyer, goods, email) => {
      const pay = await prompt(buyer, goods, email);
      await shop.query("update holds set until = now() - interval '1 second' where until is not null");
      await shop.work();
      await shop.query("update stock set on_hand = 0 where product_id = $1", [goods._id]);
      await pay();
      await shop.pass(80);
    },
  ],
  [
    BESIDE,
    ["placed", "refund-due", "refunded"],
    async (...given) => {
      const payByCard = await card(...given);
      await (await prompt(...given))();
      await shop.pass(15);
      await payByCard();
      await shop.pass(80);
    },
  ],
];

test.each(WAYS)("Typed text is in no mail to another person's address: %s", async (what, kinds, happens) => {
  const buyer = await customer(shop);
  const email = `${buyer.userId.toLowerCase()}@elsewhere.example`;
  await happens(buyer, await addProduct(shop, { stock: { M: 1 } }), email);
  const mails = await shop.query<Mail & { event: string; recipient: string }>(
    // ids of one millisecond have no order: what is written at once stands by name
    "select event, recipient, subject, html, text from outbox where recipient in ($1, $2) order by created_at, event",
    [email, buyer.email],
  );
  expect(mails.map(({ event, recipient }) => [event.split(":")[0], recipient])).toEqual(
    kinds.map((kind) => [kind, email]),
  );
  const orders = await shop.query<{ id: string }>(
    "select id from orders where phase = 'placed' and user_id = $1",
    [buyer.userId],
  );
  const links = orders.map(({ id }) => shop.context.links?.track(id) ?? "");
  // money beside the checkout's order has no order to follow
  const isLinked = ({ event }: { event: string }) => event.startsWith("placed:") || what !== BESIDE;
  for (const { html, text } of mails.filter(isLinked)) {
    expect(links.some((link) => text.includes(`:\n${link}\n`))).toBe(true);
    expect(links.some((link) => html.includes(`href="${escapeHtml(link)}"`))).toBe(true);
  }
  for (const { subject, html, text } of mails) {
    for (const part of [subject, html, text]) for (const word of OTHERS) expect(part).not.toContain(word);
    // as was chosen with the order, from nobody's browser
    expect(html).toContain('<html lang="sw">');
    expect(subject).toMatch(/oda yako|rudi/i);
  }
  const confirmed = mails.find(({ event }) => event.startsWith("placed:"));
  for (const ours of ["Asante!\n", "anwani ya kuletewa iliyotolewa na oda.", "Sample tee"])
    if (confirmed) expect(confirmed.text).toContain(ours);
});

test("and these are all the kinds there are", async () => {
  const kinds = new Set<string>();
  for (const folder of ["src/ordering", "src/payments"])
    for (const name of await readdir(folder, { recursive: true }))
      if (name.endsWith(".server.ts"))
        for (const [, kind] of (await readFile(`${folder}/${name}`, "utf8")).matchAll(/event: `([\w-]+):/g))
          kinds.add(String(kind));
  const toTheOwner = ["new-order", "owner", "waits"];
  expect([...kinds].sort()).toEqual(
    [...new Set([...WAYS.flatMap(([, sent]) => sent), ...toTheOwner])].sort(),
  );
});
