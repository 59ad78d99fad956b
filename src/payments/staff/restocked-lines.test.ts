import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { OTIENO, openCounter, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { stockOf } from "../../../test/outcome.ts";
import { closePayment } from "./counter-deeds.server.ts";
import { refundPayment } from "./refund-payment.server.ts";
import { listForStaff } from "./staff-list.server.ts";
import { refundByStaff } from "./staff-refund.server.ts";

let counter: Awaited<ReturnType<typeof openCounter>>;
let shop: typeof counter.shop;
let context: typeof counter.context;
beforeAll(async () => {
  counter = await openCounter();
  ({ shop, context } = counter);
});
afterAll(() => shop.close());
beforeEach(() => shop.flutterwave.refundMode({ mode: "completed" }));

const wish = (amount: number, more: object = {}) => ({ amount, reason: "torn", by: WAMBUI, ...more });
const refundRows = (id: string) =>
  shop.query("select state, amount, way from refunds where payment_id = $1 order by number", [id]);

test("Refunded items return to stock once, when the refund is done", async () => {
  const { id, tee, orderId } = await counter.paidByCard(3);
  const lines = (quantity: number, restock = true) => ({ lines: [{ line: 1, quantity, restock }] });
  for (const quantity of [0, -1, 1.5])
    await expect(refundPayment(context, id, wish(10, lines(quantity)))).rejects.toMatchObject({
      status: 400,
    });
  await expect(
    refundPayment(context, id, wish(10, { lines: [{ line: 2, quantity: 1, restock: true }] })),
  ).rejects.toMatchObject({ status: 400 });
  await expect(refundPayment(context, id, wish(10, lines(4)))).rejects.toMatchObject({ status: 409 });
  await refundPayment(context, id, wish(1_500, { key: "one", ...lines(1) }));
  await refundPayment(context, id, wish(10, lines(1, false)));
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 3 });
  const waiting = refundPayment(context, id, wish(10, lines(3)));
  await expect(waiting).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("no more than 2 can come back"),
  });
  await shop.work();
  await shop.work();
  await refundPayment(context, id, wish(1_500, { key: "one", ...lines(1) }));
  await shop.work();
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 2 });
  expect(await shop.query("select returned from order_items where order_id = $1", [orderId])).toEqual([
    { returned: 1 },
  ]);
  // what is back already does not come back again when the rest is cancelled
  expect(await refundByStaff(context, id, "all of it")).toBe(true);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
});

test("a refund that fails restocks nothing; it is given up for another, or by the owner's word", async () => {
  shop.flutterwave.refundMode({ mode: "refused" });
  const { id, tee, orderId } = await counter.paidByCard();
  const lines = [{ line: 1, quantity: 1, restock: true }];
  await refundPayment(context, id, wish(500, { lines }));
  await shop.work();
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "due",
    state: "ordered",
  });
  expect((await listForStaff(shop.db, "doubtful")).rows.map((row) => row.id)).toContain(id);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 4, held: 0, sold: 1 });
  // together they are more than came
  await refundPayment(context, id, wish(1_200));
  await shop.work();
  expect(await refundRows(id)).toMatchObject([{ state: "failed" }, { state: "failed" }]);
  expect((await listForStaff(shop.db, "refunds")).rows.filter((row) => row.paymentId === id)).toHaveLength(1);
  await closePayment(context, id, { reason: "the shopper keeps it", by: WAMBUI });
  expect(await counter.standing(orderId)).toEqual({ status: "Order Placed", refund: null, state: "ordered" });
  await expect(closePayment(context, id, { reason: "again", by: OTIENO })).rejects.toMatchObject({
    status: 409,
    fields: { current: "ordered", by: "the shop" },
  });
  shop.flutterwave.refundMode({ mode: "completed" });
  await refundPayment(context, id, wish(1_501, { lines }));
  await shop.work();
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "done",
    state: "refunded",
  });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
});

holdsInvariants(() => shop);
