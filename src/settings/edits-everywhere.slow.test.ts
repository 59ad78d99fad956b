import { afterAll, expect, test } from "vitest";
import { openTwo } from "../../test/cached-pages.ts";
import { addProduct } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE } from "../../test/orders.ts";
import type { OpenPages } from "../../test/pages.ts";
import { customer, orderOf } from "../../test/people.ts";
import { signInStaff } from "../../test/support/back-office.ts";
import { shop as facts } from "../shop.ts";

const opened = await openTwo();
const { one, two } = opened;
const owner = await signInStaff(opened.shop);
afterAll(() => opened.close());

const { phone, email, address, podcast, returnDays, banner, offer } = facts;

const IN_NAIROBI = { state: "Nairobi", city: "Nairobi" };

/** A net for what hangs: a minute after it was rendered a page is rendered again in any case. */
const SOON = { timeout: 20_000 };

/** These pages come to say it; from then on they do, and the old words are on none. */
async function expectEverywhere(paths: string[], now: string, before: string): Promise<void> {
  for (const pages of [one, two]) {
    for (const path of paths) await expect.poll(() => pages.text(path), SOON).toContain(now);
    for (const path of paths) {
      const text = await pages.text(path);
      expect(text, path).toContain(now);
      expect(text, path).not.toContain(before);
    }
  }
}

test("Saved phone and banner are on all pages of all processes within two seconds, a price on its product's and home", async () => {
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

const restOfKenya = { freeOver: null, days: { from: 3, to: 5 }, areas: [], points: [] };

test("A saved delivery fee is on all pages of all processes within two seconds", async () => {
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

test("While a price or the delivery fee changes, nobody orders at one they did not see", async () => {
  const { shop } = opened;
  const tee = await addProduct(shop, { name: "Restless tee", price: 1_300 });
  const items = [{ _id: tee._id, size: "M", quantity: 1 }];
  const quote = async ({ http }: OpenPages) =>
    (
      await http.inject({ method: "POST", url: "/api/order/quote", payload: { items, ...IN_NAIROBI } })
    ).json();
  const onPage = async (pages: OpenPages) => {
    const [, thousand, rest] = /Ksh (\d),(\d{3})/.exec(await pages.text(`/product/${tee._id}`)) ?? [];
    return Number(`${thousand}${rest}`);
  };
  const order = async ({ http }: OpenPages, amount: number) => {
    const { userId, token } = await customer(shop);
    const payload = { ...orderOf(tee), amount };
    const { statusCode } = await http.inject({ method: "POST", url: PLACE, payload, headers: { token } });
    return [
      statusCode,
      await shop.query("select amount from orders where phase = 'placed' and user_id = $1", [userId]),
    ];
  };
  for (const change of [
    () => shop.query("update products set price = price + 1 where id = $1", [tee._id]),
    () => shop.query("update settings set value = value || '{\"fee\": 299}' where name = 'delivery'"),
  ]) {
    const seen = await quote(one);
    await change();
    for (const pages of [one, two]) {
      await expect.poll(async () => (await quote(pages)).amount, SOON).not.toBe(seen.amount);
      const now = await quote(pages);
      await expect.poll(() => onPage(pages), SOON).toBe(now.subtotal);
      expect(await order(pages, seen.amount)).toEqual([409, []]);
      expect(await order(pages, now.amount)).toEqual([200, [{ amount: now.amount }]]);
    }
  }
});

holdsInvariants(() => opened.shop);
