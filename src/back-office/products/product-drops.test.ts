import { afterAll, beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { openTestShop } from "../../../test/shop.ts";
import { auditOf } from "../../../test/support/audit.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { HAT, productForm, productOf } from "../../../test/support/product-form.ts";

let tee: Goods;
const shop = await openTestShop();
const owner = await signInStaff(shop);
const { save, read, inShop } = productForm(shop, owner);
beforeEach(async () => {
  tee = await addProduct(shop, { name: "Mic tee", price: 1000 });
});
afterAll(() => shop.close());

/** A whole minute, as its form has it. */
const inAnHour = () => Math.ceil((Date.now() + 3_600_000) / 60_000) * 60_000;

test("Staff set a drop's moment; without one the product is on sale", async () => {
  const onSaleFrom = inAnHour();
  const set = productOf(await save(tee._id, { version: 1, onSaleFrom, announced: true }));
  expect(set).toMatchObject({ onSaleFrom, announced: true, coming: true, version: 2 });
  await expect.poll(() => inShop(tee._id)).toBeUndefined();
  const taken = productOf(await save(tee._id, { version: 2, onSaleFrom: null, announced: false }));
  expect(taken).toMatchObject({ onSaleFrom: null, announced: false, coming: false, version: 3 });
  await expect.poll(() => inShop(tee._id)).toMatchObject({ name: "Mic tee" });
  expect((await auditOf(shop, tee._id)).map(({ before, after }) => [before, after])).toEqual([
    [
      { onSaleFrom: null, announced: false },
      { onSaleFrom, announced: true },
    ],
    [
      { onSaleFrom, announced: true },
      { onSaleFrom: null, announced: false },
    ],
  ]);
});

test("An announced drop needs a moment", async () => {
  const refused = [
    await save(tee._id, { version: 1, announced: true }),
    await owner.post("/goods", { ...HAT, name: "Soon", announced: true }),
  ];
  for (const { status, body } of refused)
    expect([status, body.fields]).toEqual([
      400,
      { onSaleFrom: "Say from when it is on sale, or do not announce it." },
    ]);
  productOf(await save(tee._id, { version: 1, onSaleFrom: inAnHour(), announced: true }));
  expect((await save(tee._id, { version: 2, onSaleFrom: null })).status).toBe(400);
  expect(await read(tee._id)).toMatchObject({ announced: true, version: 2 });
  expect(await shop.query("select 1 from products where name = 'Soon'")).toEqual([]);
});

test("A passed moment is confirmed first", async () => {
  const onSaleFrom = Date.UTC(2025, 10, 27, 15, 0);
  const { status, body } = await save(tee._id, { version: 1, onSaleFrom });
  expect([status, body.confirm]).toEqual([
    409,
    { onSaleFrom: "2025-11-27 18:00 has passed: it is on sale without waiting. Is that right?" },
  ]);
  expect((await read(tee._id)).onSaleFrom).toBeNull();
  const saved = productOf(await save(tee._id, { version: 1, onSaleFrom, confirmed: true }));
  expect(saved).toMatchObject({ onSaleFrom, coming: false });
  expect(productOf(await save(tee._id, { version: 2, onSaleFrom, price: 1100 })).price).toBe(1100);
});
