import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, type Goods, onHand } from "../../../test/goods.ts";
import { brokenInvariants } from "../../../test/invariants.ts";
import { ADDRESS, customer } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";
import { findCodes, typeCode } from "../../../test/till.ts";
import { changeState } from "../../payments/core/change-state.server.ts";
import { payments } from "../../payments/core/tables.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { markOrderRefund } from "../change-status.server.ts";
import { addNote } from "./add-note.server.ts";
import { cancelByStaff } from "./cancel-by-staff.server.ts";
import { changeAddress } from "./change-address.server.ts";
import type { OrderMoney } from "./change-guard.server.ts";
import { editOrder } from "./edit-order.server.ts";
import { findForStaff } from "./find-order.server.ts";

const OWNER = { id: "wambui", name: "Wambui", role: "owner" };
const SUPPORT = { id: "kevin", name: "Kevin", role: "support" };

/** What payments were asked to give back, in KES; null: all of it. */
let refunds: (number | null)[];
const shop = await openTestShop();
afterAll(() => shop.close());
beforeEach(() => {
  refunds = [];
});

/** What payments do of it, as far as orders can see. */
const money: OrderMoney = {
  lock: (tx, orderId) => tx.select().from(payments).where(eq(payments.orderId, orderId)).for("update"),
  closeWaiting: (tx, orderId) =>
    changeState(tx, "close", eq(payments.orderId, orderId), { active: false, nextCheckAt: null }),
  oweAll: (tx, { orderId }) => owe(tx, orderId, "due", null),
  owePart: (tx, { orderId, amount }) => owe(tx, orderId, "part", amount),
  piecesGivenBack: async () => [],
  expectAmount: (tx, orderId) =>
    tx.execute(
      sql`update ${payments} set amount = o.amount from orders o where o.id = order_id and o.id = ${orderId}`,
    ),
};

type Tx = Parameters<OrderMoney["lock"]>[0];

async function owe(tx: Tx, orderId: string, refund: "due" | "part", amount: number | null) {
  refunds.push(amount);
  await markOrderRefund(tx, orderId, { refund, allRefunded: refund === "due" });
  return { amount: amount ?? 1_501 };
}

/** An order of one piece, Ksh 1,501, of five that there are. */
async function placed({ paid = false, status = "Order Placed", price = 1500 } = {}) {
  const buyer = await customer(shop);
  const tee = await addProduct(shop, { price, stock: { M: 5, L: 5 } });
  const { orderId: id } = await typeCode(shop, buyer, tee);
  if (paid) await findCodes(shop, buyer);
  await shop.query("update orders set status = $2 where id = $1", [id, status]);
  return {
    id,
    tee,
    line: (size: string, quantity: number, of: Goods = tee) => ({ _id: of._id, size, quantity }),
  };
}

const row = async (id: string) =>
  (await shop.query("select status, version, amount, payment, refund from orders where id = $1", [id]))[0];
const audited = (id: string) =>
  shop.query(
    "select action, staff_name, before, after, reason from audit where subject_id = $1 order by id",
    [id],
  );
const mailsOf = async (id: string) =>
  (
    await shop.query<{ event: string }>(
      "select event from outbox where event like $1 and event not like 'new-order:%' order by created_at",
      [`%${id}`],
    )
  ).map(({ event }) => event.split(":")[0]);

describe("a note and the address", () => {
  test("a note is written once under one key, and again under another", async () => {
    const { id } = await placed();
    const note = { id, text: "Rang twice", by: SUPPORT };
    await Promise.all([1, 2, 3].map(() => addNote(shop.db, { ...note, key: "one" })));
    await addNote(shop.db, { ...note, key: "two" });
    await addNote(shop.db, { ...note, by: OWNER, key: "one" });
    await addNote(shop.db, note);
    expect((await findForStaff(shop.db, id))?.notes).toHaveLength(4);
    expect(await audited(id)).toHaveLength(4);
  });

  test("the address changes until the order leaves, and it is found by the new one", async () => {
    const { id } = await placed({ status: "Packing" });
    const address = { ...ADDRESS, city: "Kisumu", phone: "0799111222" };
    expect(await changeAddress(shop.db, { id, address, version: 0, by: SUPPORT, money })).toEqual({
      version: 1,
    });
    expect((await findForStaff(shop.db, id))?.address).toEqual(address);
    expect(await audited(id)).toMatchObject([
      {
        before: { city: "Nairobi", phone: "0712345678" },
        after: { city: "Kisumu", phone: "0799111222" },
      },
    ]);
    const stale = changeAddress(shop.db, { id, address: ADDRESS, version: 0, by: OWNER, money });
    await expect(stale).rejects.toMatchObject({
      status: 409,
      fields: { by: "Kevin", current: { version: 1, address: { city: "Kisumu" } } },
    });
    await shop.query("update orders set status = 'Shipped' where id = $1", [id]);
    const late = changeAddress(shop.db, { id, address: ADDRESS, version: 1, by: OWNER, money });
    await expect(late).rejects.toMatchObject({ status: 409 });
    expect(await audited(id)).toHaveLength(1);
  });
});

