import { afterAll, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { PLACE } from "../../../test/orders.ts";
import { mailText } from "../../../test/outcome.ts";
import { ADDRESS, customer, orderOf } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";
import { ageCode, type StaffPerson, signInStaff } from "../../../test/support/back-office.ts";
import { findCodes, typeCode } from "../../../test/till.ts";

const shop = await openTestShop();
const owner = await signInStaff(shop, "owner");
const packer = await signInStaff(shop, "packer");
const support = await signInStaff(shop, "support");
afterAll(() => shop.close());

async function placed({ paid = true } = {}) {
  const buyer = await customer(shop);
  const { orderId } = await typeCode(shop, buyer, await addProduct(shop));
  if (paid) await findCodes(shop, buyer);
  return orderId;
}

type Row = Record<string, unknown>;
const TO_BUYER = {
  to: `refunded to ${ADDRESS.firstName} ${ADDRESS.lastName}`,
  method: "hand",
  conflicts: [],
};
const rowOf = async (id: string) =>
  (await shop.query("select status, version, payment, refund from orders where id = $1", [id]))[0];

test("an order is found by each of its names, as the list pins it", async () => {
  const id = await placed();
  const { rows, next } = (await packer.get(`/orders?q=${id.slice(-8).toLowerCase()}`)).body as unknown as {
    rows: Row[];
    next: unknown;
  };
  expect([rows, next]).toEqual([
    [
      {
        _id: id,
        shortId: id.slice(-8),
        date: expect.any(Number),
        name: `${ADDRESS.firstName} ${ADDRESS.lastName}`,
        town: ADDRESS.city,
        phone: ADDRESS.phone,
        amount: 1501,
        coupon: null,
        status: "Order Placed",
        payment: true,
        refund: null,
        version: expect.any(Number),
      },
    ],
    null,
  ]);
  for (const query of ["status=Packing", "paid=false", "to=2020-01-01"])
    expect((await packer.get(`/orders?q=${id.slice(-8)}&${query}`)).body.rows, query).toEqual([]);
  const empty = await packer.get(`/orders?q=${id.slice(-8)}&status=&method=&paid=&from=&to=&after=&limit=`);
  expect(empty.body.rows).toHaveLength(1);
});

test("a packer sees phone and address, not the e-mail nor how it was paid; support sees them", async () => {
  const id = await placed();
  const seenBy = async (person: StaffPerson) => (await person.get(`/orders/${id}`)).body.order as Row;
  const packers = await seenBy(packer);
  expect(packers.address).toMatchObject({ phone: ADDRESS.phone, street: ADDRESS.street });
  expect(JSON.stringify(packers)).not.toContain("@");
  expect([packers.payments, packers.mpesaCode, packers.mails]).toEqual([[], null, []]);
  const byMethod = await packer.get("/orders?method=cod");
  for (const answer of [await packer.get(`/orders/${id}`), await packer.get("/orders"), byMethod])
    expect(answer.text).not.toContain("paymentMethod");
  expect([byMethod.status, byMethod.body.right]).toEqual([403, "orders.private"]);
  expect((await support.get("/orders?method=mpesa")).body.rows).toEqual([]);
  expect((await support.get(`/orders?method=cod&q=${id.slice(-8)}`)).body.rows).toMatchObject([
    { paymentMethod: "cod" },
  ]);
  const found = async (person: StaffPerson, q: string) =>
    (await person.get(`/orders?q=${encodeURIComponent(q)}`)).body.rows;
  for (const q of [`${id.slice(-8)} ${ADDRESS.email}`, `${id.slice(-8)} ${ADDRESS.email.slice(0, 9)}`]) {
    expect(await found(packer, q), q).toEqual([]);
    expect(await found(support, q), q).toHaveLength(1);
  }
  const supports = await seenBy(support);
  expect(supports.address).toMatchObject({ email: ADDRESS.email });
  expect(supports.payments).toEqual([
    expect.objectContaining({ method: "cod", state: "paid", amount: 1501 }),
  ]);
  expect((await owner.get("/orders/nobody")).status).toBe(404);
});

test("an order goes from packing to the door, with its courier, and one step back", async () => {
  const id = await placed();
  const step = (body: object) => packer.post(`/orders/${id}/step`, body);
  const { version } = (await rowOf(id)) as { version: number };
  const packing = (await step({ to: "Packing", version })).body.order as Row;
  expect([packing.status, packing.version]).toEqual(["Packing", version + 1]);
  expect((await step({ to: "Shipped", version })).status).toBe(409);
  const shipped = (await step({ to: "Shipped", version: version + 1, courier: "G4S", tracking: "KE 77" }))
    .body.order as Row;
  expect(shipped).toMatchObject({ status: "Shipped", courier: "G4S", tracking: "KE 77" });
  const undone = await packer.post(`/orders/${id}/undo`, { version: version + 2 });
  expect(undone.body.order).toMatchObject({ status: "Packing", courier: null, tracking: null });
});

test("the mail of a step links to the page that follows it", async () => {
  const id = await placed();
  for (const to of ["Packing", "Shipped"]) {
    const { version } = (await rowOf(id)) as { version: number };
    await owner.post(`/orders/${id}/step`, { to, version });
  }
  const mail = await mailText(shop, `shipped:${id}`);
  const url = /http:\/\/localhost:3000(\/track\/\S+)/.exec(mail)?.[1] ?? "";
  expect((await shop.get(url)).text).toContain("Shipped");
});

test("several orders at once are moved on, and never cancelled", async () => {
  const id = await placed();
  const before = await rowOf(id);
  expect((await owner.post("/orders/step", { ids: [id], to: "Cancelled" })).status).toBe(400);
  expect(await rowOf(id)).toEqual(before);
});

test("Undoing a step of several orders skips those changed since", async () => {
  const [one, two] = [await placed(), await placed()];
  const { orders } = (await packer.post("/orders/step", { ids: [one, two], to: "Packing" })).body;
  const rows = () => Promise.all([rowOf(one), rowOf(two)]);
  const before = await rows();
  const others = await owner.post("/orders/undo", { orders });
  expect(others.body).toMatchObject({ done: [], orders: [], refused: [{ id: one }, { id: two }] });
  expect(await rows()).toEqual(before);
  const { version } = (await rowOf(two)) as { version: number };
  await packer.post(`/orders/${two}/step`, { to: "Shipped", version });
  const { body } = await packer.post("/orders/undo", { orders });
  expect(body).toMatchObject({
    done: [one],
    refused: [{ id: two, why: "Only your own last step can be undone, within two minutes." }],
  });
  expect(await rows()).toMatchObject([{ status: "Order Placed" }, { status: "Shipped" }]);
});

test("a step to Cancelled is a cancel: its right, its code, its money", async () => {
  const [paid, unpaid] = [await placed(), await placed({ paid: false })];
  const step = async (person: StaffPerson, id: string, more: object = {}) => {
    const version = (await rowOf(id))?.version;
    return person.post(`/orders/${id}/step`, { to: "Cancelled", version, ...more });
  };
  for (const id of [paid, unpaid]) {
    expect((await step(packer, id)).body).toMatchObject({ right: "orders.cancel" });
    expect((await step(support, id)).body).toMatchObject({ right: "orders.step" });
  }
  await ageCode(shop, owner.id, 31);
  const late = await step(owner, paid);
  expect([late.status, late.body.code]).toEqual([403, true]);
  expect((await step(owner, unpaid, { reason: "out of cloth" })).status).toBe(200);
  await ageCode(shop, owner.id, 0);
  const asked = await step(owner, paid);
  expect([asked.status, asked.body.confirm]).toEqual([409, expect.objectContaining({ amount: 1_501 })]);
  expect(await rowOf(paid)).toMatchObject({ status: "Order Placed", refund: null });
  expect((await step(owner, paid, { confirmed: true })).status).toBe(200);
  expect(await rowOf(paid)).toMatchObject({ status: "Cancelled", refund: "due" });
  const reasons = await shop.query(
    "select action, reason from audit where subject_id = any($1) and action = 'order.cancel' order by id",
    [[paid, unpaid]],
  );
  expect(reasons).toEqual([
    { action: "order.cancel", reason: "out of cloth" },
    { action: "order.cancel", reason: "no reason was given" },
  ]);
});

test("support cancels what is not paid; a paid order only the owner, and its money goes back", async () => {
  const [unpaid, paid] = [await placed({ paid: false }), await placed()];
  const cancel = async (person: StaffPerson, id: string, more: object = {}) => {
    const { version } = (await rowOf(id)) as { version: number };
    return person.post(`/orders/${id}/cancel`, { version, reason: "Ordered twice.", ...more });
  };
  expect((await cancel(support, unpaid)).body.order).toMatchObject({ status: "Cancelled", payment: false });
  expect((await cancel(support, paid)).status).toBe(409);
  expect(await rowOf(paid)).toMatchObject({ status: "Order Placed", refund: null });
  await ageCode(shop, owner.id, 31);
  const late = await cancel(owner, paid);
  expect([late.status, late.body.code]).toEqual([403, true]);
  expect(await rowOf(paid)).toMatchObject({ status: "Order Placed", refund: null });
  await ageCode(shop, owner.id, 0);
  // no money leaves at one touch
  for (const confirmed of [undefined, false]) {
    const asked = await cancel(owner, paid, { confirmed });
    expect([asked.status, asked.body.confirm]).toEqual([409, { amount: 1_501, ...TO_BUYER }]);
    expect(await rowOf(paid)).toMatchObject({ status: "Order Placed", refund: null });
  }
  expect((await cancel(owner, paid, { confirmed: true })).body.order).toMatchObject({
    status: "Cancelled",
    refund: "due",
  });
  expect(await shop.query("select amount, by_name from refunds where order_id = $1", [paid])).toEqual([
    { amount: 1501, by_name: owner.name },
  ]);
});

test("Staff see the new price before an order's items change", async () => {
  const buyer = await customer(shop);
  const tee = await addProduct(shop);
  const { orderId } = await typeCode(shop, buyer, tee);
  const { version } = (await rowOf(orderId)) as { version: number };
  const items = [{ _id: tee._id, size: tee.size, quantity: 2 }];
  const edit = (more: object) => owner.post(`/orders/${orderId}/edit`, { items, version, ...more });
  const preview = await edit({ preview: true });
  expect([preview.body.difference, (preview.body.order as Row).amount]).toEqual([1500, 1501]);
  const edited = await edit({});
  expect([edited.body.difference, (edited.body.order as Row).amount]).toEqual([1500, 3001]);
});

test("an edit that makes a paid order cheaper asks before the difference goes back", async () => {
  const buyer = await customer(shop);
  const tee = await addProduct(shop);
  const bought = await shop.post(PLACE, orderOf(tee, { quantity: 2 }), buyer.token);
  const orderId = String(bought.body.orderId);
  await findCodes(shop, buyer);
  const { version } = (await rowOf(orderId)) as { version: number };
  const items = [{ _id: tee._id, size: tee.size, quantity: 1 }];
  const edit = (more: object) => owner.post(`/orders/${orderId}/edit`, { items, version, ...more });
  expect((await edit({ preview: true })).body.difference).toBe(-1500);
  for (const confirmed of [undefined, false]) {
    const asked = await edit({ confirmed });
    expect([asked.status, asked.body.confirm]).toEqual([409, { amount: 1_500, ...TO_BUYER }]);
  }
  expect(await rowOf(orderId)).toMatchObject({ version, refund: null });
  const edited = await edit({ confirmed: true });
  expect([edited.body.difference, (edited.body.order as Row).refund]).toEqual([-1500, "due"]);
  expect(await shop.query("select amount, by_name from refunds where order_id = $1", [orderId])).toEqual([
    { amount: 1500, by_name: owner.name },
  ]);
});

test("notes stay with the shop's people, and an address is corrected", async () => {
  const id = await placed();
  expect((await packer.post(`/orders/${id}/note`, { text: " " })).body.fields).toEqual({
    text: "Write a note.",
  });
  const noted = (await packer.post(`/orders/${id}/note`, { text: "Box is wet." })).body.order as Row;
  expect(noted.notes).toEqual([{ at: expect.any(Number), by: packer.name, text: "Box is wet." }]);
  const { version } = (await rowOf(id)) as { version: number };
  const address = { ...ADDRESS, street: "1 Moi Avenue" };
  const moved = await support.post(`/orders/${id}/address`, { address, version });
  expect(moved.body.order).toMatchObject({ address, version: version + 1 });
  const wrong = await support.post(`/orders/${id}/address`, { address: { ...ADDRESS, phone: "x" }, version });
  expect([wrong.status, Object.keys(wrong.body.fields as object)]).toEqual([400, ["address.phone"]]);
});

test("an order from before phones were checked is shown, and its street corrected", async () => {
  const id = await placed();
  const address = { ...ADDRESS, phone: "07123" };
  await shop.query("update orders set address = $2 where id = $1", [id, address]);
  const shown = (await support.get(`/orders/${id}`)).body.order as Row;
  expect(shown.address).toEqual(address);
  const corrected = { ...address, street: "1 Moi Avenue" };
  const moved = await support.post(`/orders/${id}/address`, { address: corrected, version: shown.version });
  expect(moved.body.order).toMatchObject({ address: corrected });
});

test("A staff write whose answer was lost happens once, however late it is repeated", async () => {
  const id = await placed();
  const send = () =>
    packer.post(`/orders/${id}/note`, { text: "Rang twice." }, { "idempotency-key": "lost" });
  await send();
  // its process died before it kept the answer, more than a minute ago
  await shop.query(
    "update staff_answers set status = null, body = null, at = now() - interval '2 minutes' where key = 'lost'",
  );
  const again = await send();
  expect([again.status, (again.body.order as { notes: object[] }).notes.length]).toEqual([200, 1]);
});
