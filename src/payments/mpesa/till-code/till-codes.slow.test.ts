import { beforeAll, expect, test } from "vitest";
import { knockAt } from "../../../../test/callback.ts";
import { counterOn } from "../../../../test/counter.ts";
import { addProduct, type Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE, refusal, refusedOrder } from "../../../../test/orders.ts";
import { outcomeOf, stockOf, toldStaff } from "../../../../test/outcome.ts";
import { NO_OPERATOR, paidShop } from "../../../../test/payments.ts";
import { freshCode, orderOf, type Person } from "../../../../test/people.ts";
import { patient } from "../../../../test/shop.ts";
import { confirmationOf, orderStanding, tellOfMoney, tillHook, typeCode } from "../../../../test/till.ts";

// nobody can be asked about a code here: the money M-Pesa tells of decides alone
const shop = paidShop(NO_OPERATOR);
const counter = counterOn(shop);
// twenty at once wait for each other
beforeAll(() => patient(shop));

const THANKS = { ResultCode: 0, ResultDesc: "Success" };
const kept = (code: string) =>
  shop.query("select receipt as code, amount from transactions where receipt = $1", [code]);

async function readHooks(): Promise<string[]> {
  const rows = await shop.query<{ outcome: string }>(
    "select outcome from webhook_inbox where processed_at is not null order by received_at, id",
  );
  await shop.query("delete from webhook_inbox");
  return rows.map(({ outcome }) => outcome);
}

const ODD = "a sum with cents is booked by nobody but a person";
const HELD = [
  {
    about: "a shilling less",
    change: { TransAmount: "1500.00" },
    reason: "paid less than the total",
    told: (code: string) => [`paid less than the total (${code})`],
  },
  {
    about: "another shop's number",
    change: { BusinessShortCode: "600111" },
    reason: "paid to another number",
    told: () => ["paid to another number"],
  },
  ...["1500.99", "1501.50"].map((TransAmount) => ({
    about: `cents, ${TransAmount}`,
    change: { TransAmount },
    reason: ODD,
    told: () => [`Ksh ${Number(TransAmount)} came to 174379: ${ODD}`],
  })),
];
test.each(HELD)(
  "$about: the order waits for staff, who are notified once",
  async ({ change, reason, told }) => {
    const { buyer, orderId, code } = await counter.typed();
    await tellOfMoney(shop, code, change);
    await tellOfMoney(shop, code, change);
    expect(await orderStanding(shop, orderId)).toEqual({
      payment: false,
      status: "Order Placed",
      refund: null,
      state: "paid_held",
      reason,
      receipt: null,
    });
    expect(await toldStaff(shop, buyer)).toEqual(told(code));
    // what has cents is no sum of the books, and is listed all the same
    expect(await kept(code)).toHaveLength(reason === ODD ? 0 : 1);
    const listed = await shop.query("select kind from exceptions where receipt = $1", [code]);
    expect(listed).toEqual(reason === ODD ? [{ kind: "message" }] : []);
    expect((await outcomeOf(shop, buyer)).mails).toEqual(["placed"]);
  },
);

const CODE = "UKQ1W2E3R4";
const MALFORMED: [about: string, body: string][] = [
  ["no JSON", "TransID=UKQ1W2E3R4&TransAmount=1501"],
  ["no code", JSON.stringify(confirmationOf(CODE, { TransID: undefined }))],
  ["a code with signs", JSON.stringify(confirmationOf("UKQ1'; drop"))],
  ["a code that no table keeps", JSON.stringify(confirmationOf("\0"))],
  ["a number that no table keeps", JSON.stringify(confirmationOf(CODE, { BusinessShortCode: "\ud800" }))],
  ["no sum", JSON.stringify(confirmationOf(CODE, { TransAmount: undefined }))],
  ["a sum in words", JSON.stringify(confirmationOf(CODE, { TransAmount: "1,501.00" }))],
  ["a debt", JSON.stringify(confirmationOf(CODE, { TransAmount: "-1501.00" }))],
  ["a sum beyond all money", JSON.stringify(confirmationOf(CODE, { TransAmount: "1e9" }))],
  ["no number", JSON.stringify(confirmationOf(CODE, { BusinessShortCode: "" }))],
];
test("malformed words are kept, answered 200, and pay nothing", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { orderId } = await typeCode(shop, buyer, tee, CODE);
  await readHooks();
  for (const [about, payload] of MALFORMED) {
    const answer = await knockAt(() => shop)(tillHook(shop), payload);
    expect([about, answer.status, answer.body]).toEqual([about, 200, THANKS]);
  }
  await shop.work();
  expect(await readHooks()).toEqual(MALFORMED.map(() => "unreadable"));
  expect(await kept(CODE)).toEqual([]);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: false, state: "pending" });
});