describe("cancelling", () => {
  const cancel = (id: string, more: object = {}) =>
    cancelByStaff(shop.db, { id, version: 0, reason: "out of cloth", by: OWNER, money, ...more });

  test("unpaid: the items are back in stock, the payment is closed, the shopper is mailed", async () => {
    const { id, tee } = await placed();
    expect(await cancel(id)).toEqual({ version: 1 });
    expect(await row(id)).toMatchObject({ status: "Cancelled", version: 1, refund: null });
    expect(await onHand(shop, tee)).toBe(5);
    expect(refunds).toEqual([]);
    const [payment] = await shop.query("select state from payments where order_id = $1", [id]);
    expect(payment).toEqual({ state: "failed" });
    expect(await mailsOf(id)).toEqual(["placed", "cancelled"]);
    expect(await audited(id)).toEqual([
      {
        action: "order.cancel",
        staff_name: "Wambui",
        before: { status: "Order Placed" },
        after: { status: "Cancelled" },
        reason: "out of cloth",
      },
    ]);
  });

  test("A paid order that staff cancel is refunded once, and restocked once", async () => {
    const { id, tee } = await placed({ paid: true, status: "Packing" });
    const both = await Promise.allSettled([cancel(id), cancel(id)]);
    expect(both.filter(({ status }) => status === "rejected")).toMatchObject([
      { reason: { status: 409, fields: { by: "Wambui" } } },
    ]);
    expect(refunds).toEqual([null]);
    expect(await onHand(shop, tee)).toBe(5);
    expect(await row(id)).toMatchObject({ status: "Cancelled", refund: "due", version: 1 });
  });

  test("A paid order is cancelled with its refund recorded, or not at all", async () => {
    const { id, tee } = await placed({ paid: true });
    const broken = { ...money, oweAll: () => Promise.reject(new ShopError(409, "no")) };
    await expect(cancel(id, { money: broken })).rejects.toMatchObject({ message: "no" });
    expect(await row(id)).toMatchObject({ status: "Order Placed", version: 0 });
    expect(await onHand(shop, tee)).toBe(4);
    expect(await mailsOf(id)).toEqual(["placed"]);
  });

  test.each([
    ["it has left", { status: "Shipped" }, {}, /"Shipped" cannot be cancelled/],
    ["another version", {}, { version: 3 }, /meanwhile/],
    ["paid, by somebody who may not give money back", { paid: true }, { unpaidOnly: true }, /only the owner/],
  ])("refused: %s", async (_, made, more, why) => {
    const { id, tee } = await placed(made);
    await expect(cancel(id, more)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(why),
    });
    expect(await onHand(shop, tee)).toBe(4);
    expect(await audited(id)).toEqual([]);
  });

  test("no reason, and no order", async () => {
    const { id } = await placed();
    await expect(cancel(id, { reason: " " })).rejects.toMatchObject({ status: 400 });
    await expect(cancel("none")).rejects.toMatchObject({ status: 404 });
  });
});

