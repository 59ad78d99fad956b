import { expect, test } from "vitest";
import { counterOn, OTIENO, WAMBUI } from "../../../test/counter.ts";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { mailText, stockOf } from "../../../test/outcome.ts";
import { paidShop } from "../../../test/payments.ts";
import { customer, freshCode } from "../../../test/people.ts";
import { tellOfMoney, typeCode } from "../../../test/till.ts";
import { findForStaff } from "../../ordering/staff/find-order.server.ts";
import { confirmCode } from "./act-on-attempt.server.ts";
import { listCodes } from "./code-queue.server.ts";
import { askAgain, rejectTypedCode } from "./decide-code.server.ts";
import { rawMessagesOf } from "./money-history.server.ts";

const shop = paidShop();
const counter = counterOn(shop);
const HOURS = 3_600;

const reject = (id: string, by = WAMBUI, reason = "not in the statement") =>
  rejectTypedCode(shop.context, id, { reason, by });
const listed = async () => (await listCodes(shop.db)).rows.map(({ paymentId }) => paymentId);

test("a code that staff reject leaves its order, whose shopper is asked for the right one, and pays by that", async () => {
  const { tee, id, orderId } = await counter.typed();
  const goods = await stockOf(shop, tee);
  await expect(reject(id, WAMBUI, " ")).rejects.toMatchObject({ status: 400 });
  await reject(id);
  await expect(reject(id, OTIENO)).rejects.toMatchObject({
    status: 409,
    fields: { current: "failed", by: "Wambui" },
  });
  expect(await counter.standing(orderId)).toEqual({ status: "Order Placed", refund: null, state: "failed" });
  expect(await stockOf(shop, tee)).toEqual(goods);
  expect(await mailText(shop, `code-wrong:${id}`)).toMatch(
    /on your order's page, or reply to this mail with that code/,
  );
  const shown = await findForStaff(shop.db, orderId, async () => [{ _id: id }]);
  expect(shown?.mails).toHaveLength(2);
  expect(await listed()).not.toContain(id);
  await confirmCode(shop.context, id, { receipt: freshCode(), by: OTIENO });
  expect(await counter.standing(orderId)).toEqual({ status: "Order Placed", refund: null, state: "paid" });
  await shop.pass(49 * HOURS, 49 * HOURS);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed" });
});

test("A rejected code keeps its order for 48 hours, then it is cancelled once", async () => {
  const { tee, id, orderId } = await counter.typed();
  await reject(id);
  await shop.pass(47 * HOURS, 47 * HOURS);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed" });
  await shop.pass(2 * HOURS, 2 * HOURS);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Cancelled", state: "failed" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
  expect(await mailText(shop, `code-rejected:${id}`)).not.toBe("");
});

test("Money that comes for a rejected code still pays its order", async () => {
  const { id, orderId, code } = await counter.typed();
  await reject(id);
  await tellOfMoney(shop, code);
  await shop.pass(30);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed", state: "paid" });
});

test("too little money came for a rejected code: a person decides, and 48 hours end nothing", async () => {
  const { id, orderId, code } = await counter.typed();
  await reject(id);
  await tellOfMoney(shop, code, { TransAmount: "1400.00" });
  await shop.pass(30);
  expect(await counter.standing(orderId)).toMatchObject({ state: "paid_held" });
  await shop.pass(49 * HOURS, 49 * HOURS);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed" });
  expect(await mailText(shop, `code-rejected:${id}`)).toBe("");
});

test("money of a rejected code that was reported and not yet looked at keeps the order until it is decided", async () => {
  const { id, orderId, code } = await counter.typed();
  await reject(id);
  await shop.query(
    `insert into transactions (id, provider, receipt, amount, unallocated, till, source, verified)
     values ($1, 'mpesa', $1, 1400, 1400, '174379', 'c2b', true)`,
    [code],
  );
  await shop.pass(49 * HOURS, 49 * HOURS);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed", state: "failed" });
  await counter.close(code);
  await shop.pass(HOURS, HOURS);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Cancelled", state: "failed" });
});

test("a second code of the same checkout keeps the order until it is decided", async () => {
  const { tee, id, orderId } = await counter.typed();
  await reject(id);
  await shop.query(
    `insert into payments (id, order_id, added, method, state, active, amount, reference)
     select 'second' || right(id, 8), order_id, true, method, 'needs_review', false, amount, 'till:' || $2
     from payments where id = $1`,
    [id, freshCode()],
  );
  await shop.pass(50 * HOURS, 50 * HOURS);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed" });
  await shop.query("update payments set state = 'failed' where order_id = $1 and added", [orderId]);
  await shop.work();
  expect(await counter.standing(orderId)).toMatchObject({ status: "Cancelled" });
  expect(await stockOf(shop, tee)).toMatchObject({ shelf: 5 });
});

test("the queue shows each code with what may be its money, oldest first, page by page", async () => {
  const [one, two] = [await counter.typed(), await counter.typed()];
  const near = await counter.stray({ TransAmount: "1501.00" });
  const far = await counter.stray({ TransAmount: "1501.00" });
  await shop.query("update transactions set paid_at = now() - interval '31 minutes' where id = $1", [
    far.money,
  ]);
  const seen = [];
  for (let after: string | undefined; ; ) {
    const page = await listCodes(shop.db, { after, limit: 1 });
    seen.push(...page.rows);
    after = page.next;
    if (after === undefined) break;
  }
  const ids = seen.map(({ paymentId }) => paymentId);
  expect(ids.indexOf(one.id)).toBeLessThan(ids.indexOf(two.id));
  const row = seen.find(({ paymentId }) => paymentId === two.id);
  expect(row).toMatchObject({
    code: two.code,
    amount: 1_501,
    orderId: two.orderId,
    name: expect.stringMatching(/\w+ \w+/),
    phone: expect.stringMatching(/^\+?\d+$/),
    age: expect.any(Number),
    elsewhere: [],
  });
  const codes = row?.tillMoney.map(({ code }) => code);
  expect(codes).toContain(near.receipt);
  expect(codes).not.toContain(far.receipt);
});

test("staff may have M-Pesa asked once more about a code, a minute apart, and its answer counts", async () => {
  const { id, code, orderId } = await counter.typed();
  const asked = () =>
    shop.daraja.requests("transactionstatus").filter(({ body }) => JSON.stringify(body).includes(code))
      .length;
  await shop.pass(13 * HOURS, 6 * HOURS);
  await shop.pass(300);
  const before = asked();
  await askAgain(shop.context, id, WAMBUI);
  expect(asked()).toBe(before + 1);
  await expect(askAgain(shop.context, id, OTIENO)).rejects.toMatchObject({ status: 409 });
  await shop.pass(30);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed" });
  expect((await counter.auditOf(id)).map(({ action }) => action)).toEqual(["code.ask-again"]);
});

test("what providers sent is found from the attempt and the sum it is about, whichever came first", async () => {
  const { receipt, money } = await counter.stray({ TransAmount: "1501.00" });
  const messages = async (about: { paymentId: string | null; moneyId: string | null }) =>
    (await rawMessagesOf(shop.db, about)).map(({ kind }) => kind);
  expect(await messages({ paymentId: null, moneyId: money })).toEqual(["c2b"]);
  const { paymentId } = await typeCode(shop, await customer(shop), await addProduct(shop), receipt);
  await shop.pass(30);
  expect(await messages({ paymentId, moneyId: money })).toEqual(["c2b"]);
  const carded = await counter.paidByCard();
  await shop.work();
  expect(await messages({ paymentId: carded.id, moneyId: carded.money })).toContain("card");
});

holdsInvariants(() => shop);
