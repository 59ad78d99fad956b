import { beforeEach, expect, test } from "vitest";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { expectOneOrder, mailText, outcomeOf, stockOf, toldStaff } from "../../../../test/outcome.ts";
import { type PaidShop, paidShop, secondProcess } from "../../../../test/payments.ts";
import type { TestApp } from "../../../../test/shop.ts";
import { confirmationOf, orderStanding, tellOfMoney, tillHook, typeCode } from "../../../../test/till.ts";
import { eatStamp } from "../password.ts";

// M-Pesa can be asked about codes here
const shop = paidShop();
const other = secondProcess(shop);
beforeEach(async () => {
  shop.daraja.mode({ mode: "normal" });
  await shop.query("update payments set next_check_at = null");
});

const HOUR = 3_600;
let codes = 0;
/** A code in the form of M-Pesa's own that no payment has. */
const invented = () => {
  codes += 1;
  return `UKZ${String(codes).padStart(7, "0")}`;
};
const questions = () => shop.daraja.requests("transactionstatus").length;

/** An order of two pieces of three on an invented code. */
async function begin() {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  return { tee, buyer, ...(await typeCode(shop, buyer, tee, invented())) };
}

/** Hours go by in one step; then the work that is due, and the answers to what is asked in it. */
async function hours(count: number, app: TestApp = shop): Promise<void> {
  await shop.pass(count * HOUR, count * HOUR, app);
  await shop.pass(10, 5, app);
}

/** When M-Pesa says the money came, `ago` seconds before now. */
const at = (ago: number) => ({ TransTime: eatStamp(new Date(Date.now() - ago * 1_000)) });