describe("editing", () => {
  const edit = (id: string, items: object[], more: object = {}) =>
    editOrder(shop.db, { id, items: items as never, version: 0, by: OWNER, money, ...more });
  const held = async (id: string) =>
    shop.query("select size, quantity from holds where order_id = $1 order by size", [id]);

  test("unpaid: at the shop's prices of now, held again, and its payment is for the new total", async () => {
    const { id, tee, line } = await placed();
    await shop.query("update products set price = 1000 where id = $1", [tee._id]);
    const preview = await edit(id, [line("L", 2)], { preview: true });
    expect(preview).toMatchObject({ difference: 500, changed: false, order: { amount: 2001, version: 0 } });
    expect(await row(id)).toMatchObject({ amount: 1501, version: 0 });
    expect([await onHand(shop, tee), await onHand(shop, tee, "L")]).toEqual([4, 5]);

    const done = await edit(id, [line("L", 1), line("L", 1), line("M", 1)]);
    expect(done).toMatchObject({ difference: 1500, changed: true, order: { amount: 3001, version: 1 } });
    expect(await row(id)).toMatchObject({ amount: 3001, version: 1 });
    expect([await onHand(shop, tee), await onHand(shop, tee, "L")]).toEqual([4, 3]);
    expect(await held(id)).toEqual([
      { size: "L", quantity: 2 },
      { size: "M", quantity: 1 },
    ]);
    const [payment] = await shop.query("select amount from payments where order_id = $1", [id]);
    expect(payment).toEqual({ amount: 3001 });
    expect(await audited(id)).toMatchObject([
      { action: "order.edit", before: { amount: 1501 }, after: { amount: 3001 } },
    ]);
    expect((await findForStaff(shop.db, id))?.events.at(-1)).toMatchObject({
      kind: "edit",
      note: "1 × Sample tee, size M → 2 × Sample tee, size L, 1 × Sample tee, size M",
      public: false,
    });
  });

  test("paid, another size at the price that was paid: the stock moves once, and no money", async () => {
    const { id, tee, line } = await placed({ paid: true });
    await shop.query("update products set price = 9000 where id = $1", [tee._id]);
    expect(await edit(id, [line("L", 1)])).toMatchObject({ difference: 0, changed: true });
    expect([await onHand(shop, tee), await onHand(shop, tee, "L")]).toEqual([5, 4]);
    expect(refunds).toEqual([]);
  });

  test("A paid order changed to cost less is refunded the difference", async () => {
    const { id, tee, line } = await placed({ paid: true });
    const socks = await addProduct(shop, { price: 400, stock: { M: 5 } });
    expect(await edit(id, [line("M", 1, socks)])).toMatchObject({ difference: -1100, changed: true });
    expect(refunds).toEqual([1100]);
    expect(await row(id)).toMatchObject({ amount: 401, payment: true, refund: "part" });
    expect([await onHand(shop, tee), await onHand(shop, socks)]).toEqual([5, 4]);
  });

  test("paid in part: an edit that makes it cheaper takes it off what is owed before anything goes back", async () => {
    const { id, line } = await placed({ paid: true });
    const [socks, cap] = [
      await addProduct(shop, { price: 1200, stock: { M: 5 } }),
      await addProduct(shop, { price: 300, stock: { M: 5 } }),
    ];
    await shop.query("update transactions set amount = 1000, allocated = 1000 where order_id = $1", [id]);
    await shop.query("update orders set owed = 501 where id = $1", [id]);
    const owed = () => shop.query("select amount, owed from orders where id = $1", [id]);
    await edit(id, [line("M", 1, socks)]);
    expect([await owed(), refunds]).toEqual([[{ amount: 1201, owed: 201 }], []]);
    await edit(id, [line("M", 1, cap)], { version: 1 });
    expect([await owed(), refunds]).toEqual([[{ amount: 301, owed: 0 }], [699]]);
  });

  test("paid, for more: the difference is shown, and nothing changes", async () => {
    const { id, tee, line } = await placed({ paid: true });
    expect(await edit(id, [line("M", 2)])).toMatchObject({ difference: 1500, changed: false });
    expect(await row(id)).toMatchObject({ amount: 1501, version: 0 });
    expect(await onHand(shop, tee)).toBe(4);
    expect(await audited(id)).toEqual([]);
  });

  test("what it has it may keep, sold out or withdrawn; more of it, it may not", async () => {
    const { id, tee, line } = await placed();
    const socks = await addProduct(shop, { stock: { M: 5 } });
    await shop.query("update products set published = false where id = $1", [tee._id]);
    expect(await edit(id, [line("M", 1), line("M", 1, socks)])).toMatchObject({ difference: 1500 });
    const more = { version: 1 };
    await expect(edit(id, [line("M", 2)], more)).rejects.toMatchObject({ message: /no longer on sale/ });
    await expect(edit(id, [line("M", 7, socks)], more)).rejects.toMatchObject({
      message: /only 4 more left/,
    });
    await expect(edit(id, [line("XL", 1, socks)], more)).rejects.toMatchObject({ status: 409 });
    await expect(edit(id, [line("M", 21, socks)], more)).rejects.toMatchObject({ status: 400 });
    await expect(edit(id, [], more)).rejects.toMatchObject({ status: 400 });
    expect([await onHand(shop, tee), await onHand(shop, socks)]).toEqual([4, 4]);
  });

  test("a line that stays keeps its number, and once pieces came back the order is not edited", async () => {
    const { id, line } = await placed({ paid: true, price: 100 });
    const socks = await addProduct(shop, { price: 1, stock: { M: 5 } });
    await edit(id, [line("M", 5, socks)]);
    const numbers = async () =>
      (await shop.query("select line from order_items where order_id = $1 order by line", [id])).map(
        (item) => item.line,
      );
    expect(await numbers()).toEqual([2]);
    await shop.query("update order_items set returned = 1 where order_id = $1", [id]);
    const late = edit(id, [line("M", 4, socks)], { version: 1 });
    await expect(late).rejects.toMatchObject({ status: 409, message: /come back/ });
    await shop.query("update order_items set returned = 0 where order_id = $1", [id]);
  });
});

test("after all that, stock, totals and mails add up", async () => {
  const broken = await brokenInvariants(shop);
  // refunds are written by payments, which are not at work here
  expect(broken.filter(({ about }) => about !== "money")).toEqual([]);
});