test("fields of other kinds are read as they are meant: small letters, numbers as text, no bill, a time nobody can read", async () => {
  const { orderId, code } = await counter.typed();
  const odd = { TransAmount: 1501, BusinessShortCode: 174379, BillRefNumber: null, TransTime: "yesterday" };
  await tellOfMoney(shop, code.toLowerCase(), odd);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, receipt: code });
  await readHooks();
});

test("validation is accepted and writes nothing", async () => {
  const body = confirmationOf(freshCode());
  const valid = await shop.post(tillHook(shop, "validate"), body);
  expect({ status: valid.status, body: valid.body }).toEqual({
    status: 200,
    body: { ResultCode: "0", ResultDesc: "Accepted" },
  });
  expect(await shop.query("select id from webhook_inbox")).toEqual([]);
});

const CODES_WAIT = refusal(
  429,
  "We're still looking for the M-Pesa codes of your last 2 orders. You can order again once we find one. Already paid? Keep your code and try again later.",
);
const CODES_FULL = refusal(
  409,
  "Until we find your first payment, your orders with a code can have 10 pieces and cost Ksh 30,000 in all. Please order less, or choose another way to pay.",
);

const place = (tee: Goods, buyer: Person, quantity = 1, mpesaCode = freshCode()) =>
  shop.post(PLACE, orderOf(tee, { quantity, mpesaCode }), buyer.token);

test("twenty simultaneous orders of a shopper whose money nobody has found: two, and five codes of the others", async () => {
  const { tee, buyer } = await shop.sale();
  const answers = await Promise.all(Array.from({ length: 20 }, () => place(tee, buyer)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => ({ status, body }))).toEqual(Array(18).fill(CODES_WAIT));
  expect(await stockOf(shop, tee)).toEqual({ shelf: 998, held: 2, sold: 0 });
  const kept = await shop.query<{ refused: boolean }>(
    "select refused_at is not null as refused from payments where order_id in (select id from orders where user_id = $1)",
    [buyer.userId],
  );
  expect(kept.map(({ refused }) => refused).sort()).toEqual([false, false, ...Array(5).fill(true)]);
});

test("a newcomer's limits do not count when the money is here, in full", async () => {
  const { tee, buyer } = await shop.sale();
  const full = freshCode();
  const short = freshCode();
  await shop.post(tillHook(shop), confirmationOf(full, { TransAmount: "18001.00" }));
  await tellOfMoney(shop, short, { TransAmount: "18000.00" });
  const order = (mpesaCode: string) => orderOf(tee, { quantity: 12, mpesaCode });
  expect(await refusedOrder(shop, order(short), buyer.token)).toEqual(CODES_FULL);
  const placed = await shop.post(PLACE, order(full), buyer.token);
  expect(placed.status).toBe(200);
  await shop.work();
  expect(await orderStanding(shop, String(placed.body.orderId))).toMatchObject({ payment: true });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 988, held: 0, sold: 12 });
});

test("items of an order on a code are not another checkout's, whatever name a browser gives that", async () => {
  const { tee, buyer, orderId } = await counter.typed();
  const other = await addProduct(shop, { stock: { M: 3 } });
  const named = { "idempotency-key": orderId };
  expect((await shop.post(PLACE, orderOf(other), buyer.token, named)).status).toBe(200);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 4, held: 1, sold: 0 });
});

holdsInvariants(() => shop);
