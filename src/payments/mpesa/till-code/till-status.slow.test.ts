import { beforeEach, expect, test } from "vitest";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { expectOneOrder, outcomeOf, toldStaff } from "../../../../test/outcome.ts";
import { type PaidShop, paidShop } from "../../../../test/payments.ts";
import { orderStanding, tellOfMoney, typeCode } from "../../../../test/till.ts";
import { eatStamp } from "../password.ts";

const shop = paidShop();
beforeEach(() => shop.query("update payments set next_check_at = null"));

const questions = () => shop.daraja.requests("transactionstatus").length;
const PHONE = "254711222333";

/** Somebody pays at the till, M-Pesa tells nobody, and the code is typed. */
async function paidAndTyped(status: Parameters<PaidShop["daraja"]["payTill"]>[0]["status"], amount = 1501) {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { code } = shop.daraja.payTill({ amount, phone: PHONE, status, confirmation: false });
  const before = questions();
  const { orderId } = await typeCode(shop, buyer, tee, code);
  // its own word is waited for first
  await shop.pass(5);
  expect(questions()).toBe(before);
  await shop.pass(10);
  return { tee, buyer, code, orderId, asked: () => questions() - before };
}

test("completed: paid by M-Pesa's answer, asked once", async () => {
  const { tee, buyer, code, orderId, asked } = await paidAndTyped("completed");
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: false, state: "pending" });
  await shop.pass(5);
  expect(await orderStanding(shop, orderId)).toMatchObject({
    payment: true,
    state: "paid",
    receipt: code,
  });
  await shop.pass(60, 15);
  expect(asked()).toBe(1);
  expect(shop.daraja.requests("transactionstatus").at(-1)?.body).toEqual({
    Initiator: shop.config.MPESA_INITIATOR,
    SecurityCredential: shop.config.MPESA_SECURITY_CREDENTIAL,
    CommandID: "TransactionStatusQuery",
    TransactionID: code,
    PartyA: "174379",
    IdentifierType: "4",
    ResultURL: expect.stringMatching(/\/hooks\/mm\/result\/[0-9a-f]{64}$/),
    QueueTimeOutURL: expect.stringMatching(/\/hooks\/mm\/timeout\/[0-9a-f]{64}$/),
    Remarks: "Shop order",
  });
  await expectOneOrder(shop, buyer, tee);
  expect(await toldStaff(shop, buyer)).toEqual([]);
});

test("a question that was refused does not count, and is asked again two minutes later", async () => {
  shop.daraja.mode({ mode: "busy", path: "transactionstatus" });
  const { orderId } = await paidAndTyped("completed");
  expect(await shop.query("select from code_checks where result is null")).toEqual([]);
  shop.daraja.mode({ mode: "normal" });
  await shop.pass(130);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true });
});

test("a question never answered is asked again at each moment of the schedule", async () => {
  const { asked } = await paidAndTyped("never");
  const seen = [];
  for (const seconds of [20, 60, 40]) {
    await shop.pass(seconds);
    seen.push(asked());
  }
  expect(seen).toEqual([2, 2, 3]);
});

test("M-Pesa confirms the money first: it is not asked at all", async () => {
  const { tee, buyer } = await shop.sale();
  const before = questions();
  const { orderId, code } = await typeCode(shop, buyer, tee);
  await shop.pass(5);
  await tellOfMoney(shop, code);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, receipt: code });
  await shop.pass(60, 15);
  expect(questions()).toBe(before);
  await expectOneOrder(shop, buyer, tee);
});

test.each([
  ["short", "paid less than the total", true],
  ["wrong-till", "paid to another number", false],
] as const)("%s: waits for staff, asked once", async (status, why, isSum) => {
  const { buyer, orderId, code, asked } = await paidAndTyped(status);
  await shop.pass(5);
  expect(await orderStanding(shop, orderId)).toMatchObject({
    payment: false,
    state: "paid_held",
    reason: why,
  });
  await shop.pass(60, 15);
  expect(asked()).toBe(1);
  expect(await toldStaff(shop, buyer)).toEqual([isSum ? `${why} (${code})` : why]);
});

test("an answer counts at its own address alone, and is held against the order like any", async () => {
  const { orderId, code } = await paidAndTyped("never");
  const question = shop.daraja.requests("transactionstatus").at(-1)?.body as
    | { ResultURL?: string }
    | undefined;
  const { pathname } = new URL(question?.ResultURL ?? "");
  const told = Object.entries({
    ReceiptNo: code,
    TransactionStatus: "Completed",
    Amount: "1501",
    CreditPartyName: "174379 - SHOP",
    InitiatedTime: "20260101120000",
  });
  const ResultParameter = told.map(([Key, Value]) => ({ Key, Value }));
  const answer = { Result: { ResultType: 0, ResultCode: 0, ResultParameters: { ResultParameter } } };
  expect((await shop.post(`/hooks/mm/result/${"A".repeat(43)}`, answer)).status).toBe(404);
  expect((await shop.post(pathname, { Result: "nonsense" })).status).toBe(200);
  await shop.work();
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: false, state: "pending" });
  expect((await shop.post(pathname, answer)).status).toBe(200);
  await shop.work();
  expect(await orderStanding(shop, orderId)).toMatchObject({
    payment: false,
    reason: "paid at another time",
  });
});

test("M-Pesa is asked about a code on schedule; no answer brings a question forward", async () => {
  const { buyer, orderId, code, asked } = await paidAndTyped("not-found");
  await shop.pass(21 * 3_600, 60);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: false, state: "pending" });
  const rows = await shop.query<{ after: number }>(
    `select extract(epoch from c.asked_at - p.created_at)::float8 as after
     from code_checks c join payments p on p.id = c.payment_id where p.order_id = $1 order by 1`,
    [orderId],
  );
  const moments = [15, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800];
  // each as late as its round came, and before the next moment
  expect(rows.map(({ after }) => moments.findLast((seconds) => seconds <= after))).toEqual(moments);
  expect(asked()).toBe(moments.length);
  expect(await toldStaff(shop, buyer)).toEqual([]);
  // the word of it was late, the money was not
  await tellOfMoney(shop, code, { TransTime: eatStamp(new Date(Date.now() - 21 * 3_600_000)) });
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, state: "paid" });
});

test("reversed: not paid, and after two days staff decide", async () => {
  const { buyer, orderId, asked } = await paidAndTyped("reversed");
  await shop.pass(60, 20);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: false, state: "pending" });
  await shop.pass(20 * 3_600, 60);
  expect(asked()).toBe(9);
  // again, at most hourly, while its order might come to its end
  await shop.pass(29 * 3_600 + 700, 3_600);
  expect(asked()).toBeGreaterThan(14);
  // one more than the hours, since both ends count
  expect(asked()).toBeLessThanOrEqual(9 + 30);
  expect(await orderStanding(shop, orderId)).toMatchObject({
    payment: false,
    status: "Order Placed",
    state: "needs_review",
  });
  expect(await toldStaff(shop, buyer)).toEqual(["nobody could say whether it was paid"]);
  expect((await outcomeOf(shop, buyer)).mails).toEqual(["placed"]);
});

holdsInvariants(() => shop);
