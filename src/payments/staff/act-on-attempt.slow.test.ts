import { expect, test } from "vitest";
import { pusher } from "../../../test/callback.ts";
import { counterOn, OTIENO, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { expectOneOrder, mailText, moneyOf, outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import { ASKED_FREELY, paidShop } from "../../../test/payments.ts";
import { freshCode } from "../../../test/people.ts";
import { heldFor, orderStanding, tellOfMoney } from "../../../test/till.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { lockSum } from "../transactions/queries.server.ts";
import { acceptPaid, checkNow, closeUnpaid, confirmCode } from "./act-on-attempt.server.ts";
import { listMoney } from "./list-money.server.ts";

const shop = paidShop(ASKED_FREELY);
const counter = counterOn(shop);
const pushed = pusher(() => shop, 8);

const accept = (id: string, more: object = {}) =>
  acceptPaid(shop.context, id, { reason: "seen in the statement", confirmed: true, by: WAMBUI, ...more });
const refundsOf = (paymentId: string) =>
  shop.query(
    "select r.amount, r.reason from refunds r join transactions t on t.id = r.transaction_id where t.payment_id = $1",
    [paymentId],
  );

test("Of two staff deciding about a code one wins, the other learns who, with one audit row", async () => {
  const { id, orderId, buyer } = await counter.typed();
  const receipts = [freshCode(), freshCode()] as const;
  const asked = await Promise.allSettled([
    confirmCode(shop.context, id, { receipt: receipts[0], by: WAMBUI }),
    confirmCode(shop.context, id, { receipt: receipts[1], by: OTIENO }),
  ]);
  const won = asked.findIndex(({ status }) => status === "fulfilled");
  const winner = [WAMBUI, OTIENO][won]?.name;
  expect(asked[1 - won]).toMatchObject({
    status: "rejected",
    reason: { status: 409, fields: { current: "paid", by: winner, at: expect.any(Number) } },
  });
  expect(await counter.auditOf(id)).toEqual([{ action: "code.confirm", staff_name: winner }]);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, receipt: receipts[won] });
  // what the other typed is no news of money
  expect(await moneyOf(shop, buyer)).toEqual([{ receipt: receipts[won], amount: 1_501, state: "paid" }]);
});

test("A payment accepted or closed stays so, with one audit row, and who is late learns by whom", async () => {
  const [paid, unpaid] = [await counter.typed(), await counter.typed(2)];
  for (const wrong of [{ reason: "" }, { receipt: "UKX.1" }, { receipt: "UKX1Y2Z3A4B" }, { receipt: "АВС" }])
    await expect(accept(paid.id, wrong)).rejects.toMatchObject({ status: 400 });
  await accept(paid.id, { receipt: " ukx2y2z2a2 " });
  expect(await orderStanding(shop, paid.orderId)).toMatchObject({ payment: true, receipt: "UKX2Y2Z2A2" });
  await closeUnpaid(shop.context, unpaid.id, { reason: "nobody paid", by: WAMBUI });
  expect(await counter.standing(unpaid.orderId)).toEqual({
    status: "Cancelled",
    refund: null,
    state: "failed",
  });
  expect(await stockOf(shop, unpaid.tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
  const late = { reason: "the other way", by: OTIENO };
  for (const [act, current] of [
    [() => accept(paid.id, late), "paid"],
    [() => closeUnpaid(shop.context, paid.id, late), "paid"],
    [() => closeUnpaid(shop.context, unpaid.id, late), "failed"],
  ] as const)
    await expect(act()).rejects.toMatchObject({ status: 409, fields: { current, by: "Wambui" } });
  const rows = await shop.query("select reason, after->>'state' as state from audit where subject_id = $1", [
    unpaid.id,
  ]);
  expect(rows).toEqual([{ reason: "nobody paid", state: "failed" }]);
  await expect(checkNow(shop.context, "none", WAMBUI)).rejects.toMatchObject({ status: 404 });
  expect(await checkNow(shop.context, paid.id, WAMBUI)).toMatchObject({ payment: { state: "paid" } });
});

/** A code with too little money under it, whose order staff cancelled. */
async function cancelledWithTooLittle() {
  const made = await counter.typed();
  await tellOfMoney(shop, made.code, { TransAmount: "1000.00" });
  await counter.cancel(made.orderId);
  const short = { status: "Cancelled", ...heldFor("paid less than the total") };
  expect(await orderStanding(shop, made.orderId)).toMatchObject(short);
  return made;
}

test("too little is accepted for an order that was cancelled: what came is refunded, not the total", async () => {
  const { id } = await cancelledWithTooLittle();
  const conflicts = ["It pays no order: the order was cancelled."];
  await expect(accept(id, { confirmed: false })).rejects.toMatchObject({
    status: 409,
    fields: { confirm: { amount: 1_000, to: expect.stringMatching(/^refunded to /), conflicts } },
  });
  expect(await refundsOf(id)).toEqual([]);
  await accept(id);
  expect(await refundsOf(id)).toEqual([{ amount: 1_000, reason: "the order was cancelled" }]);
  expect(await mailText(shop, `refund-due:${id}`)).toContain("1,000");
});

test("a yes to less than the total is no yes to a refund: staff are asked again once the order is cancelled", async () => {
  const { id, orderId, code } = await counter.typed();
  await tellOfMoney(shop, code, { TransAmount: "1000.00" });
  const asked = await accept(id, { confirmed: false }).catch((error: unknown) => error);
  expect(asked).toMatchObject({ fields: { confirm: { amount: 1_000, method: "order" } } });
  await counter.cancel(orderId);
  const { fields } = asked as { fields: { seen: string } };
  const conflicts = ["This has changed since you were asked.", "It pays no order: the order was cancelled."];
  await expect(accept(id, { confirmed: fields.seen })).rejects.toMatchObject({
    status: 409,
    fields: { confirm: { amount: 1_000, conflicts } },
  });
  expect(await refundsOf(id)).toEqual([]);
});

test("other money is accepted for an order that was cancelled: that is refunded, not what came before it", async () => {
  const { id, code } = await cancelledWithTooLittle();
  const receipt = freshCode();
  await tellOfMoney(shop, receipt);
  await accept(id, { receipt });
  expect(await refundsOf(id)).toEqual([{ amount: 1_501, reason: "the order was cancelled" }]);
  expect(await counter.sumsOf(await counter.rowOf(code))).toMatchObject({ unallocated: 1_000 });
});

test("too little came under a code, and the owner refunds it in whole: its order ends", async () => {
  const { id, orderId, code, tee } = await counter.typed();
  await tellOfMoney(shop, code, { TransAmount: "1000.00" });
  const money = await counter.rowOf(code);
  await expect(counter.refund(money, 1_001)).rejects.toMatchObject({ status: 409 });
  await counter.refund(money, 1_000);
  expect(await counter.standing(orderId)).toEqual({ status: "Cancelled", refund: null, state: "paid" });
  await expect(accept(id)).rejects.toMatchObject({ status: 409 });
  expect(await counter.exceptions()).not.toContain(id);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
});

test("staff who accept less than the total wait until a decision about a sum as small is made", async () => {
  const { id, orderId, code } = await counter.typed();
  await tellOfMoney(shop, code, { TransAmount: "1000.00" });
  const begun: Promise<unknown>[] = [];
  await transaction(shop.db, async (tx) => {
    await lockSum(tx, { provider: "mpesa", amount: 1_000, receipt: null });
    begun.push(accept(id));
    const waiting = "select from pg_locks where locktype = 'advisory' and objid = 1000 and not granted";
    await expect.poll(() => shop.query(waiting), { timeout: 1_800 }).toHaveLength(1);
  });
  await Promise.all(begun);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, state: "paid", receipt: code });
});

