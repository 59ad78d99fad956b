import { afterAll, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { PLACE } from "../../../test/orders.ts";
import { customer, freshCode, orderOf } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { findCodes } from "../../../test/till.ts";

const shop = await openTestShop();
const owner = await signInStaff(shop, "owner");
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