/** Somebody pays at the till, M-Pesa tells nobody, and the code is typed. */
async function paidAndTyped(status: Parameters<PaidShop["daraja"]["payTill"]>[0]["status"], amount = 1501) {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { code } = shop.daraja.payTill({ amount, phone: "254711222333", status, confirmation: false });
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

test("Where M-Pesa can be asked, an invented code holds stock for a day at most", async () => {
  const begun = await begin();
  const { tee, buyer, orderId, paymentId, code } = begun;
  expect(await mailText(shop, `placed:${orderId}`)).toContain(
    "If M-Pesa still can't find the code after 24 hours, we cancel the order.",
  );
  const listed = async () => {
    const { body } = await shop.post("/api/order/userOrders", {}, buyer.token);
    return (body.orders as { date: number; codeUntil?: number }[])[0];
  };
  const order = await listed();
  expect((order?.codeUntil ?? 0) - (order?.date ?? 0)).toBe(24 * HOUR * 1_000);
  await hours(21.9);
  expect(await outcomeOf(shop, buyer)).toMatchObject({ mails: ["placed"] });
  await hours(0.2);
  expect(await outcomeOf(shop, buyer)).toMatchObject({ states: ["pending"], mails: ["placed", "code-ends"] });
  const warned = await listed();
  expect(warned?.codeUntil ?? 0).toBeGreaterThanOrEqual((warned?.date ?? 0) + 24 * HOUR * 1_000);
  expect(await mailText(shop, `code-ends:${paymentId}`)).toContain(
    "If it still can't in 2 hours, we cancel the order.",
  );
  await hours(1.9);
  expect(await orderStanding(shop, orderId)).toMatchObject({ status: "Order Placed", state: "pending" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 1, sold: 0 });
  await hours(0.2);
  expect(await outcomeOf(shop, buyer)).toEqual({
    states: ["failed"],
    orders: [{ id: orderId, payment: false, status: "Cancelled", refund: null, amount: 1501 }],
    mails: ["placed", "code-ends", "code-rejected"],
  });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
  expect(await listed()).not.toHaveProperty("codeUntil");
  const asked = questions();
  await hours(30);
  expect(questions()).toBe(asked);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
  expect((await outcomeOf(shop, buyer)).mails).toHaveLength(3);
  expect(await toldStaff(shop, buyer)).toEqual([]);
  // paid all the same, as is reported only now: refunded
  await tellOfMoney(shop, code, at(54.2 * HOUR));
  await expectGivenBack(begun);
});

test("An answer about the shop's own rights cancels no order", async () => {
  const { buyer, orderId } = await begin();
  await shop.query("update payments set created_at = created_at - interval '22 hours' where order_id = $1", [
    orderId,
  ]);
  await shop.query("update payments set next_check_at = now() where order_id = $1", [orderId]);
  for (const code of ["2001", "SFC_IC0003", "8006"]) {
    await shop.work();
    const question = shop.daraja.requests("transactionstatus").at(-1)?.body as { ResultURL?: string };
    const Result = { ResultType: 0, ResultCode: code, ResultDesc: "The operator does not exist." };
    expect((await shop.post(new URL(question.ResultURL ?? "").pathname, { Result })).status).toBe(200);
    await shop.work();
    await shop.query("update code_checks set asked_at = asked_at - interval '31 minutes'");
    await shop.query("update payments set next_check_at = now() where order_id = $1", [orderId]);
  }
  expect(await orderStanding(shop, orderId)).toMatchObject({ status: "Order Placed", state: "pending" });
  expect((await outcomeOf(shop, buyer)).mails).toEqual(["placed"]);
});

async function expectGivenBack({ orderId, tee, code }: Awaited<ReturnType<typeof begin>>) {
  expect(await orderStanding(shop, orderId)).toMatchObject({
    status: "Cancelled",
    payment: false,
    state: "paid",
    receipt: code,
  });
  const back = "select refunded + refunding as back from transactions where receipt = $1";
  expect(await shop.query(back, [code])).toEqual([{ back: 1501 }]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
}

test("found in the same moment as it is cancelled: an order that is paid, or a refund", async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const begun = await begin();
    const { orderId, paymentId, code, tee } = begun;
    await shop.query(
      "update payments set created_at = created_at - interval '25 hours', warned_at = now() - interval '3 hours', next_check_at = now() where id = $1",
      [paymentId],
    );
    await shop.query(
      `insert into code_checks (secret_hash, payment_id, conversation_id, result)
       values ($1, $2, 'c', '{"is":"answered","code":"2032","words":"The transaction receipt number does not exist."}')`,
      [`hash ${paymentId}`, paymentId],
    );
    const told = () =>
      other
        .post(tillHook(shop), confirmationOf(code, at(25 * HOUR)))
        .then(() => other.jobs.tasks.webhook?.("c2b"));
    const ended = () => shop.jobs.tasks.payment?.(paymentId);
    // now the one a little earlier, now the other
    await Promise.all(turn % 2 ? [told(), wait(turn).then(ended)] : [ended(), wait(turn / 2).then(told)]);
    await shop.work();
    const stands = await orderStanding(shop, orderId);
    if (stands?.payment) {
      expect(stands).toMatchObject({ status: "Order Placed", state: "paid", receipt: code });
      expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 1 });
    } else await expectGivenBack(begun);
  }
});

test("No order is cancelled because M-Pesa did not answer", async () => {
  const { buyer, orderId } = await begin();
  shop.daraja.mode({ mode: "down" });
  await hours(23);
  expect(await orderStanding(shop, orderId)).toMatchObject({ status: "Order Placed", state: "pending" });
  expect((await outcomeOf(shop, buyer)).mails).toEqual(["placed"]);
  const before = await backAgain();
  await hours(0.5, before);
  await before.close();
  expect((await outcomeOf(shop, buyer)).mails).toEqual(["placed", "code-ends"]);
  shop.daraja.mode({ mode: "down" });
  await hours(10);
  expect(await orderStanding(shop, orderId)).toMatchObject({ status: "Order Placed", state: "pending" });
  const back = await backAgain();
  await hours(0.5, back);
  await back.close();
  expect(await orderStanding(shop, orderId)).toMatchObject({ status: "Cancelled", state: "failed" });
});

/** M-Pesa answers again, and a process that has not given it up yet asks. */
async function backAgain(): Promise<TestApp> {
  shop.daraja.mode({ mode: "normal" });
  return shop.second();
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

holdsInvariants(() => shop);
