import { expect, test } from "vitest";
import { counterOn, OTIENO, WAMBUI } from "../../../test/counter.ts";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { stockOf } from "../../../test/outcome.ts";
import { paidShop } from "../../../test/payments.ts";
import { customer, freshCode } from "../../../test/people.ts";
import { tellOfMoney, typeCode } from "../../../test/till.ts";
import { findForStaff } from "../../ordering/staff/find-order.server.ts";
import { askAgain, rejectTypedCode } from "./code-deeds.server.ts";
import { listCodes } from "./code-queue.server.ts";
import { acceptPayment, checkNow, closePayment, confirmCode } from "./counter-deeds.server.ts";
import { rawMessagesOf } from "./raw-messages.server.ts";
import { closeByStaff } from "./staff-money.server.ts";

const shop = paidShop();
const counter = counterOn(shop);

async function typed() {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  return { tee, ...(await typeCode(shop, buyer, tee)) };
}

const HOURS = 3_600;

test("Of two staff deciding about a code one wins, the other learns who, with one audit row", async () => {
  const { paymentId, orderId, code } = await typed();
  const asked = await Promise.allSettled([
    confirmCode(shop.context, paymentId, { by: WAMBUI }),
    confirmCode(shop.context, paymentId, { by: OTIENO }),
  ]);
  const won = asked.findIndex(({ status }) => status === "fulfilled");
  const winner = [WAMBUI, OTIENO][won];
  expect(asked[won]).toMatchObject({ value: { state: "ordered", receipt: code } });
  expect(asked[1 - won]).toMatchObject({
    status: "rejected",
    reason: { status: 409, fields: { current: "ordered", by: winner?.name, at: expect.any(Number) } },
  });
  expect(await counter.auditOf(paymentId)).toEqual([{ action: "code.confirm", staff_name: winner?.name }]);
  const [row] = await shop.query("select payment from orders where id = $1", [orderId]);
  expect(row).toEqual({ payment: true });
});

test("a code that staff reject leaves its order, whose shopper is asked for the right one, and pays by that", async () => {
  const { tee, paymentId, orderId } = await typed();
  const goods = await stockOf(shop, tee);
  await expect(rejectTypedCode(shop.context, paymentId, { reason: " ", by: WAMBUI })).rejects.toMatchObject({
    status: 400,
  });
  await rejectTypedCode(shop.context, paymentId, { reason: "not in the statement", by: WAMBUI });
  await expect(
    rejectTypedCode(shop.context, paymentId, { reason: "nor here", by: OTIENO }),
  ).rejects.toMatchObject({
    status: 409,
    fields: { current: "failed", by: "Wambui" },
  });
  expect(await counter.standing(orderId)).toEqual({ status: "Order Placed", refund: null, state: "failed" });
  expect(await stockOf(shop, tee)).toEqual(goods);
  const mails = await shop.query<{ text: string }>("select text from outbox where event = $1", [
    `code-wrong:${paymentId}`,
  ]);
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringMatching(/on your order's page, or reply to this mail with that code/),
  ]);
  const shown = await findForStaff(shop.db, orderId, async () => [{ _id: paymentId }]);
  expect(shown?.mails).toHaveLength(2);
  expect((await listCodes(shop.db)).rows.map((row) => row.paymentId)).not.toContain(paymentId);
  const right = freshCode();
  await confirmCode(shop.context, paymentId, { receipt: right, by: OTIENO });
  expect(await counter.standing(orderId)).toEqual({ status: "Order Placed", refund: null, state: "ordered" });
  await shop.pass(49 * HOURS, 49 * HOURS);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed" });
});

test("A rejected code keeps its order for 48 hours, then it is cancelled once", async () => {
  const { tee, paymentId, orderId } = await typed();
  await rejectTypedCode(shop.context, paymentId, { reason: "not in the statement", by: WAMBUI });
  await shop.pass(47 * HOURS, 47 * HOURS);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed" });
  await shop.pass(2 * HOURS, 2 * HOURS);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Cancelled", state: "failed" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
  const mails = await shop.query("select event from outbox where event = $1", [`code-rejected:${paymentId}`]);
  expect(mails).toHaveLength(1);
});

test("Money that comes for a rejected code still pays its order", async () => {
  const { paymentId, orderId, code } = await typed();
  await rejectTypedCode(shop.context, paymentId, { reason: "not in the statement", by: WAMBUI });
  await tellOfMoney(shop, code);
  await shop.pass(30);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed", state: "ordered" });
});

test("too little money came for a rejected code: a person decides, and 48 hours end nothing", async () => {
  const { paymentId, orderId, code } = await typed();
  await rejectTypedCode(shop.context, paymentId, { reason: "not in the statement", by: WAMBUI });
  await tellOfMoney(shop, code, { TransAmount: "1400.00" });
  await shop.pass(30);
  expect(await counter.standing(orderId)).toMatchObject({ state: "paid_held" });
  await shop.pass(49 * HOURS, 49 * HOURS);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed" });
  expect(await shop.query("select from outbox where event = $1", [`code-rejected:${paymentId}`])).toEqual([]);
});

test("money of a rejected code that was reported and not yet looked at keeps the order until it is decided", async () => {
  const { paymentId, orderId, code } = await typed();
  await rejectTypedCode(shop.context, paymentId, { reason: "not in the statement", by: WAMBUI });
  await shop.query(
    "insert into till_payments (code, amount, shortcode, bill_ref) values ($1, 1400, '174379', '')",
    [code],
  );
  await shop.pass(49 * HOURS, 49 * HOURS);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed", state: "failed" });
  await closeByStaff(shop.context, code, "given back by hand", WAMBUI);
  await shop.pass(HOURS, HOURS);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Cancelled", state: "failed" });
});

