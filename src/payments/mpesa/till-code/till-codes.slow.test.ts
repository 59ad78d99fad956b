import { beforeAll, expect, test } from "vitest";
import { addProduct, onHand } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE, refusedOrder } from "../../../../test/orders.ts";
import { breaksOf, expectOneOrder, outcomeOf, toldStaff } from "../../../../test/outcome.ts";
import { NO_OPERATOR, paidShop } from "../../../../test/payments.ts";
import { crowd, customer, freshCode, orderOf } from "../../../../test/people.ts";
import { patient } from "../../../../test/shop.ts";
import { confirmationOf, orderStanding, tellOfMoney, tillHook, typeCode } from "../../../../test/till.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";

// nobody can be asked about a code here: the money M-Pesa tells of decides alone
const shop = paidShop(NO_OPERATOR);
// twenty at once wait for each other
beforeAll(() => patient(shop));

const THANKS = { ResultCode: 0, ResultDesc: "Success" };
const kept = (code: string) =>
  shop.query("select receipt as code, amount from transactions where receipt = $1", [code]);

async function readHooks(): Promise<string[]> {
  const rows = await shop.query<{ outcome: string }>(
    "select outcome from hook_inbox where processed_at is not null order by received_at, id",
  );
  await shop.query("delete from hook_inbox");
  return rows.map(({ outcome }) => outcome);
}

test("the order first, then M-Pesa's confirmation: paid, and shown so", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { orderId, code } = await typeCode(shop, buyer, tee);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: false, state: "pending" });
  const answer = await tellOfMoney(shop, code);
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: THANKS });
  expect(await orderStanding(shop, orderId)).toMatchObject({
    payment: true,
    state: "paid",
    receipt: code,
  });
  await expectOneOrder(shop, buyer, tee);
  const { body } = await shop.post("/api/order/userOrders", {}, buyer.token);
  expect(body.orders).toMatchObject([{ _id: orderId, payment: true, paymentMethod: "cod", amount: 1501 }]);
  expect(await readHooks()).toEqual(["matched"]);
});

test("M-Pesa's confirmation first, then the order: paid immediately", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const code = freshCode();
  await tellOfMoney(shop, code);
  const { orderId } = await typeCode(shop, buyer, tee, code);
  await shop.work();
  expect(await orderStanding(shop, orderId)).toMatchObject({
    payment: true,
    state: "paid",
    receipt: code,
  });
  expect(await readHooks()).toEqual(["kept"]);
});

test("the same confirmation twice, and twenty times in parallel: one payment, each answered 200", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { orderId, code } = await typeCode(shop, buyer, tee);
  await tellOfMoney(shop, code);
  await tellOfMoney(shop, code);
  const crowdOf = Array.from({ length: 20 }, () => shop.post(tillHook(shop), confirmationOf(code)));
  for (const { status, body } of await Promise.all(crowdOf))
    expect({ status, body }).toEqual({ status: 200, body: THANKS });
  await Promise.all([shop.work(), shop.work()]);
  expect(await kept(code)).toEqual([{ code, amount: 1501 }]);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true });
  await expectOneOrder(shop, buyer, tee);
  expect(await toldStaff(shop, buyer)).toEqual([]);
  expect(await readHooks()).toEqual(["matched", ...Array(21).fill("known")]);
});

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
  {
    about: "a day old",
    change: { TransTime: "20260101120000" },
    reason: "paid at another time",
    told: (code: string) => [`paid at another time (${code})`],
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
    const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
    const { orderId, code } = await typeCode(shop, buyer, tee);
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

test.each([
  { about: "just the total", TransAmount: "1501", more: false },
  { about: "more", TransAmount: "1600.00", more: true },
])("$about is accepted", async ({ TransAmount, more }) => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { orderId, code } = await typeCode(shop, buyer, tee);
  await tellOfMoney(shop, code, { TransAmount });
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, state: "paid" });
  expect(await toldStaff(shop, buyer)).toEqual(more ? [`more than the total was paid (${code})`] : []);
});

test("a code typed or confirmed in small letters or with spaces is the same code", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const code = freshCode();
  const { orderId } = await typeCode(shop, buyer, tee, `  ${code.toLowerCase()} `.trim());
  await tellOfMoney(shop, code.toLowerCase());
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, receipt: code });
  const thief = await customer(shop);
  expect(
    await refusedOrder(shop, orderOf(tee, { mpesaCode: ` ${code.toLowerCase()}` }), thief.token),
  ).toEqual({
    status: 409,
    body: { success: false, message: ORDER_TEXTS.codeUsed },
  });
  expect(await breaksOf(shop, buyer)).toEqual([]);
});

