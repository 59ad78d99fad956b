import { afterAll, describe, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { customer } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";
import { auditOf } from "../../../test/support/audit.ts";
import { findCodes, typeCode } from "../../../test/till.ts";
import type { Status } from "../rules.ts";
import { findForStaff } from "./find-order.server.ts";
import { stepOrder, undoStep } from "./step-order.server.ts";

const OWNER = { id: "wambui", name: "Wambui", role: "owner" };
const PACKER = { id: "kevin", name: "Kevin", role: "packer" };

const shop = await openTestShop();
afterAll(() => shop.close());

/** A paid order, set to this status. */
async function order(status: Status = "Order Placed", { paid = true } = {}): Promise<string> {
  // all of these orders go to one mailbox, which takes twelve mails a day
  await shop.query("delete from mail_times");
  const buyer = await customer(shop);
  const { orderId } = await typeCode(shop, buyer, await addProduct(shop));
  if (paid) await findCodes(shop, buyer);
  await shop.query("update orders set status = $2 where id = $1", [orderId, status]);
  return orderId;
}

const row = async (id: string) =>
  (await shop.query("select status, version, courier, tracking from orders where id = $1", [id]))[0];
const audited = (id: string) => auditOf(shop, id, "action, staff_name, before, after, reason");
const mailsOf = async (id: string) =>
  shop.query<{ event: string; seconds: number; text: string }>(
    `select event, text, round(extract(epoch from next_attempt_at - created_at))::int as seconds
     from outbox where event like $1 and split_part(event, ':', 1) not in ('placed', 'new-order')`,
    [`%${id}`],
  );

test.each([
  { from: "Packing", to: "Shipped", taken: true },
  { from: "Packing", to: "Delivered", taken: false },
] as const)("An order takes only the steps in the table: $from, $to", async ({ from, to, taken }) => {
  const id = await order(from);
  const step = stepOrder(shop.db, { id, to, version: 0, by: OWNER });
  if (taken) {
    await step;
    expect(await row(id)).toMatchObject({ status: to, version: 1 });
    expect((await findForStaff(shop.db, id))?.events.at(-1)).toMatchObject({ kind: "step", from, to });
  } else {
    await expect(step).rejects.toMatchObject({
      status: 409,
      fields: { current: { status: from, version: 0 } },
    });
    expect(await row(id)).toMatchObject({ status: from, version: 0 });
    expect(await audited(id)).toEqual([]);
  }
});

test("Of two who step an order at once one wins, and the other learns who", async () => {
  const id = await order();
  const step = (by: typeof OWNER) => stepOrder(shop.db, { id, to: "Packing", version: 0, by });
  const both = await Promise.allSettled([step(OWNER), step(PACKER)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [won, lost] = both[0].status === "fulfilled" ? [OWNER, both[1]] : [PACKER, both[0]];
  expect(lost).toMatchObject({
    reason: {
      status: 409,
      fields: { by: won.name, at: expect.any(Number), current: { status: "Packing", version: 1 } },
    },
  });
  expect(await audited(id)).toHaveLength(1);
});

test("A step of an order changed since it was seen is refused", async () => {
  const id = await order();
  await stepOrder(shop.db, { id, to: "Packing", version: 0, by: OWNER });
  const late = stepOrder(shop.db, { id, to: "Shipped", version: 0, by: PACKER });
  await expect(late).rejects.toMatchObject({ status: 409, fields: { by: "Wambui" } });
  expect(await row(id)).toMatchObject({ status: "Packing", version: 1 });
});

test("an order that is not: 404", async () => {
  const none = { id: "01K00000000000000000000000", version: 0 };
  await expect(stepOrder(shop.db, { ...none, to: "Packing", by: OWNER })).rejects.toMatchObject({
    status: 404,
  });
  await expect(undoStep(shop.db, { ...none, by: OWNER })).rejects.toMatchObject({ status: 404 });
});

test("An unpaid order is packed only by the owner, with a reason", async () => {
  const id = await order("Order Placed", { paid: false });
  const pack = { id, to: "Packing", version: 0 } as const;
  for (const more of [
    { by: OWNER },
    { by: OWNER, reason: "  " },
    { by: PACKER, reason: "she is my neighbour" },
  ])
    await expect(stepOrder(shop.db, { ...pack, ...more })).rejects.toMatchObject({
      status: 409,
      message: "This order is not paid yet.",
    });
  await stepOrder(shop.db, { ...pack, by: OWNER, reason: "pays the rider" });
  expect(await audited(id)).toEqual([
    {
      action: "order.step",
      staff_name: "Wambui",
      before: { status: "Order Placed" },
      after: { status: "Packing" },
      reason: "pays the rider",
    },
  ]);
});

test("shipped: courier and tracking are kept, and the mail with them leaves two minutes later", async () => {
  const id = await order("Packing");
  const trackUrl = (order: string) => `https://shop.example/track/${order}?key=k`;
  const parcel = { courier: "G4S <b>", tracking: "KE-77" };
  await stepOrder(shop.db, { id, to: "Shipped", version: 0, ...parcel, by: PACKER, trackUrl });
  expect(await row(id)).toMatchObject(parcel);
  const [mail, ...others] = await mailsOf(id);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ event: `shipped:${id}`, seconds: 120 });
  expect(mail?.text).toContain("G4S <b> is bringing it, tracking number KE-77");
  expect(mail?.text).toContain(`https://shop.example/track/${id}?key=k`);
  await stepOrder(shop.db, { id, to: "Out for delivery", version: 1, by: PACKER });
  await stepOrder(shop.db, { id, to: "Delivered", version: 2, by: PACKER });
  expect((await mailsOf(id)).map(({ event }) => event).sort()).toEqual([`delivered:${id}`, `shipped:${id}`]);
});

describe("undo", () => {
  const shipped = async () => {
    const id = await order("Packing");
    await stepOrder(shop.db, { id, to: "Shipped", version: 0, courier: "G4S", by: PACKER });
    return id;
  };
  const later = (id: string, seconds: number) =>
    Promise.all([
      shop.query("update order_events set at = at - make_interval(secs => $2) where order_id = $1", [
        id,
        seconds,
      ]),
      shop.query(
        "update outbox set next_attempt_at = next_attempt_at - make_interval(secs => $2) where event like $1",
        [`%${id}`, seconds],
      ),
    ]);

  test("A step undone within two minutes sends no mail", async () => {
    const id = await shipped();
    await later(id, 60);
    expect(await undoStep(shop.db, { id, version: 1, by: PACKER })).toEqual({ version: 2 });
    expect(await row(id)).toEqual({ status: "Packing", version: 2, courier: null, tracking: null });
    expect(await mailsOf(id)).toEqual([]);
    const events = (await findForStaff(shop.db, id))?.events ?? [];
    expect(events.filter((event) => event.public).map(({ kind }) => kind)).toEqual(["placed"]);
    expect((await audited(id)).map(({ action }) => action)).toEqual(["order.step", "order.undo"]);
    // once only, and then it can be shipped again, with a mail of its own
    await expect(undoStep(shop.db, { id, version: 2, by: PACKER })).rejects.toMatchObject({ status: 409 });
    await stepOrder(shop.db, { id, to: "Shipped", version: 2, by: PACKER });
    expect(await mailsOf(id)).toHaveLength(1);
  });

  test("A step stays after two minutes", async () => {
    const id = await shipped();
    for (const wrong of [
      { version: 1, by: OWNER },
      { version: 0, by: PACKER },
    ])
      await expect(undoStep(shop.db, { id, ...wrong })).rejects.toMatchObject({ status: 409 });
    await later(id, 121);
    await expect(undoStep(shop.db, { id, version: 1, by: PACKER })).rejects.toMatchObject({
      status: 409,
      fields: { by: "Kevin", current: { status: "Shipped", version: 1 } },
    });
    expect(await row(id)).toMatchObject({ status: "Shipped", version: 1, courier: "G4S" });
    expect(await mailsOf(id)).toHaveLength(1);
  });

  test("its mail has left: 409", async () => {
    const id = await shipped();
    await shop.query("update outbox set state = 'sent' where event = $1", [`shipped:${id}`]);
    await expect(undoStep(shop.db, { id, version: 1, by: PACKER })).rejects.toMatchObject({
      fields: { current: { status: "Shipped" } },
    });
  });
});

test("mails about an order's payments and their refunds show on its page", async () => {
  const id = await order();
  await shop.query(
    `insert into outbox (id, event, recipient, subject, html, text) values
       ('1', 'code-rejected:pay-1', 'a@b.co', 'Rejected', '', ''), ('2', 'refunded:back-1', 'a@b.co', 'Refunded', '', ''),
       ('3', 'verify:pay-1', 'a@b.co', 'Verify', '', '')`,
  );
  const payments = [{ _id: "pay-1", refunds: [{ _id: "back-1" }] }];
  const found = await findForStaff(shop.db, id, async () => payments);
  expect(found?.payments).toEqual(payments);
  expect(found?.mails.map(({ subject }) => subject).slice(1)).toEqual(["Rejected", "Refunded"]);
});
