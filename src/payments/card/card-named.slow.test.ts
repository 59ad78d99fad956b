import { beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { expectOneOrder, moneyOf, outcomeOf, toldStaff } from "../../../test/outcome.ts";
import { age, intent, paidShop, paymentOf } from "../../../test/payments.ts";
import type { TestApp } from "../../../test/shop.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { listExceptions } from "../staff/needs-decision.server.ts";

/** Another process each time, whose breakers have seen nothing yet. */
let app: TestApp;
const shop = paidShop();
beforeAll(async () => {
  // what is not said here is said by nobody, and by reference the first try alone is told
  shop.flutterwave.webhookUrl({ url: null });
  shop.flutterwave.switches({ byReference: "first" });
});
beforeEach(async () => {
  app = await shop.second();
  shop.flutterwave.mode({ mode: "normal" });
  await shop.query("delete from hook_inbox");
  await shop.query("update payments set next_check_at = null");
  return () => app.close();
});

const NO_MONEY = "5258585922666506";
const GOOD = "5061460166976054667";
const WHEN = ["at once", "once the provider can be asked again"] as const;
const FORGED = { status: 400, body: { success: false, message: PAYMENT_TEXTS.cardNotPaid } };

/** A card page with one try that failed. */
async function begin() {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { tx_ref } = await intent(shop, buyer, tee);
  const charge = async (card: string) => (await shop.flutterwave.pay({ tx_ref, card })).transaction_id;
  await charge(NO_MONEY);
  const claim = (transactionId: unknown, named: object = { tx_ref }) =>
    app.post("/api/order/flutterwave", { transactionId, ...named }, buyer.token);
  return { buyer, tee, tx_ref, charge, claim };
}

/** The provider is away while `say` happens, unless it answers at once; the work that falls due is then done. */
async function heard<Answer>(when: (typeof WHEN)[number], say: () => Promise<Answer>): Promise<Answer> {
  if (when !== "at once") shop.flutterwave.mode({ mode: "down" });
  const answer = await say();
  await app.jobs.tasks.hook?.("card");
  shop.flutterwave.mode({ mode: "normal" });
  await laterWorked();
  return answer;
}

/** A quarter of an hour later the round is made by a process that has not given the provider up. */
async function laterWorked() {
  await age(shop, 900);
  const fresh = await shop.second();
  await fresh.jobs.cron.minute();
  await fresh.close();
}

const claims = () =>
  shop.query<{ outcome: string | null; parked: boolean }>(
    "select outcome, parked_at is not null as parked from hook_inbox where kind = 'card' order by id",
  );

test.each(WHEN)("the browser names the card that paid after one that failed: one order, %s", async (when) => {
  const { buyer, tee, charge, claim } = await begin();
  const paid = await charge(GOOD);
  // at once it names no page of its own
  const answer = await (when === "at once"
    ? heard(when, () => claim(paid, {}))
    : heard(when, () => claim(paid)));
  expect(answer.status).toBe(when === "at once" ? 200 : 503);
  await expectOneOrder(shop, buyer, tee);
  expect((await paymentOf(shop, buyer)).receipt).toBe(String(paid));
  expect((await claim(paid)).body).toMatchObject({ message: "Order placed" });
});

test("a paid page is named with a second charge: listed for the owner once", async () => {
  const { buyer, tee, charge, claim } = await begin();
  const first = await charge(GOOD);
  const { orderId } = (await claim(first)).body;
  const second = await charge(GOOD);
  const answer = await heard("at once", () => claim(second));
  expect(answer).toMatchObject({ status: 200, body: { orderId } });
  await Promise.all([claim(second), claim(second)]);
  await laterWorked();
  expect(await moneyOf(shop, buyer)).toEqual([
    { receipt: String(first), amount: 1501, state: "paid" },
    { receipt: String(second), amount: 1501, state: "unallocated" },
  ]);
  expect(await toldStaff(shop, buyer)).toEqual([`it was paid a second time (${second})`]);
  expect(await claims()).toHaveLength(1);
  await expectOneOrder(shop, buyer, tee);
});

test("a page is named with another page's paid card: that page becomes its order", async () => {
  const { buyer, tx_ref, claim } = await begin();
  const cap = await addProduct(shop, { stock: { M: 3 } });
  const other = await intent(shop, buyer, cap);
  await shop.flutterwave.pay({ tx_ref: other.tx_ref, card: NO_MONEY });
  const { transaction_id: paid } = await shop.flutterwave.pay({ tx_ref: other.tx_ref, card: GOOD });
  expect(await heard("at once", () => claim(paid, { tx_ref }))).toMatchObject(FORGED);
  const { orders } = await outcomeOf(shop, buyer);
  expect(orders).toMatchObject([{ payment: true, status: "Order Placed" }]);
  const paidBy =
    "select p.reference from payments p join transactions t on t.id = p.transaction_id where t.receipt = $1";
  expect(await shop.query(paidBy, [String(paid)])).toEqual([{ reference: other.tx_ref }]);
});

test("a card that is decided only later, and that nobody reports, is asked about by its own id", async () => {
  const { buyer, tee, charge, claim } = await begin();
  const paid = await charge("4000000000000006");
  expect((await claim(paid)).body).toMatchObject({ pending: true });
  expect(await claims()).toEqual([{ outcome: null, parked: false }]);
  await shop.clock.advance(75_000);
  await laterWorked();
  await expectOneOrder(shop, buyer, tee);
  expect(await claims()).toEqual([{ outcome: "verified", parked: false }]);
});

test("invented transactions: ten of a shopper wait, none longer than half an hour, and the owner is notified of none", async () => {
  const { buyer, claim } = await begin();
  const before = (await listExceptions(shop.db)).length;
  for (let id = 1; id <= 12; id++) await claim(900_000_000 + id);
  for (const nonsense of ["x", "../1", "1".repeat(21), -1]) await claim(nonsense);
  expect(await claims()).toHaveLength(10);
  await claim(900_000_001);
  expect(await claims()).toHaveLength(10);
  for (let turn = 0; turn < 3; turn++) await laterWorked();
  expect(await claims()).toEqual(Array(10).fill({ outcome: "no such transaction", parked: false }));
  expect(await listExceptions(shop.db)).toHaveLength(before);
  expect((await outcomeOf(shop, buyer)).orders).toEqual([]);
});

holdsInvariants(() => shop);
