import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct, onHand } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { customer } from "../../../test/people.ts";
import { openStaffed } from "../../../test/staff.ts";
import { findCodes, orderStanding, typeCode } from "../../../test/till.ts";
import { acceptPaid, closeUnpaid } from "./decide-payment.server.ts";
import { markRefunded } from "./mark-refunded.server.ts";
import { runOwnerCommand } from "./owner-commands.server.ts";
import { listForStaff, showToStaff } from "./staff-list.server.ts";
import { refundByStaff } from "./staff-refund.server.ts";

let staffed: Awaited<ReturnType<typeof openStaffed>>;
let shop: typeof staffed.shop;
let context: typeof staffed.context;
beforeAll(async () => {
  staffed = await openStaffed();
  ({ shop, context } = staffed);
});
afterAll(() => shop.close());

test("a code nobody could check waits for staff, who see the money: the order is paid, once", async () => {
  const { id, orderId } = await staffed.placed();
  await shop.pass(10);
  expect((await listForStaff(shop.db, "codes")).rows).toContainEqual(
    expect.objectContaining({ id, orderId, state: "pending", method: "cod" }),
  );
  expect(await staffed.orderRow(orderId)).toEqual({ payment: false, status: "Order Placed", refund: null });
  expect(await acceptPaid(context, id, undefined)).toBe(true);
  expect(await acceptPaid(context, id, undefined)).toBe(true);
  expect(await staffed.orderRow(orderId)).toEqual({ payment: true, status: "Order Placed", refund: null });
  const shown = await showToStaff(shop.db, id);
  expect(shown?.events.map(({ from, to }) => [from, to])).toEqual([
    [null, "pending"],
    ["pending", "ordered"],
  ]);
});

test("a code nobody paid: the order is cancelled, and its goods are back on the shelf once", async () => {
  const { id, orderId, tee } = await staffed.placed(2);
  expect(await onHand(shop, tee)).toBe(3);
  expect(await closeUnpaid(context, id)).toBe(true);
  expect(await closeUnpaid(context, id)).toBe(false);
  expect(await staffed.orderRow(orderId)).toEqual({ payment: false, status: "Cancelled", refund: null });
  expect(await onHand(shop, tee)).toBe(5);
});

test("money that comes for a cancelled order is to be given back, and is when staff have done it", async () => {
  const { id, orderId } = await staffed.placed();
  await closeUnpaid(context, id);
  expect(await acceptPaid(context, id, undefined)).toBe(true);
  expect(await staffed.orderRow(orderId)).toEqual({ payment: false, status: "Cancelled", refund: "due" });
  await shop.work();
  expect(await markRefunded(context, id, "UKX1Y2Z3A4")).toBe(true);
  expect(await markRefunded(context, id, "UKX1Y2Z3A4")).toBe(false);
  expect(await staffed.orderRow(orderId)).toEqual({ payment: false, status: "Cancelled", refund: "done" });
  expect(await staffed.mails(id)).toEqual([
    "code-rejected:…",
    "refund-due:…",
    "refunded:…",
    "staff:…:refund due: the order was cancelled",
  ]);
});

test("money that goes back, or went back, is not paid by a word: nothing is changed, and so it is said", async () => {
  const NOTHING = "Nothing was changed: it is not there, or not in a state that allows it.";
  const { id, orderId } = await staffed.pushed();
  await refundByStaff(context, id, "torn");
  const now = () => shop.query("select * from payments where id = $1", [id]);
  const written = async () => [
    await now(),
    await staffed.orderRow(orderId),
    await shop.query("select * from discrepancies where payment_id = $1", [id]),
  ];
  for (const end of [false, true]) {
    if (end) expect(await markRefunded(context, id, "UKX1Y2Z3A5")).toBe(true);
    const before = await written();
    for (const words of [[], ["UKX1Y2Z3A6"]])
      expect((await runOwnerCommand(context, ["paid", id, ...words])).message).toBe(NOTHING);
    expect(await written()).toEqual(before);
  }
});

test("codes on the command line are read as at the checkout", async () => {
  const { id, orderId } = await staffed.placed();
  for (const code of ["UKX.1", "UKX1Y2Z3A4B", "UKX-1", "", "АВС"])
    await expect(acceptPaid(context, id, code)).rejects.toMatchObject({ status: 400 });
  expect((await staffed.orderRow(orderId))?.payment).toBe(false);
  expect(await acceptPaid(context, id, " ukx2y2z2a2 ")).toBe(true);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, receipt: "UKX2Y2Z2A2" });
  await refundByStaff(context, id, "torn");
  await expect(markRefunded(context, id, "by-hand")).rejects.toMatchObject({ status: 400 });
  expect(await markRefunded(context, id, undefined)).toBe(true);
  expect(await shop.query("select reference from refunds where payment_id = $1", [id])).toEqual([
    { reference: "by hand" },
  ]);
});

test("money in doubt stands apart from codes that wait, and of many of these none is left out", async () => {
  const doubted = await staffed.pushed("paid_held");
  const unfound = await staffed.placed();
  await shop.query("update payments set state = 'needs_review' where id = $1", [unfound.id]);
  const crowded = await customer(shop);
  const tee = await addProduct(shop, { stock: { M: 5 } });
  const { paymentId } = await typeCode(shop, crowded, tee);
  await shop.query(
    `insert into payments (id, user_id, method, state, active, checkout, draft, lines, subtotal, delivery_fee, amount, reference)
     select 'ZZ' || n, user_id, method, state, active, 'ZZ' || n, draft, lines, subtotal, delivery_fee, amount, 'till:ZZ' || n
     from payments, generate_series(1, 250) as n where id = $1`,
    [paymentId],
  );
  const doubtful = await listForStaff(shop.db, "doubtful");
  expect(doubtful.rows.map(({ id }) => id)).toContain(doubted.id);
  expect(doubtful.rows.every(({ kind, method }) => kind === "payment" && method === "mpesa")).toBe(true);

  const first = await listForStaff(shop.db, "codes");
  expect(first.rows).toHaveLength(200);
  const seen = [...first.rows];
  for (let after = first.next; after; ) {
    const page = await listForStaff(shop.db, "codes", { after, limit: 17 });
    expect(page.total).toBe(first.total);
    seen.push(...page.rows);
    after = page.next;
  }
  expect(seen).toHaveLength(first.total);
  const ids = seen.map(({ id }) => id);
  expect(new Set(ids).size).toBe(first.total);
  expect(ids).toEqual(expect.arrayContaining([unfound.id, paymentId, "ZZ1", "ZZ250"]));
  const { message: text } = await runOwnerCommand(context, []);
  expect(text).toContain(`Codes nobody found: ${first.total}\n`);
  for (const id of [...ids, doubted.id]) expect(text).toContain(`  ${id} · `);
  await shop.query("delete from payment_events where payment_id like 'ZZ%'");
  await shop.query("delete from payments where id like 'ZZ%'");
  await findCodes(shop, crowded);
});

test("what is unknown changes nothing", async () => {
  expect(await acceptPaid(context, "none", undefined)).toBe(false);
  expect(await closeUnpaid(context, "none")).toBe(false);
  expect(await refundByStaff(context, "none", "x")).toBe(false);
  expect(await markRefunded(context, "none", "x")).toBe(false);
  expect(await showToStaff(shop.db, "none")).toBeUndefined();
});

holdsInvariants(() => shop);
