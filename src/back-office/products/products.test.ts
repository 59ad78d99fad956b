import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { openTestShop } from "../../../test/shop.ts";
import { auditOf } from "../../../test/support/audit.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { HAT, productForm, productOf } from "../../../test/support/product-form.ts";
import { findProduct } from "../../catalogue/queries.server.ts";

let tee: Goods;
const shop = await openTestShop();
const owner = await signInStaff(shop);
const { save, read, inShop } = productForm(shop, owner);
beforeEach(async () => {
  tee = await addProduct(shop, { name: "Mic tee", price: 1000, stock: { M: 5, L: 0 } });
});
afterAll(() => shop.close());

describe("a new product", () => {
  test("is hidden, without a piece, and in the audit log with all that was written", async () => {
    const hat = productOf(await owner.post("/goods", { ...HAT, sizes: ["S", " M "], formerPrice: 1200 }));
    expect(hat).toEqual({
      _id: expect.any(String),
      ...HAT,
      description: "",
      material: "",
      fit: "",
      sizeGuide: "",
      sizes: ["S", "M"],
      formerPrice: 1200,
      trending: false,
      bestseller: false,
      onSaleFrom: null,
      announced: false,
      coming: false,
      colour: "#f1e8d8",
      images: [],
      alts: [],
      status: "hidden",
      stock: [
        { size: "S", onHand: 0, held: 0 },
        { size: "M", onHand: 0, held: 0 },
      ],
      version: 1,
      updatedAt: expect.any(Number),
    });
    await expect.poll(() => inShop(hat._id)).toBeUndefined();
    expect(await auditOf(shop, hat._id)).toMatchObject([
      {
        action: "product.add",
        before: null,
        after: { name: "Wool hat", price: 900 },
        staff_name: owner.name,
      },
    ]);
  });

  test("with a former price that is none: asked first, then saved without", async () => {
    const odd = { ...HAT, name: "Odd", formerPrice: 900 };
    const asked = await owner.post("/goods", odd);
    expect([asked.status, asked.body.confirm]).toEqual([
      409,
      { formerPrice: expect.stringContaining("not above the price") },
    ]);
    expect(await shop.query("select 1 from products where name = 'Odd'")).toEqual([]);
    expect(productOf(await owner.post("/goods", { ...odd, confirmed: true })).formerPrice).toBeNull();
  });

  test.each([
    ["name", "two\nlines"],
    ["formerPrice", 0],
    ["sizes", ["M", "m"]],
    ["sizes", ["S, M"]],
    ["onSaleFrom", "2026-11-27T18:00"],
    ["onSaleFrom", 0],
    ["sizeGuide", "Chest 90"],
    ["sizeGuide", "Size, Chest\nS, 90, 91"],
  ])("is refused by field: %s %j", async (field, value) => {
    const { status, body } = await owner.post("/goods", { ...HAT, [field]: value });
    expect(status).toBe(400);
    expect(Object.keys(body.fields as object)[0]).toMatch(new RegExp(`^${field}`));
  });
});

describe("an edit", () => {
  test("Each change of a product is one audit row", async () => {
    const before = await read(tee._id);
    const saved = productOf(
      await save(tee._id, { version: 1, price: 1200, formerPrice: 1400, trending: true }),
    );
    expect(saved).toEqual({
      ...before,
      price: 1200,
      formerPrice: 1400,
      trending: true,
      version: 2,
      updatedAt: expect.any(Number),
    });
    await expect
      .poll(() => inShop(tee._id))
      .toMatchObject({ price: 1200, formerPrice: 1400, trending: true });
    expect(await auditOf(shop, tee._id)).toEqual([
      {
        action: "product.edit",
        before: { price: 1000, formerPrice: null, trending: false },
        after: { price: 1200, formerPrice: 1400, trending: true },
        staff_name: owner.name,
      },
    ]);
  });

  test("The owner's size guide is on the product's page", async () => {
    const sizeGuide = "Size, Sleeve\nM, 61";
    productOf(await save(tee._id, { version: 1, sizeGuide }));
    expect(await findProduct(shop.db, tee._id)).toMatchObject({ sizeGuide });
    await expect.poll(() => inShop(tee._id)).not.toHaveProperty("sizeGuide");
  });

  test("A save that changes nothing leaves version and audit log unchanged", async () => {
    expect(productOf(await save(tee._id, { version: 1, name: " Mic tee " })).version).toBe(1);
    expect(await auditOf(shop, tee._id)).toEqual([]);
  });

  test("A product's save names its version: a late one saves nothing and says who was first", async () => {
    await save(tee._id, { version: 1, price: 1100 });
    // who counts stock meanwhile has not changed what is written
    const packer = await signInStaff(shop, "packer");
    await packer.post(`/goods/${tee._id}/stock`, { size: "M", delta: 1, reason: "counted" });
    const { status, body } = await save(tee._id, { version: 1, price: 1300, name: "Other" });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      current: { price: 1100, name: "Mic tee", version: 2 },
      by: owner.name,
      at: expect.any(Number),
    });
    expect(await read(tee._id)).toMatchObject({ price: 1100, name: "Mic tee", version: 2 });
  });

  test("Of ten saves of one version one succeeds", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => save(tee._id, { version: 1, price: 1001 + at })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await read(tee._id)).version).toBe(2);
    expect(await auditOf(shop, tee._id)).toHaveLength(1);
  });

  test("A price that changes by more than half is confirmed first", async () => {
    for (const price of [500, 1500]) {
      const id = (await addProduct(shop, { price: 1000 }))._id;
      expect((await save(id, { version: 1, price })).status, String(price)).toBe(200);
    }
    for (const price of [499, 1501, 100_000]) {
      const id = (await addProduct(shop, { price: 1000 }))._id;
      const { status, body } = await save(id, { version: 1, price });
      expect([status, Object.keys(body.confirm as object)], String(price)).toEqual([409, ["price"]]);
      expect((await read(id)).price).toBe(1000);
      expect(productOf(await save(id, { version: 1, price, confirmed: true })).price).toBe(price);
    }
  });

  test("A former price is above the price", async () => {
    const id = (await addProduct(shop, { price: 1000, formerPrice: 1300 }))._id;
    const { status, body } = await save(id, { version: 1, price: 1300 });
    expect([status, Object.keys(body.confirm as object)]).toEqual([409, ["formerPrice"]]);
    const saved = productOf(await save(id, { version: 1, price: 1300, confirmed: true }));
    expect(saved).toMatchObject({ price: 1300, formerPrice: null });
  });
});

