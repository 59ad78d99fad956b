import { beforeEach, expect, test } from "vitest";
import { WAMBUI } from "../../../../test/counter.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { outcomeOf, stockOf } from "../../../../test/outcome.ts";
import { NO_OPERATOR, paidShop, secondProcess } from "../../../../test/payments.ts";
import type { Person } from "../../../../test/people.ts";
import type { TestApp } from "../../../../test/shop.ts";
import { moneyUnder, orderStanding, tellOfMoney, typeCode } from "../../../../test/till.ts";
import { listCodes } from "../../staff/code-queue.server.ts";
import { waitingIn } from "../../staff/needs-decision.server.ts";
import { rejectCodesOf } from "../../staff/reject-codes.server.ts";

// only the owner can look a code up here
const shop = paidShop(NO_OPERATOR);
const other = secondProcess(shop);
beforeEach(() => shop.query("delete from rate_limits"));

const reject = ({ userId }: Person) => rejectCodesOf(shop.context, userId, { confirmed: true, by: WAMBUI });
const asked = ({ userId }: Person) => rejectCodesOf(shop.context, userId, { by: WAMBUI });
const CANCELLED = { payment: false, status: "Cancelled", state: "failed", reason: "closed by staff" };

/** An account of three hours with that many codes nobody found, one piece each. */
async function waiting(count = 2) {
  const { tee, buyer } = await shop.sale({ stock: { M: 9 } });
  await shop.query("update users set joined_at = now() - interval '3 hours' where id = $1", [buyer.userId]);
  const made = [];
  for (let n = 0; n < count; n += 1) made.push(await typeCode(shop, buyer, tee));
  return { buyer, tee, made };
}

test("what it would do is said first; then all at once: orders cancelled, goods back, one mail each; again, nothing", async () => {
  const { buyer, tee, made } = await waiting();
  const bystander = await waiting(1);
  const conflicts = ["2 codes are rejected, 2 orders are cancelled."];
  await expect(asked(buyer)).rejects.toMatchObject({
    status: 409,
    fields: { confirm: { amount: 3_002, to: buyer.email, method: "reject", conflicts } },
  });
  expect((await outcomeOf(shop, buyer)).states).toEqual(["pending", "pending"]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 7, held: 2, sold: 0 });
  expect(await reject(buyer)).toBe(2);
  for (const { orderId } of made) expect(await orderStanding(shop, orderId)).toMatchObject(CANCELLED);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 9, held: 0, sold: 0 });
  const mails = ["placed", "placed", "code-rejected", "code-rejected"];
  expect((await outcomeOf(shop, buyer)).mails).toEqual(mails);
  expect(await reject(buyer)).toBe(0);
  expect((await outcomeOf(shop, buyer)).mails).toEqual(mails);
  await expect(reject({ ...buyer, userId: "nobody" })).rejects.toMatchObject({ status: 404 });
  // nobody else's
  expect((await outcomeOf(shop, bystander.buyer)).states).toEqual(["pending"]);
  await reject(bystander.buyer);
});

test("money that was found, or seen, is left alone; an order that has left stays", async () => {
  const { buyer, tee, made } = await waiting(2);
  const [found, short] = made;
  await tellOfMoney(shop, String(found?.code));
  await tellOfMoney(shop, String(short?.code), { TransAmount: "1500.00" });
  const left = await typeCode(shop, buyer, tee);
  await shop.query("update orders set status = 'Shipped' where id = $1", [left.orderId]);
  const conflicts = ["1 code is rejected, 0 orders are cancelled."];
  await expect(asked(buyer)).rejects.toMatchObject({ fields: { confirm: { conflicts } } });
  await reject(buyer);
  expect(await orderStanding(shop, String(found?.orderId))).toMatchObject({
    payment: true,
    status: "Order Placed",
    state: "paid",
  });
  expect(await orderStanding(shop, String(short?.orderId))).toMatchObject({
    payment: false,
    status: "Order Placed",
    state: "paid_held",
  });
  expect(await orderStanding(shop, left.orderId)).toMatchObject({ status: "Shipped", state: "failed" });
  expect((await outcomeOf(shop, buyer)).mails).toEqual(["placed", "placed", "placed"]);
});

test("twice in parallel, while the money of one is found: each code comes to one end, and each mail goes once", async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const { buyer, tee, made } = await waiting(2);
    const code = String(made[1]?.code);
    await Promise.all([reject(buyer), reject(buyer), tellOfMoney(shop, code)]);
    await shop.work();
    const { orders, mails } = await outcomeOf(shop, buyer);
    const paid = orders.filter(({ payment }) => payment).length;
    expect(mails.filter((mail) => mail === "code-rejected")).toHaveLength(2 - paid);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 9 - paid, held: 0, sold: paid });
    // told of after the rejecting, its money is to go back
    expect(await orderStanding(shop, String(made[1]?.orderId))).toMatchObject({
      state: "paid",
      receipt: code,
    });
    expect(await moneyUnder(shop, code)).toMatchObject(paid ? { allocated: 1_501 } : { refunding: 1_501 });
  }
});

const mails = () =>
  shop.query<{ subject: string; text: string }>(
    "select subject, text from outbox where event like 'waits:%' order by id",
  );

test("a mail a day says what waits, in counts alone; once, however many processes and restarts", async () => {
  const { buyer, made } = await waiting(2);
  await shop.query("update payments set created_at = now() - interval '30 hours' where id = $1", [
    made[0]?.paymentId,
  ]);
  const morning = (app: TestApp) => app.jobs.cron.morning();
  await Promise.all([morning(shop), morning(other), morning(shop)]);
  await morning(other);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.text).toContain("; the oldest for 30 hours.");
  expect(mail?.text).toContain(`\n${shop.config.PUBLIC_URL}/staff/codes\n`);
  // a stranger's words are in none of it
  for (const word of [buyer.email, "wanjiku", "12 Langata", String(made[0]?.code)])
    expect(mail?.text).not.toContain(word);
  const total = (await listCodes(shop.db)).total;
  expect(mail?.text).toMatch(
    new RegExp(`${total} typed codes that nobody found, of \\d+ accounts?, Ksh [\\d,]+ in all`),
  );

  // the next day there is another
  await shop.query("update outbox set event = 'waits:1999-12-31' where event like 'waits:%'");
  await morning(shop);
  expect(await mails()).toHaveLength(2);
  await reject(buyer);
});

test("a code that M-Pesa is still asked about waits for nobody", async () => {
  const { buyer, made } = await waiting(1);
  const waitingCodes = async () => (await waitingIn(shop.db, "codes", { canAsk: true })).rows;
  const before = await waitingCodes();
  await shop.query("update payments set state = 'needs_review', next_check_at = null where id = $1", [
    made[0]?.paymentId,
  ]);
  expect((await waitingCodes()) - before).toBe(1);
  await reject(buyer);
});

holdsInvariants(() => shop);
