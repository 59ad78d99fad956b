import { afterAll, expect, test } from "vitest";
import { openTwo } from "../../test/cached-pages.ts";
import { addProduct } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE } from "../../test/orders.ts";
import type { OpenPages } from "../../test/pages.ts";
import { customer, orderOf } from "../../test/people.ts";

const opened = await openTwo();
const { one, two } = opened;
afterAll(() => opened.close());

test("while the price changes, nobody's order is at one that they did not see", async () => {
  const { shop } = opened;
  const tee = await addProduct(shop, { name: "Restless tee", price: 1_300, stock: { M: 400 } });
  const order = async (pages: OpenPages) => {
    const [, thousand, rest] = /Ksh (\d),(\d{3})/.exec(await pages.text(`/product/${tee._id}`)) ?? [];
    const seen = Number(`${thousand}${rest}`);
    const { userId, token } = await customer(shop);
    const { status } = await shop.post(PLACE, orderOf({ ...tee, price: seen }), token);
    const orders = await shop.query("select amount from orders where phase = 'placed' and user_id = $1", [
      userId,
    ]);
    expect(orders).toEqual(status === 200 ? [{ amount: seen + 1 }] : []);
    return status;
  };
  let changing = true;
  const change = async () => {
    for (let price = 1_301; changing; price = price === 1_399 ? 1_300 : price + 1)
      await shop.query("update products set price = $2 where id = $1", [tee._id, price]);
  };
  const changed = change();
  const statuses: number[] = [];
  for (let each = 0; each < 20; each += 1) statuses.push(...(await Promise.all([order(one), order(two)])));
  changing = false;
  await changed;
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(statuses).toContain(409);
  // once it rests, both processes show what is charged
  for (const pages of [one, two]) await expect.poll(() => order(pages), { timeout: 60_000 }).toBe(200);
});

holdsInvariants(() => opened.shop);
