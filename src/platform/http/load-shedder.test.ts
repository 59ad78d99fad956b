import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addProduct, onHand } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { orderOf, regulars } from "../../../test/people.ts";
import { openTestShop, patient, type TestShop } from "../../../test/shop.ts";

const BUSY = { success: false, message: "The shop is very busy. Please try again in a moment." };
const LIST = "/api/product/list";

let shop: TestShop;
let door: string;
let asked = 0;

beforeAll(async () => {
  shop = await openTestShop();
  await patient(shop);
  door = `http://127.0.0.1:${await shop.listen()}`;
});
afterAll(() => shop.close());
afterEach(() => reopen());

let reopen = async () => {};

/** Closes the catalogue, so that whoever asks for what is in it stays at work until it is opened. */
async function closeCatalogue() {
  const client = await shop.looking.connect();
  await client.query("begin");
  await client.query("lock table products in access exclusive mode");
  reopen = async () => {
    reopen = async () => {};
    await client.query("rollback");
    client.release();
  };
  return () => reopen();
}

/** How long a slow machine may take to answer a crowd, in milliseconds. */
const SOON = { timeout: 15_000 };

/** Many at once, each asking what nobody has asked; gives what came back and, at any moment, the statuses so far. */
function many(count: number, ask: (index: number) => Promise<Response>) {
  const answered: Response[] = [];
  const all = Array.from({ length: count }, async (_, index) => {
    const response = await ask(index);
    answered.push(response);
    return response;
  });
  return { all: Promise.all(all), answered };
}

const browse = () => {
  asked += 1;
  return fetch(`${door}${LIST}?search=${asked}`);
};
const statuses = async (all: Promise<Response[]>) => (await all).map((response) => response.status);

describe("more at once than can be done", () => {
  test("most of it browses, the rest is told at once, and a fifth is kept for orders, each of which counts", async () => {
    const tee = await addProduct(shop, { stock: { M: 200 } });
    // more than there are places, also where a busy machine has let in no more than a fifth to browse
    const people = await regulars(shop, 60);
    const open = await closeCatalogue();
    const browsing = many(110, browse);
    // whoever is not let in hears so while the others still wait
    await expect.poll(() => browsing.answered.length, SOON).toBeGreaterThanOrEqual(30);
    const refused = browsing.answered.slice();
    expect(new Set(refused.map((response) => response.status))).toEqual(new Set([503]));
    expect(await refused[0]?.json()).toEqual(BUSY);
    expect(refused[0]?.headers.get("retry-after")).toBe("2");

    const ordering = many(60, (index) =>
      fetch(`${door}${PLACE}`, {
        method: "POST",
        headers: { "content-type": "application/json", token: people[index]?.token ?? "" },
        body: JSON.stringify(orderOf(tee)),
      }),
    );
    // as many as there is no place for hear so at once; load-shedder-places.test.ts counts the places
    await expect.poll(() => ordering.answered.length, SOON).toBeGreaterThan(0);
    await open();

    const seen = await statuses(browsing.all);
    const found = seen.filter((status) => status === 200).length;
    expect(found).toBeGreaterThanOrEqual(20);
    expect(seen.filter((status) => status === 503)).toHaveLength(110 - found);
    const orders = await statuses(ordering.all);
    const placed = orders.filter((status) => status === 200).length;
    expect(placed).toBeGreaterThanOrEqual(20);
    expect(orders.filter((status) => status === 503)).toHaveLength(60 - placed);
    expect(await onHand(shop, tee)).toBe(200 - placed);
    // and it is over when it is over
    expect((await browse()).status).toBe(200);
  });
});

holdsInvariants(() => shop);