test("A code pays one order; nobody learns who typed it before", async () => {
  const tee = await addProduct(shop, { stock: { M: 30 } });
  const people = await crowd(shop, 20);
  const mpesaCode = freshCode();
  const answers = await Promise.all(
    people.map(({ token }) => shop.post(PLACE, orderOf(tee, { mpesaCode }), token)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  for (const { status, body } of answers)
    if (status === 409) expect(body).toEqual({ success: false, message: ORDER_TEXTS.codeUsed });
  await tellOfMoney(shop, mpesaCode);
  expect(await onHand(shop, tee)).toBe(29);
  expect(await shop.query("select payment from orders where mpesa_code = $1", [mpesaCode])).toEqual([
    { payment: true },
  ]);
  await readHooks();
});

const CODE = "UKQ1W2E3R4";
const MALFORMED: [about: string, body: string][] = [
  ["nothing", ""],
  ["no JSON", "TransID=UKQ1W2E3R4&TransAmount=1501"],
  ["broken off", JSON.stringify(confirmationOf(CODE)).slice(0, 90)],
  ["a list", JSON.stringify([confirmationOf(CODE)])],
  ["null", "null"],
  ["no code", JSON.stringify(confirmationOf(CODE, { TransID: undefined }))],
  ["a code with signs", JSON.stringify(confirmationOf("UKQ1'; drop"))],
  ["no sum", JSON.stringify(confirmationOf(CODE, { TransAmount: undefined }))],
  ["a sum in words", JSON.stringify(confirmationOf(CODE, { TransAmount: "1,501.00" }))],
  ["a debt", JSON.stringify(confirmationOf(CODE, { TransAmount: "-1501.00" }))],
  ["a sum beyond all money", JSON.stringify(confirmationOf(CODE, { TransAmount: "1e9" }))],
  ["no number", JSON.stringify(confirmationOf(CODE, { BusinessShortCode: "" }))],
];
test("malformed words are kept, answered 200, and pay nothing", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { orderId } = await typeCode(shop, buyer, tee, CODE);
  for (const [about, payload] of MALFORMED) {
    const answer = await shop.send({
      method: "POST",
      url: tillHook(shop),
      payload,
      headers: { "content-type": "application/json" },
    });
    expect([about, answer.status, answer.body]).toEqual([about, 200, THANKS]);
  }
  const tooLarge = JSON.stringify(confirmationOf(CODE, { FirstName: "x".repeat(1_100_000) }));
  expect((await shop.send({ method: "POST", url: tillHook(shop), payload: tooLarge })).status).toBe(413);
  await shop.work();
  expect(await readHooks()).toEqual(MALFORMED.map(() => "unreadable"));
  expect(await kept(CODE)).toEqual([]);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: false, state: "pending" });
});

test("fields of other kinds are read as they are meant: numbers as text, no bill, a time nobody can read", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { orderId, code } = await typeCode(shop, buyer, tee);
  const odd = { TransAmount: 1501, BusinessShortCode: 174379, BillRefNumber: null, TransTime: "yesterday" };
  await tellOfMoney(shop, code, odd);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true });
  await readHooks();
});

test("validation is accepted and writes nothing; any other address is none", async () => {
  const body = confirmationOf(freshCode());
  const valid = await shop.post(tillHook(shop, "validate"), body);
  expect({ status: valid.status, body: valid.body }).toEqual({
    status: 200,
    body: { ResultCode: "0", ResultDesc: "Accepted" },
  });
  const wrong = "0".repeat(64);
  for (const url of [
    `/hooks/mm/c2b/${wrong}/confirm`,
    `/hooks/mm/c2b/${wrong}/validate`,
    `/hooks/mm/c2b/${wrong.slice(1)}/confirm`,
    "/hooks/mm/c2b//confirm",
    `${tillHook(shop)}/more`,
  ])
    expect([url, (await shop.post(url, body)).status]).toEqual([url, 404]);
  expect(await shop.query("select id from hook_inbox")).toEqual([]);
});

holdsInvariants(() => shop);