test("money accepted for a cancelled order is refunded once that is confirmed", async () => {
  const { id, orderId, buyer } = await counter.typed();
  await closeUnpaid(shop.context, id, { reason: "nobody paid", by: WAMBUI });
  await expect(accept(id, { confirmed: false })).rejects.toMatchObject({
    status: 409,
    fields: {
      confirm: {
        amount: 1_501,
        to: expect.stringMatching(/^refunded to Wanjiku Otieno/),
        method: "hand",
        conflicts: ["It pays no order: the order was cancelled."],
      },
    },
  });
  expect(await counter.standing(orderId)).toEqual({ status: "Cancelled", refund: null, state: "failed" });
  await accept(id);
  expect(await counter.standing(orderId)).toEqual({ status: "Cancelled", refund: "due", state: "paid" });
  expect((await outcomeOf(shop, buyer)).mails).toEqual(["placed", "code-rejected", "refund-due"]);
});

test("staff take money for the total, and the till names more: the rest is listed with its sum, no contradiction", async () => {
  const { id, orderId, code, buyer } = await counter.typed();
  await confirmCode(shop.context, id, { by: WAMBUI });
  for (const _time of [1, 2]) await tellOfMoney(shop, code, { TransAmount: "3001.00" });
  expect(await toldStaff(shop, buyer)).toEqual([`more came than staff had seen (${code})`]);
  const money = await counter.rowOf(code);
  expect(await counter.sumsOf(money)).toEqual({
    allocated: 1_501,
    refunded: 0,
    refunding: 0,
    unallocated: 1_500,
  });
  const { rows } = await listMoney(shop.db, { id: money, open: true, page: 1 });
  expect(rows).toMatchObject([{ amount: 3_001, reason: "more came than staff had seen", order: orderId }]);
  expect(await shop.query("select from exceptions where transaction_id = $1", [money])).toEqual([]);
  await counter.refund(money, 1_500);
  expect(await moneyOf(shop, buyer)).toEqual([{ receipt: code, amount: 3_001, state: "refunding" }]);
});

test("a paid prompt nobody reported is the owner's to accept", async () => {
  shop.daraja.dropCallbacks(true);
  const { id, payment, buyer, tee } = await pushed();
  await shop.daraja.approve(id);
  shop.daraja.dropCallbacks(false);
  const { receipt } = shop.daraja.payments().at(-1) ?? {};
  await shop.query(
    `update payments set state = 'expired_unknown', active = false, next_check_at = null,
       created_at = created_at - interval '25 hours', submitted_at = submitted_at - interval '25 hours' where id = $1`,
    [payment],
  );
  expect(await counter.exceptions()).toContain(payment);
  await accept(payment, { receipt });
  await expectOneOrder(shop, buyer, tee);
  expect(await moneyOf(shop, buyer)).toEqual([{ receipt, amount: 1_501, state: "paid" }]);
  expect(await counter.exceptions()).not.toContain(payment);
});

holdsInvariants(() => shop);
