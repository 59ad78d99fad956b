import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { outcomeOf, stockOf, toldStaff } from "../../test/outcome.ts";
import { openPaidShop, type PaidShop, paymentOf, push, pushOf } from "../../test/payments.ts";
import { customer, type Person } from "../../test/people.ts";
import { openDesk } from "./desk.server.ts";
import { markRefunded, refundByStaff } from "./staff.server.ts";
import { takeHooks } from "./take-hooks.server.ts";

let shop: PaidShop;
beforeAll(async () => {
  shop = await openPaidShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.daraja.mode({ mode: "normal" });
  shop.daraja.refundMode("ok");
  await shop.query("update payments set next_check_at = null");
  await shop.query("update refunds set next_try_at = null");
  await shop.pass(15, 15);
});

const requests = () => shop.daraja.requests("reversal").length;
/** What the phone's payments came to at M-Pesa: true where the money went back. */
const reversed = (phone: string) =>
  shop.daraja
    .ledger()
    .filter((paid) => paid.phone === phone)
    .map((paid) => paid.reversed);

let phones = 300;
function phoneFor(scenario: string): string {
  phones += 1;
  const phone = `254711000${phones}`;
  shop.daraja.scenario({ phone, scenario });
  return phone;
}

async function bought(scenario = "001") {
  const phone = phoneFor(scenario);
  const buyer = await customer(shop);
  const tee = await addProduct(shop, { stock: { M: 3 } });
  await push(shop, buyer, pushOf(tee, phone));
  await shop.pass(20, 10);
  const { id, state } = await paymentOf(shop, buyer);
  expect(state).toBe("ordered");
  return { phone, buyer, id: String(id) };
}

async function returned(scenario?: string) {
  const sale = await bought(scenario);
  const before = requests();
  expect(await refundByStaff(openDesk(shop), sale.id, "wrong size")).toBe(true);
  return { ...sale, sent: () => requests() - before };
}

async function refundRow(id: string) {
  const [row] = await shop.query("select state, result from refunds where payment_id = $1", [id]);
  return row;
}

/** What My orders says of the money. */
async function shown(buyer: Person): Promise<unknown[]> {
  const { body } = await shop.post("/api/order/userOrders", {}, buyer.token);
  return (body.orders as { refund?: string }[]).map(({ refund }) => refund);
}

async function expectDone({ buyer, phone, id }: { buyer: Person; phone: string; id: string }) {
  expect((await refundRow(id))?.state).toBe("done");
  expect((await paymentOf(shop, buyer)).state).toBe("refunded");
  expect([await shown(buyer), reversed(phone)]).toEqual([["done"], [true]]);
}

test("staff give the money back: due, under way, done; sent once, mailed once", async () => {
  const sale = await returned();
  expect(await shown(sale.buyer)).toEqual(["due"]);
  await shop.work();
  expect((await refundRow(sale.id))?.state).toBe("sent");
  expect(await shown(sale.buyer)).toEqual(["due"]);
  await shop.pass(10);
  await expectDone(sale);
  await shop.pass(2 * 3_600, 600);
  expect(sale.sent()).toBe(1);
  expect((await outcomeOf(shop, sale.buyer)).mails).toEqual(["placed", "refunded"]);
  expect(await toldStaff(shop, sale.buyer)).toEqual([]);
  const [mail] = await shop.query<{ text: string }>("select text from outbox where event = $1", [
    `refunded:${sale.id}`,
  ]);
  expect(mail?.text).toContain("M-Pesa sends you an SMS about it.");
  expect(mail?.text).not.toContain("bank");
});

test("reversed already, by the portal perhaps: that is done as well", async () => {
  shop.daraja.refundMode("already");
  const { buyer } = await returned();
  await shop.pass(10);
  expect(await shown(buyer)).toEqual(["done"]);
});

