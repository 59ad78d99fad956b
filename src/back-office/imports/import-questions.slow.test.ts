import { afterAll, beforeEach, expect, test } from "vitest";
import { addProduct, emptyShelves, onHand } from "../../../test/goods.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { changedIn, exportedGoods, goodsFile, sendGoods } from "../../../test/support/goods-file.ts";
import { isDecided, NO_CHOICES } from "./import-questions.tsx";

const shop = await openTestShop();
const owner = await signInStaff(shop);
beforeEach(() => emptyShelves(shop));
afterAll(() => shop.close());

const NEW = { Name: "New tee", Category: "Men", Type: "Topwear", Price: "1200", Sizes: "S, M" };
const imported = async (file: string, query: Record<string, string> = {}) =>
  (await sendGoods(shop, owner, file, { query })).body;
const exported = () => exportedGoods(owner);
const priceOf = async (id: string) =>
  (await shop.query("select price from products where id = $1", [id]))[0]?.price;

test("A file means what it says: what was changed in the shop since its export is asked about", async () => {
  const { _id } = await addProduct(shop, { name: "Tee", price: 1500, stock: { S: 4 } });
  await addProduct(shop, { name: "Cap" });
  const { text, rows } = await exported();
  expect(await imported(goodsFile(changedIn(rows, _id, { Price: "1600" })))).toMatchObject({ written: true });
  expect(await priceOf(_id)).toBe(1600);

  const asked = await imported(text);
  expect(asked).toMatchObject({ written: false, changed: 1, same: 1, faults: 0 });
  expect(asked.changes).toEqual([
    {
      ...{ row: 2, name: "Tee", isNew: false, isStale: true, isLarge: false },
      cells: [{ column: "Price", from: "1600", to: "1500" }],
    },
  ]);
  expect(await priceOf(_id)).toBe(1600);
  expect(await imported(text, { confirm: asked.asked ?? "" })).toMatchObject({ written: true, changed: 1 });
  expect(await priceOf(_id)).toBe(1500);
});

test("The owner decides each row changed in the shop since the export: file or shop", async () => {
  const tee = await addProduct(shop, { name: "Tee", stock: { S: 4 } });
  const cap = await addProduct(shop, { name: "Cap", stock: { S: 4 } });
  const { rows } = await exported();
  await shop.query("update products set name = name || ' of the shop'");
  const changed = changedIn(changedIn(rows, tee._id, { Fit: "Wide", Stock: "9" }), cap._id, { Stock: "7" });
  const file = goodsFile(changed);
  const { asked, changes } = await imported(file, { dryRun: "1" });
  expect(changes.map(({ isStale, cells }) => ({ isStale, cells }))).toEqual([
    {
      isStale: true,
      cells: [
        { column: "Name", from: "Tee of the shop", to: "Tee" },
        { column: "Fit", from: "", to: "Wide" },
        { column: "Stock", from: "S: 4", to: "S: 9" },
      ],
    },
    {
      isStale: true,
      cells: [
        { column: "Name", from: "Cap of the shop", to: "Cap" },
        { column: "Stock", from: "S: 4", to: "S: 7" },
      ],
    },
  ]);
  expect(await imported(file, { confirm: asked ?? "", shop: "3" })).toMatchObject({
    written: true,
    changed: 2,
  });
  expect((await exported()).rows).toMatchObject([
    { Name: "Tee", Fit: "Wide", Stock: "9" },
    { Name: "Cap of the shop", Stock: "7" },
  ]);
});

test("An owner's answer counts only for what was asked", async () => {
  const { _id } = await addProduct(shop, { name: "Tee", price: 1500 });
  const { text } = await exported();
  await shop.query("update products set price = 1600");
  const { asked = "" } = await imported(text, { dryRun: "1" });
  await shop.query("update products set price = 1700");
  const again = await imported(text, { confirm: asked });
  expect(again).toMatchObject({
    written: false,
    changes: [{ cells: [{ column: "Price", from: "1700", to: "1500" }] }],
  });
  expect(await priceOf(_id)).toBe(1700);
});

