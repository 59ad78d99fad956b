import { afterAll, beforeAll, expect, test } from "vitest";
import { openTwo } from "../../test/cached-pages.ts";
import { addProduct } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE } from "../../test/orders.ts";
import type { OpenPages } from "../../test/pages.ts";
import { customer, orderOf } from "../../test/people.ts";
import { type StaffPerson, signInStaff } from "../../test/support/back-office.ts";
import { shop as facts } from "../shop.ts";

let opened: Awaited<ReturnType<typeof openTwo>>;
let one: OpenPages;
let two: OpenPages;
let owner: StaffPerson;
beforeAll(async () => {
  opened = await openTwo();
  ({ one, two } = opened);
  owner = await signInStaff(opened.shop);
});
afterAll(() => opened.close());

const { phone, email, address, podcast, returnDays, banner, offer } = facts;

const IN_NAIROBI = { state: "Nairobi", city: "Nairobi" };

/** These pages say it within 2 s of the save; from then on they do, and the old words are on none. */
async function expectEverywhere(paths: string[], now: string, before: string): Promise<void> {
  for (const pages of [one, two]) {
    for (const path of paths)
      await expect.poll(() => pages.text(path), { interval: 5, timeout: 2_000 }).toContain(now);
    for (let round = 0; round < 5; round += 1)
      for (const path of paths) {
        const text = await pages.text(path);
        expect(text, path).toContain(now);
        expect(text, path).not.toContain(before);
      }
  }
}

test("phone, banner and price, saved at the counter, are on each page of both processes, and the old ones on none", async () => {
  const tee = await opened.begin();
  const product = `/product/${tee._id}`;
  for (const pages of [one, two])
    for (const path of ["/", "/contact", "/cart", product])
      expect((await pages.ask(path)).status, path).toBe(200);

  const value = { phone: "0711 222 333", email, address, podcast, returnDays };
  expect((await owner.post("/settings/shop", { value, version: 0 })).status).toBe(200);
  await expectEverywhere(["/contact", "/", "/cart", product], "0711 222 333", phone);

  const words = { banner: { ...banner, headline: "SIKU KUU" }, offer };
  expect((await owner.post("/settings/banner", { value: words, version: 0 })).status).toBe(200);
  await expectEverywhere(["/"], "SIKU KUU", banner.headline);

  const { version } = (await owner.get(`/goods/${tee._id}`)).body.product as { version: number };
  expect((await owner.post(`/goods/${tee._id}`, { price: 1_222, version })).status).toBe(200);
  await expectEverywhere([product, "/"], "Ksh 1,222", "Ksh 1,111");
});

test("while the price changes, nobody's order is at one that they did not see", async () => {
  const { shop } = opened;
  const tee = await addProduct(shop, { name: "Restless tee", price: 1_300, stock: { M: 400 } });
  const order = async (pages: OpenPages) => {
    const [, thousand, rest] = /Ksh (\d),(\d{3})/.exec(await pages.text(`/product/${tee._id}`)) ?? [];
    const seen = Number(`${thousand}${rest}`);
    const { userId, token } = await customer(shop);
    const { status } = await shop.post(PLACE, orderOf({ ...tee, price: seen }), token);
    const orders = await shop.query("select amount from orders where user_id = $1", [userId]);
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
  for (const pages of [one, two])
    await expect.poll(() => order(pages), { interval: 20, timeout: 10_000 }).toBe(200);
});

const restOfKenya = { freeOver: null, days: { from: 3, to: 5 }, areas: [], points: [] };

test("a fee, saved at the counter, is on each page of both processes, and the old one on none", async () => {
  const tee = await opened.begin();
  const product = `/product/${tee._id}`;
  const save = async (fee: number) => {
    const { version } = (await owner.get("/delivery")).body as unknown as { version: number };
    // a sum of nothing else, by which the data of a page that does not name the fee is known
    const delivery = { ...restOfKenya, fee, freeOver: 900_000 + fee };
    expect(
      (await owner.post("/delivery", { delivery: { ...delivery, points: undefined }, version })).status,
    ).toBe(200);
  };
  await save(341);
  await expectEverywhere([product], "Delivery: Ksh 341, 3 to 5 days.", "Ksh 1, ");
  await expectEverywhere(["/", "/contact", "/cart", product], "900341", "900342");
  await save(342);
  await expectEverywhere([product], "Delivery: Ksh 342, 3 to 5 days.", "Ksh 341");
  await expectEverywhere(["/", "/contact", "/cart", product], "900342", "900341");
});

test("while the fee changes, nobody's order is at one that they did not see", async () => {
  const { shop } = opened;
  const tee = await addProduct(shop, { name: "Far tee", price: 1_300, stock: { M: 400 } });
  const saw = {
    page: async (pages: OpenPages) =>
      Number(/Delivery: Ksh (\d+),/.exec(await pages.text(`/product/${tee._id}`))?.[1]),
    quote: async ({ http }: OpenPages) => {
      const payload = { items: [{ _id: tee._id, size: "M", quantity: 1 }], ...IN_NAIROBI };
      return (await http.inject({ method: "POST", url: "/api/order/quote", payload })).json().deliveryFee;
    },
  };
  const order = async (pages: OpenPages, how: keyof typeof saw) => {
    const fee: number = await saw[how](pages);
    const { userId, token } = await customer(shop);
    const { status } = await shop.post(PLACE, { ...orderOf(tee), amount: 1_300 + fee }, token);
    const orders = await shop.query("select delivery_fee from orders where user_id = $1", [userId]);
    expect(orders).toEqual(status === 200 ? [{ delivery_fee: fee }] : []);
    return status;
  };
  let changing = true;
  const change = async () => {
    for (let fee = 200; changing; fee = fee === 299 ? 200 : fee + 1)
      await shop.query("update settings set value = $1, version = version + 1 where name = 'delivery'", [
        { ...restOfKenya, fee },
      ]);
  };
  const changed = change();
  const statuses: number[] = [];
  for (let each = 0; each < 10; each += 1)
    for (const how of ["page", "quote"] as const)
      statuses.push(...(await Promise.all([order(one, how), order(two, how)])));
  changing = false;
  await changed;
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(statuses).toContain(409);
  for (const pages of [one, two])
    for (const how of ["page", "quote"] as const)
      await expect.poll(() => order(pages, how), { interval: 20, timeout: 10_000 }).toBe(200);
});

holdsInvariants(() => opened.shop);
