import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct, emptyShelves, onHand } from "../../../test/goods.ts";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { type StaffPerson, signInStaff } from "../../../test/support/back-office.ts";
import { changedIn, exportedGoods, goodsFile, sendGoods } from "../../../test/support/goods-file.ts";

let shop: TestShop;
let owner: StaffPerson;
beforeAll(async () => {
  shop = await openTestShop();
  owner = await signInStaff(shop);
});
beforeEach(() => emptyShelves(shop));
afterAll(() => shop.close());

const NEW = {
  Name: "New tee",
  Category: "Men",
  Type: "Topwear",
  Price: "1200",
  Sizes: "S, M",
  Status: "shown",
};
const imported = async (file: string) => (await sendGoods(shop, owner, file)).body;
const exported = () => exportedGoods(owner);
const undo = (id: string) => owner.post(`/imports/${id}/undo`, {});
const lastImport = async () => (await owner.get("/imports/last")).body.last;

/** A tee that an import changes in all it can, and a product more. */
async function importAll() {
  const tee = await addProduct(shop, { name: "Tee", price: 1000, stock: { S: 4, M: 0 } });
  const { text, rows } = await exported();
  const change = { Name: "Other", Price: "1200", Sizes: "S, L", Stock: "9, 3", Status: "hidden" };
  const { _id } = await imported(goodsFile([...changedIn(rows, tee._id, change), { ...NEW, Stock: "5, 1" }]));
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

test("only the last import can be undone, by an owner", async () => {
  const { id } = await importAll();
  const packer = await signInStaff(shop, "packer");
  expect((await packer.post(`/imports/${id}/undo`, {})).status).toBe(403);
  await imported(goodsFile([{ ...NEW, Name: "Later tee" }]));
  expect((await undo(id)).body.message).toBe("Only the last import can be undone.");
  expect((await undo("nothing")).status).toBe(404);
});