test.each([
  ["invalid", "R000002"],
  ["balance", "1"],
] as const)("%s: not done, staff are told once, and may try again", async (mode, result) => {
  shop.daraja.refundMode(mode);
  const sale = await returned();
  await shop.pass(10);
  expect(await refundRow(sale.id)).toEqual({ state: "failed", result });
  expect((await paymentOf(shop, sale.buyer)).state).toBe("refund_failed");
  expect(reversed(sale.phone)).toEqual([false]);
  await shop.pass(2 * 3_600, 600);
  expect(sale.sent()).toBe(1);
  expect(await shown(sale.buyer)).toEqual(["due"]);
  expect(await toldStaff(shop, sale.buyer)).toEqual([`the refund did not go through: ${result}`]);

  shop.daraja.refundMode("ok");
  expect(await refundByStaff(openDesk(shop), sale.id, "wrong size")).toBe(true);
  await shop.pass(10);
  await expectDone(sale);
  expect(sale.sent()).toBe(2);
});

test.each([
  { mode: "never", result: "nobody said how it went", seconds: 4_100, back: true },
  { mode: "timeout", result: "M-Pesa did not finish the reversal in time", seconds: 60, back: false },
] as const)("$mode: nobody knows, so it is not sent again by itself", async (row) => {
  shop.daraja.refundMode(row.mode);
  const sale = await returned();
  await shop.pass(row.seconds, row.seconds / 10);
  expect(await refundRow(sale.id)).toEqual({ state: "unknown", result: row.result });
  await shop.pass(2 * 3_600, 600);
  expect(sale.sent()).toBe(1);
  expect(await toldStaff(shop, sale.buyer)).toEqual([`the refund did not go through: ${row.result}`]);
  expect(reversed(sale.phone)).toEqual([row.back]);
  // staff look, and send it again: M-Pesa gives money back once
  shop.daraja.refundMode("ok");
  await refundByStaff(openDesk(shop), sale.id, "wrong size");
  await shop.pass(10);
  await expectDone(sale);
  expect((await outcomeOf(shop, sale.buyer)).mails).toEqual(["placed", "refunded"]);
});

test.each([
  { about: "cut off", mode: { mode: "down", processed: true } },
  { about: "a page", mode: { mode: "all-5xx", status: 502, processed: true } },
] as const)("the request's answer is $about, its result comes: done, sent once", async ({ mode }) => {
  shop.daraja.mode({ ...mode, path: "reversal" });
  const sale = await returned();
  await shop.work();
  expect((await refundRow(sale.id))?.state).toBe("unknown");
  shop.daraja.mode({ mode: "normal" });
  await shop.pass(10);
  await expectDone(sale);
  await shop.pass(3_700, 370);
  expect(sale.sent()).toBe(1);
});

test.each([
  { about: "busy", mode: { mode: "busy", path: "reversal" } },
  { about: "limited", mode: { mode: "rate-limited", path: "reversal" } },
] as const)(
  "M-Pesa is $about: surely nothing was done, and it is tried again by itself",
  async ({ mode }) => {
    shop.daraja.mode(mode);
    const sale = await returned();
    await shop.work();
    expect((await refundRow(sale.id))?.state).toBe("due");
    await shop.pass(590, 59);
    expect(sale.sent()).toBe(1);
    shop.daraja.mode({ mode: "normal" });
    await shop.pass(20);
    await expectDone(sale);
    expect(sale.sent()).toBe(2);
    expect(await toldStaff(shop, sale.buyer)).toEqual([]);
  },
);

test("busy for three days: tried less and less often, then staff are told, and their word begins anew", async () => {
  shop.daraja.mode({ mode: "busy", path: "reversal" });
  const sale = await returned();
  const after = async (hours: number) => {
    await shop.pass(hours * 3_600, 300);
    return { sent: sale.sent(), state: (await refundRow(sale.id))?.state };
  };
  expect(await after(0.5)).toEqual({ sent: 2, state: "due" });
  expect(await after(1.5)).toEqual({ sent: 4, state: "due" });
  expect(await after(10)).toEqual({ sent: 6, state: "due" });
  await shop.pass(57 * 3_600, 1_800);
  expect(sale.sent()).toBe(8);
  expect(await toldStaff(shop, sale.buyer)).toEqual([]);
  await shop.pass(3 * 3_600, 1_800);
  expect(sale.sent()).toBe(9);
  expect(await refundRow(sale.id)).toEqual({ state: "failed", result: "500.003.02" });
  expect(await toldStaff(shop, sale.buyer)).toEqual(["the refund did not go through: 500.003.02"]);
  expect((await paymentOf(shop, sale.buyer)).state).toBe("refund_failed");

  expect(await refundByStaff(openDesk(shop), sale.id, "wrong size")).toBe(true);
  await shop.work();
  expect(await refundRow(sale.id)).toEqual({ state: "due", result: "500.003.02" });
  shop.daraja.mode({ mode: "normal" });
  await shop.pass(630, 30);
  await expectDone(sale);
});

