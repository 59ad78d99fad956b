import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct, type Goods } from "../../test/goods.ts";
import { openPaidShop, type PaidShop, phoneOf, push, pushOf } from "../../test/payments.ts";
import { ADDRESS, customer, orderOf, type Person } from "../../test/people.ts";

let shop: PaidShop;
let tee: Goods;
beforeAll(async () => {
  shop = await openPaidShop();
  tee = await addProduct(shop, { stock: { M: 30 } });
});
afterAll(() => shop.close());

const WORDS = { firstName: "Tumaini", lastName: "Barasa", street: "Kijabe Street 9", city: "Nakuru" };

type Sent = { subject: string; html: string; text: string };
const mailTo = async (email: string) => {
  const sent = await shop.query<Sent>(
    "select subject, html, text from outbox where lower(recipient) = lower($1) and event like 'placed:%'",
    [email],
  );
  expect(sent).toHaveLength(1);
  return sent[0] as Sent;
};
const byCode = async (buyer: Person, address: object) => {
  const answer = await shop.post("/api/order/placeOrder", { ...orderOf(tee), address }, buyer.token);
  expect(answer.status).toBe(200);
};
const byPush = async (buyer: Person, address: object, phone: string) => {
  await push(shop, buyer, { ...pushOf(tee, phoneOf(phone)), address });
  await shop.pass(40);
};

test.each(["by code", "by push"])(
  "to somebody else's e-mail, %s, it holds no word anybody typed",
  async (how) => {
    const buyer = await customer(shop);
    const email = `${how.replace(" ", "-")}@elsewhere.example`;
    const address = { ...ADDRESS, ...WORDS, email };
    if (how === "by code") await byCode(buyer, address);
    else await byPush(buyer, address, "001");
    const mail = await mailTo(email);
    for (const part of [mail.subject, mail.html, mail.text])
      for (const word of Object.values(WORDS)) expect(part).not.toContain(word);
    expect(mail.text).toContain("Asante!\n");
    expect(mail.text).toContain("It goes to the delivery address given with the order.");
    // goods and sums are ours
    expect(mail.text).toContain(tee.name);
    expect(mail.text).toContain("Ksh 1,501");
  },
);

test.each(["by code", "by push"])(
  "to the account's own verified e-mail, %s, it greets and says where to",
  async (how) => {
    const buyer = await customer(shop);
    const address = { ...ADDRESS, ...WORDS, email: buyer.email.toUpperCase() };
    if (how === "by code") await byCode(buyer, address);
    else await byPush(buyer, address, "014");
    const mail = await mailTo(buyer.email);
    expect(mail.text).toContain("Asante, Tumaini!\n");
    expect(mail.text).toContain("It goes to Kijabe Street 9, Nakuru.");
  },
);

test("what was taken before as a name or street and is none goes into no mail", async () => {
  const buyer = await customer(shop);
  await push(shop, buyer, {
    ...pushOf(tee, phoneOf("015")),
    address: { ...ADDRESS, ...WORDS, email: buyer.email },
  });
  await shop.query(
    `update payments set address = address || '{"firstName":"Win at bit.ly/x","street":"http://evil.example"}' where user_id = $1`,
    [buyer.userId],
  );
  await shop.pass(40);
  const mail = await mailTo(buyer.email);
  expect(mail.text).toContain("Asante!\n");
  expect(mail.text).not.toContain("bit.ly");
  expect(mail.text).not.toContain("evil.example");
});
