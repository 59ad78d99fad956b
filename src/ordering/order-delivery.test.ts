import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openDeliveryShop, POINT } from "../../test/delivery.ts";
import { addProduct } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { newOrderMailOf } from "../../test/orders.ts";
import { ADDRESS, customer, type Person } from "../../test/people.ts";
import type { Answer } from "../../test/shop.ts";

const opened = await openDeliveryShop();
const { shop, owner } = opened;
const tee = await addProduct(shop, { price: 1_000, stock: { M: 500 } });
beforeEach(() => shop.query("delete from rate_limits"));
afterAll(() => opened.close());

const KISUMU = { county: "Kisumu", fee: 350, from: 2, to: 4 };
const IN_KISUMU = { ...ADDRESS, state: "Kisumu", city: "Kisumu" };

type Ordered = { buyer: Person; id: string };
async function ordered(body: object, buyer?: Person): Promise<Ordered> {
  buyer ??= await customer(shop);
  const items = [{ _id: tee._id, size: "M", quantity: 1 }];
  const answer = await opened.ways.cod(buyer.token, { items, ...body });
  expect(answer.status, answer.text).toBe(200);
  return { buyer, id: String(answer.body.orderId) };
}

const listed = async ({ buyer, id }: Ordered) => {
  const { body } = await shop.post("/api/order/userOrders", {}, buyer.token);
  return (body.orders as { _id: string; status: string; amount: number; delivery: object }[]).find(
    ({ _id }) => _id === id,
  );
};
const mailOf = async (event: string, id: string) =>
  (
    await shop.query<{ subject: string; text: string }>("select subject, text from outbox where event = $1", [
      `${event}:${id}`,
    ])
  )[0];
const trackUrl = async (id: string, language = "en") => {
  const found = /\/track\/\S+?key=[\w-]+/.exec((await mailOf("placed", id))?.text ?? "")?.[0];
  return `${found}&lang=${language}`;
};
type Shown = { order: { status: string; version: number; delivery: object; amount: number } };
const asStaff = async (id: string) => ((await owner.get(`/orders/${id}`)).body as unknown as Shown).order;
const step = async (id: string, to: string) => {
  const { version } = await asStaff(id);
  return owner.post(`/orders/${id}/step`, { to, version, ...(to === "Packing" && { reason: "known" }) });
};
const expectOk = ({ status, text }: Answer) => expect(status, text).toBe(200);

describe("an order says of its delivery what the owner had set when it was placed", () => {
  test("An order's call, mail, page, receipt and the counter name its own fee and days", async () => {
    await opened.set({ fee: 500, areas: [KISUMU] });
    const order = await ordered({ address: IN_KISUMU, amount: 1_350 });
    await opened.set({ fee: 700, days: { from: 9, to: 9 } });
    const delivery = { fee: 350, days: { from: 2, to: 4 } };
    expect(await listed(order)).toMatchObject({ amount: 1_350, delivery });
    expect(await asStaff(order.id)).toMatchObject({ delivery });
    const mail = await mailOf("placed", order.id);
    expect(mail?.text).toContain("It takes 2 to 4 days. We expect your parcel between ");
    expect(mail?.text).toContain("Delivery: Ksh 350\nTotal: Ksh 1,350");
    const [, days] = /between (.*)\. Weekends/.exec(mail?.text ?? "") ?? [];
    expect((await shop.get(await trackUrl(order.id))).text).toContain(`between ${days}.`);
    const receipt = await owner.get(`/orders/receipts?ids=${order.id}`);
    expect(receipt.text).toContain('<td>Delivery, 2 to 4 days</td><td class="sum">Ksh 350</td>');
  });

  test("also where it is as src/shop.ts says, and the owner changes that afterwards", async () => {
    await opened.set({});
    const order = await ordered({ address: ADDRESS, amount: 1_001 });
    await opened.set({ fee: 700, areas: [] });
    expect(await listed(order)).toMatchObject({ delivery: { fee: 1, days: { from: 1, to: 2 } } });
  });
});

