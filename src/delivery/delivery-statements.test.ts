import { afterAll, expect, test } from "vitest";
import { openDeliveryShop, POINT } from "../../test/delivery.ts";
import { addProduct } from "../../test/goods.ts";
import { ADDRESS, customer } from "../../test/people.ts";
import { recorded } from "../../test/recorded.ts";
import { COUNTIES } from "./setting-rules.ts";

const WAYS = ["cod", "mpesa", "flutterwave"] as const;
type Way = (typeof WAYS)[number];

const opened = await openDeliveryShop();
const tee = await addProduct(opened.shop, { price: 1_000, stock: { M: 100 } });
// what is read once by each process
for (const way of WAYS) await sent(way, { amount: 1_001 });
afterAll(() => opened.close());

/** How many statements the shop sends while somebody orders, or begins to pay. */
async function sent(way: Way, body: object): Promise<number> {
  const { token, email } = await customer(opened.shop);
  const items = [{ _id: tee._id, size: tee.size, quantity: 1 }];
  const address = { ...ADDRESS, email };
  const statements = await recorded(async () => {
    const answer = await opened.ways[way](token, { items, address, ...body });
    expect(answer.status, answer.text).toBe(200);
  });
  return statements.length;
}

test.each(WAYS)("Fees by county and pick-up points cost an order no further statement: %s", async (way) => {
  // another fee than before, so that both processes are known to have read it: their reading is not an order's
  await opened.set({ fee: 2 });
  const usual = await sent(way, { amount: 1_002 });
  const areas = COUNTIES.map((county, at) => ({ county, fee: 100 + at, from: 1, to: 2 }));
  await opened.set({ fee: 900, areas, points: [POINT] });
  expect(await sent(way, { amount: 1_100 + COUNTIES.indexOf("Nairobi") })).toBe(usual);
  // the point's place is no address to be offered again
  expect(await sent(way, { amount: 1_000, delivery: POINT.name })).toBeLessThanOrEqual(usual);
});