describe("sizes", () => {
  test("stand in the order in which they were written, and new ones start without a piece", async () => {
    const saved = productOf(await save(tee._id, { version: 1, sizes: ["XL", "L", "M"] }));
    expect([saved.sizes, saved.stock]).toEqual([
      ["XL", "L", "M"],
      [
        { size: "XL", onHand: 0, held: 0 },
        { size: "L", onHand: 0, held: 0 },
        { size: "M", onHand: 5, held: 0 },
      ],
    ]);
    await expect
      .poll(() => inShop(tee._id))
      .toMatchObject({ sizes: ["XL", "L", "M"], stock: { XL: 0, L: 0, M: 5 } });
  });

  test("A size with pieces cannot be removed", async () => {
    const { status, body } = await save(tee._id, { version: 1, sizes: ["L"] });
    expect([status, body.fields]).toEqual([
      400,
      { sizes: expect.stringContaining("M stays: there are 5 on hand") },
    ]);
    await shop.query(
      "update stock set on_hand = 0, held = 2, received = 2 where product_id = $1 and size = 'M'",
      [tee._id],
    );
    const held = await save(tee._id, { version: 1, sizes: ["L"], confirmed: true });
    expect([held.status, held.body.message]).toEqual([400, expect.stringContaining("2 held for payments")]);
    expect((await read(tee._id)).sizes).toEqual(["M", "L"]);
  });

  test("A removed size that was sold comes back as it was", async () => {
    await shop.query("update stock set on_hand = 0 where product_id = $1 and size = 'M'", [tee._id]);
    const asked = await save(tee._id, { version: 1, sizes: ["L"] });
    expect([asked.status, asked.body.confirm]).toEqual([
      409,
      { sizes: expect.stringContaining("M were sold") },
    ]);
    const saved = productOf(await save(tee._id, { version: 1, sizes: ["L"], confirmed: true }));
    expect(saved.sizes).toEqual(["L"]);
    productOf(await save(tee._id, { version: 2, sizes: ["L", "M"] }));
    expect(
      await shop.query("select size, received from stock where product_id = $1 order by size", [tee._id]),
    ).toEqual([
      { size: "L", received: 0 },
      { size: "M", received: 5 },
    ]);
  });
});

describe("hide, show, archive", () => {
  const move = async (what: string) => productOf(await owner.post(`/goods/${tee._id}/${what}`));

  test("each moves it once, in the shop too, and leaves the version for a form that is open", async () => {
    expect(await move("hide")).toMatchObject({ status: "hidden", version: 1 });
    await expect.poll(() => inShop(tee._id)).toBeUndefined();
    await move("hide");
    expect(await move("archive")).toMatchObject({ status: "archived", version: 1 });
    expect(await move("show")).toMatchObject({ status: "shown", version: 1 });
    await expect.poll(() => inShop(tee._id)).toMatchObject({ name: "Mic tee" });
    expect((await auditOf(shop, tee._id)).map(({ action, after }) => [action, after])).toEqual([
      ["product.hide", { status: "hidden" }],
      ["product.archive", { status: "archived" }],
      ["product.show", { status: "shown" }],
    ]);
    expect(productOf(await save(tee._id, { version: 1, price: 1100 })).price).toBe(1100);
  });

  test("all at once: it is one of them, as the log says", async () => {
    await Promise.all(["hide", "show", "archive", "hide", "archive"].map(move));
    const actions = await auditOf(shop, tee._id);
    expect(actions.at(-1)?.after).toEqual({ status: (await read(tee._id)).status });
  });
});

describe("a copy", () => {
  test("has all that is written and the pictures, but no piece, and is hidden", async () => {
    const before = await read(tee._id);
    const copy = productOf(await owner.post(`/goods/${tee._id}/duplicate`));
    expect(copy).toEqual({
      ...before,
      _id: expect.any(String),
      name: "Mic tee (copy)",
      status: "hidden",
      stock: [
        { size: "M", onHand: 0, held: 0 },
        { size: "L", onHand: 0, held: 0 },
      ],
      updatedAt: expect.any(Number),
    });
    expect(copy._id).not.toBe(tee._id);
    expect(await read(tee._id)).toEqual(before);
    expect(await auditOf(shop, copy._id)).toMatchObject([
      { action: "product.duplicate", after: { of: tee._id, name: "Mic tee (copy)" } },
    ]);
  });

  test("of a long name stays within what a name may be", async () => {
    const long = await addProduct(shop, { name: "x".repeat(100) });
    const copy = productOf(await owner.post(`/goods/${long._id}/duplicate`));
    expect(copy.name).toBe(`${"x".repeat(93)} (copy)`);
  });
});
