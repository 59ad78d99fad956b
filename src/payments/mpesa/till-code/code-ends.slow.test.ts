import { beforeEach, expect, test } from "vitest";
import { hoursOf } from "../../../../test/code-hours.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { expectNothingBroken, outcomeOf, stockOf, toldStaff } from "../../../../test/outcome.ts";
import { paidShop, secondProcess } from "../../../../test/payments.ts";
import type { TestApp } from "../../../../test/shop.ts";
import { confirmationOf, orderStanding, tillHook, typeCode } from "../../../../test/till.ts";
import { hashSecret } from "../../../platform/id.server.ts";
import { eatStamp } from "../password.ts";

// M-Pesa can be asked about codes here
const shop = paidShop();
const other = secondProcess(shop);
beforeEach(async () => {
  shop.daraja.mode({ mode: "normal" });
  await shop.query("update payments set next_check_at = null");
});

const HOUR = 3_600;
const UNKNOWN = "M-Pesa does not know its code";
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

const mailTo = async (about: string, event: string) => {
  const [mail] = await shop.query<{ text: string }>("select text from outbox where event = $1", [
    `${event}:${about}`,
  ]);
  return mail?.text ?? "";
};

const hours = (count: number, app: TestApp = shop) => hoursOf(shop, count, app);

/** When M-Pesa says the money came, `ago` seconds before now. */
const at = (ago: number) => ({ TransTime: eatStamp(new Date(Date.now() - ago * 1_000)) });

test("Where M-Pesa can be asked, an invented code holds stock for a day at most", async () => {
  const { tee, buyer, orderId, paymentId } = await begin();
  expect(await mailTo(orderId, "placed")).toContain(
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
  expect(await mailTo(paymentId, "code-ends")).toContain(
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

/** As an order is left that was cancelled by itself. */
async function cancelByRows({ orderId, paymentId }: Awaited<ReturnType<typeof begin>>) {
  await shop.query("update payments set state = 'failed', reason = $2, next_check_at = null where id = $1", [
    paymentId,
    UNKNOWN,
  ]);
  await shop.query(
    `with gone as (delete from holds where order_id = $1 returning *)
     update stock set on_hand = on_hand + 1, held = 0 from gone where stock.product_id = gone.product_id`,
    [orderId],
  );
  await shop.query("update orders set status = 'Cancelled' where id = $1", [orderId]);
}

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

test("an answer to an early question that comes after the cancelling says paid: given back", async () => {
  const begun = await begin();
  await cancelByRows(begun);
  const secret = "A".repeat(43);
  await shop.query("insert into code_checks (secret_hash, payment_id) values ($1, $2)", [
    hashSecret(secret),
    begun.paymentId,
  ]);
  const told = Object.entries({
    ReceiptNo: begun.code,
    TransactionStatus: "Completed",
    Amount: "1501",
    CreditPartyName: "174379 - SHOP",
    InitiatedTime: at(0).TransTime,
  });
  const ResultParameter = told.map(([Key, Value]) => ({ Key, Value }));
  const Result = { ResultType: 0, ResultCode: 0, ResultParameters: { ResultParameter } };
  expect((await shop.post(`/hooks/mm/result/${secret}`, { Result })).status).toBe(200);
  await shop.work();
  await shop.work();
  await expectGivenBack(begun);
});

test("found in the same moment as it is cancelled: an order that is paid, or a refund", async () => {
  const ends = { paid: 0, back: 0 };
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
        .then(() => other.jobs.tasks.hook?.("c2b"));
    const ended = () => shop.jobs.tasks.payment?.(paymentId);
    // now the one a little earlier, now the other
    await Promise.all(turn % 2 ? [told(), wait(turn).then(ended)] : [ended(), wait(turn / 2).then(told)]);
    await shop.work();
    const stands = await orderStanding(shop, orderId);
    if (stands?.payment) {
      ends.paid += 1;
      expect(stands).toMatchObject({ status: "Order Placed", state: "paid", receipt: code });
      expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 1 });
    } else {
      ends.back += 1;
      await expectGivenBack(begun);
    }
  }
  expect(ends.paid + ends.back).toBe(4);
  await expectNothingBroken(shop);
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
