import { beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { expectNothingBroken, outcomeOf, stockOf } from "../../../../test/outcome.ts";
import { NO_OPERATOR, openPaidShop, paidShop, secondProcess } from "../../../../test/payments.ts";
import { customer, type Person } from "../../../../test/people.ts";
import type { TestApp } from "../../../../test/shop.ts";
import { orderStanding, tellOfMoney, typeCode } from "../../../../test/till.ts";
import { runOwnerCommand } from "../../staff/owner-commands.server.ts";
import { listForStaff } from "../../staff/staff-list.server.ts";

// only the owner can look a code up here
const shop = paidShop(NO_OPERATOR);
const other = secondProcess(shop);
beforeEach(() => shop.query("delete from rate_limits"));

const reject = (who: string, ...yes: string[]) =>
  runOwnerCommand(shop.context, ["reject-codes", who, ...yes]);
const rejected = (orderId: string) => orderStanding(shop, orderId);
const CANCELLED = { payment: false, status: "Cancelled", state: "failed", why: "closed by staff" };

/** An account of three hours with that many codes nobody found, one piece each. */
async function waiting(
  count = 2,
): Promise<{ buyer: Person; tee: Goods; made: Awaited<ReturnType<typeof typeCode>>[] }> {
  const { tee, buyer } = await shop.sale({ stock: { M: 9 } });
  await shop.query("update users set joined_at = now() - interval '3 hours' where id = $1", [buyer.userId]);
  const made = [];
  for (let n = 0; n < count; n += 1) made.push(await typeCode(shop, buyer, tee));
  return { buyer, tee, made };
}

test("without --yes it says what it would do, and nothing is changed", async () => {
  const { buyer, tee, made } = await waiting();
  const { message, done } = await reject(buyer.email);
  expect(done).toBe(true);
  const [head, one, two, foot, ...more] = message.split("\n");
  expect(head).toBe(`2 codes of the account ${buyer.email} (${buyer.userId}, made 3 hours ago) wait:`);
  for (const [line, code] of [
    [one, made[0]],
    [two, made[1]],
  ] as const)
    expect(line).toBe(
      `  ${code?.paymentId} · code ${code?.code} · Ksh 1501 · order ${code?.orderId}: its order would be cancelled, the goods go back on the shelf, and a mail says so`,
    );
  expect(foot).toBe(
    `Nothing was changed yet. To reject them all: npm run payments -- reject-codes ${buyer.email} --yes`,
  );
  expect(more).toEqual([]);
  expect((await outcomeOf(shop, buyer)).states).toEqual(["pending", "pending"]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 7, held: 2, sold: 0 });
  await reject(buyer.userId, "--yes");
});

test.each(["e-mail", "id", "e-mail in capitals"])(
  "all at once, by %s: orders cancelled, goods back, one mail each; again, nothing",
  async (by) => {
    const { buyer, tee, made } = await waiting();
    const bystander = await waiting(1);
    const who = by === "id" ? buyer.userId : by === "e-mail" ? buyer.email : buyer.email.toUpperCase();
    const { message, done } = await reject(who, "--yes");
    expect(done).toBe(true);
    expect(message.match(/rejected; its order is cancelled, and a mail says so/g)).toHaveLength(2);
    for (const { orderId } of made) expect(await rejected(orderId)).toMatchObject(CANCELLED);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 9, held: 0, sold: 0 });
    expect((await outcomeOf(shop, buyer)).mails).toEqual([
      "placed",
      "placed",
      "code-rejected",
      "code-rejected",
    ]);
    expect(await reject(who, "--yes")).toEqual({
      message: `No codes of the account ${buyer.email} (${buyer.userId}, made 3 hours ago) wait.`,
      done: true,
    });
    expect((await outcomeOf(shop, buyer)).mails).toHaveLength(4);
    // nobody else's
    expect((await outcomeOf(shop, bystander.buyer)).states).toEqual(["pending"]);
    await reject(bystander.buyer.userId, "--yes");
  },
);

test("money that was found, or seen, is left alone; an order that has left stays", async () => {
  const { buyer, tee, made } = await waiting(2);
  const [found, short] = made;
  await tellOfMoney(shop, String(found?.code));
  await tellOfMoney(shop, String(short?.code), { TransAmount: "1500.00" });
  const left = await typeCode(shop, buyer, tee);
  await shop.query("update orders set status = 'Shipped' where id = $1", [left.orderId]);
  expect((await reject(buyer.email)).message).toContain(
    "its order is shipped, and stays; it would be looked for no more",
  );
  await reject(buyer.email, "--yes");
  expect(await rejected(String(found?.orderId))).toMatchObject({
    payment: true,
    status: "Order Placed",
    state: "paid",
  });
  expect(await rejected(String(short?.orderId))).toMatchObject({
    payment: false,
    status: "Order Placed",
    state: "paid_held",
  });
  expect(await rejected(left.orderId)).toMatchObject({ status: "Shipped", state: "failed" });
  expect((await outcomeOf(shop, buyer)).mails).toEqual(["placed", "placed", "placed"]);
  await expectNothingBroken(shop);
});

test("twice in parallel, while the money of one is found: each code comes to one end, and each mail goes once", async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const { buyer, tee, made } = await waiting(2);
    const code = String(made[1]?.code);
    await Promise.all([reject(buyer.email, "--yes"), reject(buyer.userId, "--yes"), tellOfMoney(shop, code)]);
    await shop.work();
    const { orders, mails } = await outcomeOf(shop, buyer);
    const paid = orders.filter(({ payment }) => payment).length;
    expect(mails.filter((mail) => mail === "code-rejected")).toHaveLength(2 - paid);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 9 - paid, held: 0, sold: paid });
    // told of after the rejecting, its money is to go back
    const { state } = (await rejected(String(made[1]?.orderId))) ?? {};
    expect(state).toBe(paid ? "ordered" : "refund_pending");
  }
  await expectNothingBroken(shop);
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
  expect(mail?.text).toContain("On the shop's machine: npm run payments.");
  // a stranger's words are in none of it
  for (const word of [buyer.email, "wanjiku", "12 Langata", String(made[0]?.code)])
    expect(mail?.text).not.toContain(word);
  const total = (await listForStaff(shop.db, "codes")).total;
  expect(mail?.text).toMatch(
    new RegExp(`${total} typed codes that nobody found, of \\d+ accounts?, Ksh [\\d,]+ in all`),
  );

  // the next day there is another
  await shop.query("update outbox set event = 'waits:1999-12-31' where event like 'waits:%'");
  await morning(shop);
  expect(await mails()).toHaveLength(2);
  await reject(buyer.email, "--yes");
});

test("nothing waits: no mail; nor of codes that M-Pesa is still asked about", async () => {
  const asking = await openPaidShop();
  const buyer = await customer(asking);
  await asking.jobs.cron.morning();
  await typeCode(asking, buyer, await addProduct(asking));
  await asking.jobs.cron.morning();
  const sent = () => asking.query("select event from outbox where event like 'waits:%'");
  expect(await sent()).toEqual([]);
  await asking.query("update payments set state = 'needs_review', next_check_at = null");
  await asking.jobs.cron.morning();
  expect(await sent()).toHaveLength(1);
  await asking.close();
});

holdsInvariants(() => shop);
