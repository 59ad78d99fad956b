import { expect, test } from "vitest";
import { addProduct } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { paidShop } from "../../test/payments.ts";
import { customer } from "../../test/people.ts";
import { tellOfMoney, typeCode } from "../../test/till.ts";
import { transaction } from "../platform/database/db.server.ts";
import { cancelOrder, markOrderRefund } from "./change-status.server.ts";

const shop = paidShop();

const eventsOf = (orderId: string) =>
  shop.query(
    `select kind, from_status, to_status, note, public from order_events where order_id = $1 order by id`,
    [orderId],
  );

const PLACED = { kind: "placed", from_status: null, to_status: "Order Placed", note: null, public: true };
const PAID = { kind: "paid", from_status: null, to_status: null, note: null, public: true };

test("an order on a typed code is placed, then paid", async () => {
  const { orderId, code } = await typeCode(shop, await customer(shop), await addProduct(shop));
  expect(await eventsOf(orderId)).toEqual([PLACED]);
  await tellOfMoney(shop, code);
  await shop.pass(20);
  expect(await eventsOf(orderId)).toEqual([PLACED, PAID]);
});

test("cancelled once however often, and its refund recorded once per state", async () => {
  const { orderId } = await typeCode(shop, await customer(shop), await addProduct(shop));
  const cancel = () => transaction(shop.db, (tx) => cancelOrder(tx, orderId));
  expect(await Promise.all([cancel(), cancel()])).toContain(false);
  for (const state of ["due", "due", "done"] as const)
    await transaction(shop.db, (tx) => markOrderRefund(tx, orderId, { refund: state, allRefunded: true }));
  expect(await eventsOf(orderId)).toEqual([
    PLACED,
    { ...PLACED, kind: "cancel", from_status: "Order Placed", to_status: "Cancelled" },
    { ...PAID, kind: "refund", note: "due" },
    { ...PAID, kind: "refund", note: "done" },
  ]);
});

holdsInvariants(() => shop);