describe("an order that is fetched", () => {
  const fetched = (amount = 1_000) => ordered({ address: IN_KISUMU, delivery: POINT.name, amount });

  test('A fetched order keeps its pick-up point and is "ready for pick-up" instead of shipped', async () => {
    await opened.set({ points: [POINT] });
    const order = await fetched();
    await opened.set({
      points: [{ ...POINT, hours: "Sundays", address: { ...POINT.address, city: "Ngong" } }],
    });
    const at = "Langata Road, Langata Road 1, Nairobi 00509";
    expect((await mailOf("placed", order.id))?.text).toContain(
      `You pick it up at ${at}. Open Mon to Fri, 9 to 17. It takes 1 to 2 days. We expect it at Langata Road between `,
    );
    expect((await newOrderMailOf(shop, order.id))?.text).toContain("not paid yet. Pick-up at Langata Road.");
    for (const to of ["Packing", "Shipped"]) expectOk(await step(order.id, to));
    const delivery = { fee: 0, days: { from: 1, to: 2 }, pickUp: { name: POINT.name, hours: POINT.hours } };
    // stored, and in the calls, it is the specification's status
    expect(await listed(order)).toMatchObject({ status: "Shipped", delivery });
    const { body } = await owner.get("/orders");
    expect((body.rows as object[])[0]).toMatchObject({ status: "Shipped", pickUp: POINT.name });
    const ready = `Your order is ready. Pick it up at ${at}. Open Mon to Fri, 9 to 17.`;
    const mail = await mailOf("shipped", order.id);
    expect(mail?.subject).toBe(`Your Sauti order ${order.id.slice(-8)} is ready for pick-up`);
    expect(mail?.text).toContain(ready);
    const page = (await shop.get(await trackUrl(order.id))).text;
    expect(page).toContain('<p class="now"><strong>Ready for pick-up</strong></p>');
    expect(page).toContain(ready);
    expect(page).toContain("<li><span>Ready for pick-up</span>");
    expect(page).not.toContain("Shipped");
    expect((await shop.get(await trackUrl(order.id, "sw"))).text).toContain("Iko tayari kuchukuliwa");
  });

  test("A fetched order is never out for delivery, and ends picked up", async () => {
    await opened.set({ points: [POINT] });
    const { id } = await fetched();
    for (const to of ["Packing", "Shipped"]) expectOk(await step(id, to));
    const refused = await step(id, "Out for delivery");
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "This order is picked up: nobody brings it.",
    ]);
    expect(await asStaff(id)).toMatchObject({ status: "Shipped", version: 2 });
    expectOk(await step(id, "Delivered"));
    expect((await mailOf("delivered", id))?.subject).toContain("has been picked up");
  });

  test("its slip names the point, and who fetches it", async () => {
    await opened.set({ points: [POINT] });
    const { id } = await fetched();
    const slip = await owner.get(`/orders/slips?ids=${id}`);
    expect(slip.text).toContain(
      "<h2>Pick-up</h2><address>Wanjiku Otieno<br>0712345678<br>Langata Road<br>Langata Road 1, Nairobi<br>Mon to Fri, 9 to 17</address>",
    );
  });

  test("An order keeps its pick-up point when staff correct who fetches it, or its items", async () => {
    await opened.set({ points: [POINT] });
    const { id } = await fetched();
    const before = await asStaff(id);
    const moved = { ...ADDRESS, state: "Kisumu" };
    const refused = await owner.post(`/orders/${id}/address`, { address: moved, version: 0 });
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([400, ["address.street"]]);
    expect(await asStaff(id)).toEqual(before);
    const address = { ...ADDRESS, ...POINT.address, firstName: "Njeri" };
    expectOk(await owner.post(`/orders/${id}/address`, { address, version: 0 }));
    await opened.set({ points: [{ ...POINT, hours: "Sundays", fee: 70 }] });
    const items = [{ _id: tee._id, size: "M", quantity: 2 }];
    expectOk(await owner.post(`/orders/${id}/edit`, { items, version: 1 }));
    expect(await asStaff(id)).toMatchObject({
      amount: 2_070,
      address,
      delivery: { fee: 70, days: { from: 1, to: 2 }, pickUp: { name: POINT.name, hours: POINT.hours } },
    });
  });
});

describe("staff correct where an order goes", () => {
  const FAR = { ...ADDRESS, state: "Turkana", city: "Lodwar" };
  const change = async (id: string, address: object) =>
    owner.post(`/orders/${id}/address`, { address, version: (await asStaff(id)).version });
  const expected = async (id: string) =>
    (
      await shop.query(
        "select p.amount, o.delivery_fee from payments p join orders o on o.id = p.order_id where o.id = $1",
        [id],
      )
    )[0];

  test("Correcting an address within one place changes neither fee nor days", async () => {
    await opened.set({ fee: 500, areas: [KISUMU] });
    const order = await ordered({ address: IN_KISUMU, amount: 1_350 });
    await opened.set({ fee: 900 });
    expectOk(await change(order.id, { ...IN_KISUMU, street: "Oginga Odinga Street 3" }));
    expect(await listed(order)).toMatchObject({
      amount: 1_350,
      delivery: { fee: 350, days: { from: 2, to: 4 } },
    });
  });

  test("An unpaid order sent to another place takes that place's fee, its payment too", async () => {
    await opened.set({ fee: 500, areas: [KISUMU], freeOver: 5_000 });
    const order = await ordered({ address: IN_KISUMU, amount: 1_350 });
    expectOk(await change(order.id, FAR));
    expect(await listed(order)).toMatchObject({
      amount: 1_500,
      delivery: { fee: 500, days: { from: 3, to: 5 } },
    });
    expect(await expected(order.id)).toEqual({ amount: 1_500, delivery_fee: 500 });
    expect(await asStaff(order.id)).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({ kind: "address", note: "Delivery Ksh 350 → Ksh 500" }),
      ]),
    });
  });

  test("A paid order sent to another place keeps its fee", async () => {
    await opened.set({ fee: 500, areas: [KISUMU] });
    const order = await ordered({ address: IN_KISUMU, amount: 1_350 });
    await shop.query("update orders set payment = true where id = $1", [order.id]);
    expectOk(await change(order.id, FAR));
    expect(await listed(order)).toMatchObject({
      amount: 1_350,
      delivery: { fee: 350, days: { from: 3, to: 5 } },
    });
    await shop.query("update orders set payment = false where id = $1", [order.id]);
  });
});

holdsInvariants(() => shop);