test("An import asks by name about prices that change by more than half", async () => {
  const { _id } = await addProduct(shop, { name: "Tee", price: 1650 });
  const { rows } = await exported();
  const file = goodsFile(changedIn(rows, _id, { Price: "165" }));
  const asked = await imported(file);
  expect(asked).toMatchObject({
    ...{ written: false, faults: 0, largePrices: 1 },
    changes: [
      { name: "Tee", isLarge: true, isStale: false, cells: [{ column: "Price", from: "1650", to: "165" }] },
    ],
  });
  expect(await priceOf(_id)).toBe(1650);
  expect(await imported(file, { confirm: asked.asked ?? "" })).toMatchObject({ written: true });
  expect(await priceOf(_id)).toBe(165);
});

test("a file without versions, and one whose products are as it was exported, is taken as it is", async () => {
  const { _id } = await addProduct(shop, { name: "Tee" });
  const { rows } = await exported();
  await shop.query("update products set price = 1700 where id = $1", [_id]);
  const file = goodsFile(changedIn(rows, _id, { Name: "Other", Version: "" }));
  expect(await imported(file)).toMatchObject({ written: true, changed: 1 });
  expect((await exported()).rows).toMatchObject([{ Name: "Other", Price: "1500" }]);
});

test("An import asks whether joined sizes are one or several", async () => {
  const joined = ["S | M | L", "S;M;L", "S/M/L", "S/M, L"].map((Sizes, n) => ({
    ...NEW,
    Name: `Tee ${n}`,
    Sizes,
  }));
  const stocked = joined.map((row, n) => (n === 0 ? { ...row, Stock: "1 | 2 | 3" } : row));
  const file = goodsFile(stocked);
  const asked = await imported(file);
  expect(asked).toMatchObject({ written: false, faults: 0, new: 0 });
  expect(asked.sizes).toEqual([
    { row: 2, name: "Tee 0", one: ["S | M | L"], several: ["S", "M", "L"] },
    { row: 3, name: "Tee 1", one: ["S;M;L"], several: ["S", "M", "L"] },
    { row: 4, name: "Tee 2", one: ["S/M/L"], several: ["S", "M", "L"] },
    { row: 5, name: "Tee 3", one: ["S/M", "L"], several: ["S", "M", "L"] },
  ]);
  expect(await imported(file, { several: "2-3", one: "4-5" })).toMatchObject({ written: true, new: 4 });
  const { text, rows } = await exported();
  expect(rows).toMatchObject([
    { Sizes: "S, M, L", Stock: "1, 2, 3" },
    { Sizes: "S, M, L" },
    { Sizes: "S/M/L" },
    { Sizes: "S/M, L" },
  ]);
  // once they are in the shop nothing is to be asked
  expect(await imported(text)).toMatchObject({ same: 4, sizes: [], written: true });
});

test("a row whose sizes were answered is asked about as well where it changed in the shop", async () => {
  const { _id } = await addProduct(shop, { name: "Tee" });
  const { rows } = await exported();
  await shop.query("update products set name = 'Shirt'");
  const file = goodsFile(changedIn(rows, _id, { Sizes: "S|M" }));
  const choices = { ...NO_CHOICES, sizes: new Map([[2, "several" as const]]) };
  const asked = await imported(file, { dryRun: "1" });
  expect(asked).toMatchObject({ changes: [], sizes: [{ row: 2, several: ["S", "M"] }] });
  expect(isDecided(asked, choices)).toBe(true);
  const stale = await imported(file, { dryRun: "1", several: "2" });
  expect(stale).toMatchObject({ changes: [{ row: 2, isStale: true }], sizes: [] });
  expect(isDecided(stale, choices)).toBe(false);
  expect(isDecided(stale, { ...choices, stale: new Map([[2, "shop" as const]]) })).toBe(true);
});