test("a result at the address of an earlier try is heard", async () => {
  shop.daraja.mode({ mode: "busy", path: "reversal" });
  const sale = await returned();
  await shop.work();
  const tried = shop.daraja.requests("reversal").at(-1)?.body as { ResultURL: string };
  shop.daraja.mode({ mode: "normal" });
  shop.daraja.refundMode("never");
  await shop.pass(630, 15);
  expect((await refundRow(sale.id))?.state).toBe("sent");
  const result = { Result: { ResultType: 0, ResultCode: 0, ResultDesc: "ok", TransactionID: "UKX0000001" } };
  expect((await shop.post(new URL(tried.ResultURL).pathname, result)).status).toBe(200);
  await shop.work();
  await expectDone(sale);
});

test("asked twice at once, worked on by two at once, its result twice: the money goes back once", async () => {
  const sale = await bought();
  const before = requests();
  const desk = openDesk(shop);
  const asked = await Promise.all([1, 2, 3].map(() => refundByStaff(desk, sale.id, "wrong size")));
  expect(asked.filter(Boolean)).toHaveLength(1);
  const other = await shop.second();
  await Promise.all([shop, other, shop, other].map((app) => app.jobs.tasks.refund?.(sale.id)));
  expect(requests() - before).toBe(1);
  await shop.clock.advance(5_000);
  await Promise.all([
    takeHooks(desk, "result"),
    takeHooks(openDesk(other), "result"),
    other.jobs.rounds.minute(),
  ]);
  await other.close();
  await expectDone(sale);
  expect((await outcomeOf(shop, sale.buyer)).mails).toEqual(["placed", "refunded"]);
  expect(await markRefunded(desk, sale.id, undefined)).toBe(false);
});

test("P15 one cart paid twice: one order, and the second payment goes back", async () => {
  shop.daraja.switches({ secondCallback: true });
  const [first, second] = [phoneFor("029"), phoneFor("001")];
  const buyer = await customer(shop);
  const tee = await addProduct(shop, { stock: { M: 3 } });
  await push(shop, buyer, pushOf(tee, first));
  await shop.pass(30);
  await push(shop, buyer, pushOf(tee, second));
  await shop.pass(45);
  expect([reversed(first), reversed(second)]).toEqual([[true], [false]]);
  const { states, orders, mails } = await outcomeOf(shop, buyer);
  expect(states).toEqual(["refunded", "ordered"]);
  expect(orders).toMatchObject([{ payment: true, status: "Order Placed", refund: null }]);
  expect(mails.sort()).toEqual(["placed", "refund-due", "refunded"]);
  expect(await toldStaff(shop, buyer)).toEqual(["refund due: this checkout has its order already"]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 1 });
});

test("a payment whose code nobody knows cannot be reversed: staff are told, and its late code mends that", async () => {
  const sale = await returned("013");
  await shop.work();
  const why = "the payment's M-Pesa code is not known";
  expect(await refundRow(sale.id)).toEqual({ state: "failed", result: why });
  expect(sale.sent()).toBe(0);
  expect(await toldStaff(shop, sale.buyer)).toEqual([`the refund did not go through: ${why}`]);
  expect(await shown(sale.buyer)).toEqual(["due"]);
  const { checkout_request_id: checkoutRequestId } = await paymentOf(shop, sale.buyer);
  await shop.daraja.callback({ checkoutRequestId: String(checkoutRequestId) });
  await shop.work();
  expect(await refundByStaff(openDesk(shop), sale.id, "wrong size")).toBe(true);
  await shop.pass(10);
  await expectDone(sale);
});

holdsInvariants(() => shop);
