import { afterAll, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { customer, freshCode, orderOf } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { findCodes } from "../../../test/till.ts";

const shop = await openTestShop();
const owner = await signInStaff(shop, "owner");
const packer = await signInStaff(shop, "packer");
afterAll(() => shop.close());

type Lines = { line: number; quantity: number; restock: boolean }[];

/** A paid order of three tees and a cap, Ksh 1,500 each; gives its id and that of its money. */
async function paidOrder() {
  const buyer = await customer(shop);
  const [tee, cap] = [await addProduct(shop, { name: "Tee" }), await addProduct(shop, { name: "Cap" })];
  const tees = orderOf(tee, { quantity: 3, mpesaCode: freshCode() });
  const items = [...tees.items, ...orderOf(cap).items];
  const { body } = await shop.post(PLACE, { ...tees, items, amount: 6_001 }, buyer.token);
  await findCodes(shop, buyer);
  const id = String(body.orderId);
  const [money] = await shop.query<{ id: string }>("select id from transactions where order_id = $1", [id]);
  return { id, money: money?.id ?? "" };
}

let sentCodes = 0;

/** The owner begins a refund; gives the call that marks it as sent. */
async function refund(money: string, amount: number, lines: Lines = []) {
  const begun = await owner.post(`/money/${money}/refund`, {
    amount,
    lines,
    reason: "torn",
    confirmed: true,
  });
  const { _id } = begun.body.refund as { _id: string };
  return async () => {
    const sent = { code: `SENT${String(++sentCodes).padStart(6, "0")}`, confirmed: true };
    expect((await owner.post(`/money/${money}/refunds/${_id}/done`, sent)).status).toBe(200);
  };
}

test("A packing slip leaves out the pieces that a refund put back on sale", async () => {
  const { id, money } = await paidOrder();
  const lines = [
    { line: 1, quantity: 1, restock: true },
    { line: 2, quantity: 1, restock: true },
  ];
  const finish = await refund(money, 3_000, lines);
  const drawn = async () => (await owner.get(`/orders/slips?ids=${id}`)).text;
  expect(await drawn()).toContain("A refund is under way: ask the owner what stays here");
  await finish();
  const slip = await drawn();
  expect(slip).not.toContain("under way");
  expect(slip).toContain('<td class="count">2</td><td>Tee</td>');
  expect(slip).not.toContain("Cap");
  expect(slip).toContain("2 pieces in all.");
});

const GOES_BACK = [409, "Its money is going back, or is back."];

/** Whether a packer may take this step; where it is refused, the order stays as it is. */
async function step(id: string, to: string, by = packer, reason?: string) {
  const row = async () =>
    (await shop.query<{ status: string; version: number }>("select * from orders where id = $1", [id]))[0];
  const before = await row();
  const { status, body } = await by.post(`/orders/${id}/step`, { to, version: before?.version, reason });
  if (status !== 200) expect(await row()).toEqual(before);
  return status === 200 ? 200 : [status, body.message];
}

test("An order is packed while a part of its money goes back, and not once all of it does", async () => {
  const list = new URLSearchParams({ status: "Order Placed", paid: "kept" });
  /** How many Today counts, which are as many as its list shows. */
  const toPack = async () => {
    const { rows } = (await packer.get(`/orders?${list}`)).body as { rows?: unknown[] };
    const { toPack: count } = (await packer.get("/today")).body;
    expect(rows).toHaveLength(Number(count));
    return count;
  };
  const before = Number(await toPack());
  const [part, whole] = [await paidOrder(), await paidOrder()];
  expect(await toPack()).toBe(before + 2);
  await refund(part.money, 1_500);
  const finish = await refund(whole.money, 6_001);
  expect(await toPack()).toBe(before + 1);
  expect(await step(whole.id, "Packing")).toEqual(GOES_BACK);
  await finish();
  expect(await step(whole.id, "Packing", packer, "please")).toEqual(GOES_BACK);
  expect(await step(part.id, "Packing")).toBe(200);
  expect(await step(whole.id, "Packing", owner, "a gift")).toBe(200);
});

test.each([
  { how: "sent", pickUp: false, steps: ["Packing"], last: "Shipped" },
  { how: "handed over", pickUp: true, steps: ["Packing", "Shipped"], last: "Delivered" },
])("An order whose money all goes back is $how only if the owner says why", async (row) => {
  const { id, money } = await paidOrder();
  if (row.pickUp)
    await shop.query("update orders set delivery = $2 where id = $1", [
      id,
      { from: 1, to: 3, pickUp: { name: "Langata", hours: "" } },
    ]);
  for (const to of row.steps) expect(await step(id, to)).toBe(200);
  const finish = await refund(money, 6_001);
  expect(await step(id, row.last)).toEqual(GOES_BACK);
  await finish();
  expect(await step(id, row.last, packer, "please")).toEqual(GOES_BACK);
  expect(await step(id, row.last, owner, "a gift")).toBe(200);
});

holdsInvariants(() => shop);