test("Letters that a spreadsheet lost are a fault, not a change", async () => {
  const { _id } = await addProduct(shop, { name: "Café ☕ 🎙" });
  const { rows } = await exported();
  const came = await imported(goodsFile(changedIn(rows, _id, { Name: "Caf? ? ??", Fit: "Wide" })));
  expect(came).toMatchObject({ written: false, changed: 0 });
  expect(came.errors).toEqual([
    { row: 2, column: "Name", message: expect.stringMatching(/^Letters became question marks .* CSV UTF-8/) },
  ]);
  expect((await exported()).rows).toEqual(rows);
});

const undo = (id: string) => owner.post(`/imports/${id}/undo`, {});
const lastImport = async () => (await owner.get("/imports/last")).body.last;

/** A tee that an import changes in all it can, and a product more. */
async function importAll() {
  const tee = await addProduct(shop, { name: "Tee", price: 1000, stock: { S: 4, M: 0 } });
  const { text, rows } = await exported();
  const change = { Name: "Other", Price: "1200", Sizes: "S, L", Stock: "9, 3", Status: "hidden" };
  const { _id } = await imported(
    goodsFile([...changedIn(rows, tee._id, change), { ...NEW, Stock: "5, 1", Status: "shown" }]),
  );
  return { tee, text, id: _id };
}

test("The last import can be undone", async () => {
  const { tee, text, id } = await importAll();
  expect(await lastImport()).toMatchObject({
    _id: id,
    name: "goods.csv",
    new: 1,
    changed: 1,
    isUndone: false,
  });
  expect((await undo(id)).status).toBe(200);
  const { rows } = await exported();
  const [first] = rows;
  expect(first).toMatchObject({ Name: "Tee", Price: "1000", Sizes: "S, M", Stock: "4, 0", Status: "shown" });
  expect(rows[1]).toMatchObject({ Name: "New tee", Stock: "0, 0", Status: "archived" });
  expect(text).toContain(first?.Version);
  const unbalanced = await shop.query(`select product_id, size from stock s where received <> coalesce(
    (select sum(delta) from stock_moves m where m.product_id = s.product_id and m.size = s.size), 0)`);
  expect(unbalanced).toEqual([]);
  expect(await lastImport()).toMatchObject({ _id: id, isUndone: true });
  // sent twice, it is undone once
  expect((await undo(id)).status).toBe(200);
  expect(await onHand(shop, tee, "S")).toBe(4);
});

test("a file whose import was undone can be imported once more", async () => {
  const file = goodsFile([NEW]);
  const { _id } = await imported(file);
  await undo(_id);
  expect(await imported(file)).toMatchObject({ written: true, new: 1 });
});

test.each([
  [
    "a product was changed",
    "update products set description = 'Mine' where name = 'Other'",
    /^Other was changed/,
  ],
  [
    "pieces were moved",
    "update stock set on_hand = 8, received = 8 where size = 'S' and received = 9",
    /^Other was/,
  ],
  [
    "pieces came in of what was added",
    "update stock set on_hand = on_hand + 5, received = received + 5 from products where id = product_id and name = 'New tee'",
    /^New tee was changed/,
  ],
  ["pieces were sold", "update stock set on_hand = 2 where size = 'L'", /^Pieces of L were sold/],
])("Undoing an import takes back nothing changed or sold after it: %s", async (_, change, message) => {
  const { id } = await importAll();
  await shop.query(change);
  const before = await exported();
  const { status, body } = await undo(id);
  expect([status, body.message]).toEqual([409, expect.stringMatching(message)]);
  expect(await exported()).toEqual(before);
  expect(await lastImport()).toMatchObject({ isUndone: false });
});

test("only the last import can be undone", async () => {
  const { id } = await importAll();
  await imported(goodsFile([{ ...NEW, Name: "Later tee" }]));
  expect((await undo(id)).body.message).toBe("Only the last import can be undone.");
  expect((await undo("nothing")).status).toBe(404);
});