test("a second code of the same checkout keeps the order until it is decided", async () => {
  const { tee, paymentId, orderId } = await typed();
  await shop.query("update orders set idempotency_key = $2 where id = $1", [orderId, `key-${orderId}`]);
  await rejectTypedCode(shop.context, paymentId, { reason: "not in the statement", by: WAMBUI });
  await shop.query(
    `insert into payments (id, user_id, method, state, active, checkout, draft, lines, subtotal, delivery_fee, amount, reference)
     select 'second' || right(id, 8), user_id, method, 'needs_review', false, $2, id, lines, subtotal, delivery_fee, amount, 'till:' || $3
     from payments where id = $1`,
    [paymentId, `key-${orderId}`, freshCode()],
  );
  await shop.pass(50 * HOURS, 50 * HOURS);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed" });
  await shop.query("update payments set state = 'failed' where draft = $1", [paymentId]);
  await shop.work();
  expect(await counter.standing(orderId)).toMatchObject({ status: "Cancelled" });
  expect(await stockOf(shop, tee)).toMatchObject({ shelf: 5 });
});

test("the queue shows each code with what may be its money, oldest first, page by page", async () => {
  const one = await typed();
  const two = await typed();
  const near = freshCode();
  await tellOfMoney(shop, near);
  const far = freshCode();
  await shop.query(
    "insert into till_payments (code, amount, shortcode, bill_ref, paid_at) values ($1, 1501, '174379', '', now() - interval '31 minutes')",
    [far],
  );
  const seen = [];
  for (let after: string | undefined; ; ) {
    const page = await listCodes(shop.db, { after, limit: 1 });
    seen.push(...page.rows);
    after = page.next;
    if (after === undefined) break;
  }
  const ids = seen.map(({ paymentId }) => paymentId);
  expect(ids.indexOf(one.paymentId)).toBeLessThan(ids.indexOf(two.paymentId));
  const row = seen.find(({ paymentId }) => paymentId === two.paymentId);
  expect(row).toMatchObject({
    code: two.code,
    amount: 1_501,
    orderId: two.orderId,
    name: expect.stringMatching(/\w+ \w+/),
    phone: expect.stringMatching(/^\+?\d+$/),
    age: expect.any(Number),
    elsewhere: [],
  });
  expect(row?.tillMoney.map(({ code }) => code)).toContain(near);
  expect(row?.tillMoney.map(({ code }) => code)).not.toContain(far);
});

test("staff may have M-Pesa asked once more about a code, a minute apart, and its answer counts", async () => {
  const { paymentId, code, orderId } = await typed();
  const asked = () =>
    shop.daraja.requests("transactionstatus").filter(({ body }) => JSON.stringify(body).includes(code))
      .length;
  await shop.pass(13 * HOURS, 6 * HOURS);
  await shop.pass(300);
  const before = asked();
  await askAgain(shop.context, paymentId, WAMBUI);
  expect(asked()).toBe(before + 1);
  await expect(askAgain(shop.context, paymentId, OTIENO)).rejects.toMatchObject({ status: 409 });
  await shop.pass(30);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed" });
  expect((await counter.auditOf(paymentId)).map(({ action }) => action)).toEqual(["code.ask-again"]);
});

test("A payment accepted or closed stays so, with one audit row, and who is late learns by whom", async () => {
  const [paid, unpaid] = [await typed(), await typed()];
  await expect(acceptPayment(shop.context, paid.paymentId, { reason: "", by: WAMBUI })).rejects.toMatchObject(
    {
      status: 400,
    },
  );
  await acceptPayment(shop.context, paid.paymentId, { reason: "seen in the statement", by: WAMBUI });
  await closePayment(shop.context, unpaid.paymentId, { reason: "nobody paid", by: WAMBUI });
  const late = { reason: "the other way", by: OTIENO };
  for (const [deed, state] of [
    [() => acceptPayment(shop.context, paid.paymentId, late), "ordered"],
    [() => closePayment(shop.context, paid.paymentId, late), "ordered"],
    [() => closePayment(shop.context, unpaid.paymentId, late), "failed"],
  ] as const)
    await expect(deed()).rejects.toMatchObject({ status: 409, fields: { current: state, by: "Wambui" } });
  const rows = await shop.query("select reason, after->>'state' as state from audit where subject_id = $1", [
    unpaid.paymentId,
  ]);
  expect(rows).toEqual([{ reason: "nobody paid", state: "failed" }]);
  await expect(checkNow(shop.context, "none", WAMBUI)).rejects.toMatchObject({ status: 404 });
  expect(await checkNow(shop.context, paid.paymentId, WAMBUI)).toMatchObject({
    payment: { state: "ordered" },
  });
});

test("what providers sent is found from the payment it is about, whichever came first", async () => {
  const code = freshCode();
  await tellOfMoney(shop, code);
  const buyer = await customer(shop);
  const { paymentId } = await typeCode(shop, buyer, await addProduct(shop), code);
  await shop.pass(30);
  expect(
    (await rawMessagesOf(shop.db, paymentId)).map(({ kind, body }) => [kind, body.includes(code)]),
  ).toEqual([["c2b", true]]);
  const pushed = await counter.paidByPush();
  expect((await rawMessagesOf(shop.db, pushed.id)).map(({ kind }) => kind)).toContain("stk");
  const carded = await counter.paidByCard();
  await shop.work();
  expect((await rawMessagesOf(shop.db, carded.id)).map(({ kind }) => kind)).toContain("card");
});

holdsInvariants(() => shop);
