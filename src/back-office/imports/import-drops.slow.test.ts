import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct, emptyShelves } from "../../../test/goods.ts";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { type StaffPerson, signInStaff } from "../../../test/support/back-office.ts";
import {
  changedIn,
  exportedGoods,
  type GoodsRow,
  goodsFile,
  sendGoods,
} from "../../../test/support/goods-file.ts";
import type { Column } from "../../catalogue/staff/goods-csv.ts";

let shop: TestShop;
let owner: StaffPerson;
beforeAll(async () => {
  shop = await openTestShop();
  owner = await signInStaff(shop);
});
beforeEach(() => emptyShelves(shop));
afterAll(() => shop.close());

const NEW: GoodsRow = { Name: "New tee", Category: "Men", Type: "Topwear", Price: "1200", Sizes: "S, M" };
const imported = async (file: string) => (await sendGoods(shop, owner, file)).body;

const moment = async (id: string) => {
  const [row] = await shop.query("select on_sale_from, announced, version from products where id = $1", [id]);
  return row;
};

test("A file sets, moves and removes drops", async () => {
  const tee = await addProduct(shop, { name: "Tee" });
  const set = changedIn((await exportedGoods(owner)).rows, tee._id, {
    "On sale from": "2099-11-27 18:00",
    Announced: "yes",
  });
  const drop = { ...NEW, Name: "Drop", "On sale from": "2099-11-28 09:30 EAT" };
  expect(await imported(goodsFile([...set, drop]))).toMatchObject({ new: 1, changed: 1, errors: [] });
  expect(await moment(tee._id)).toEqual({
    on_sale_from: new Date("2099-11-27T15:00Z"),
    announced: true,
    version: 2,
  });
  const added = await shop.query("select on_sale_from, announced from products where name = 'Drop'");
  expect(added).toEqual([{ on_sale_from: new Date("2099-11-28T06:30Z"), announced: false }]);
  const { rows } = await exportedGoods(owner);
  const taken = changedIn(rows, tee._id, { "On sale from": "", Announced: "no" });
  expect(await imported(goodsFile(taken))).toMatchObject({ changed: 1, same: 1, errors: [] });
  expect(await moment(tee._id)).toMatchObject({ on_sale_from: null, announced: false });
});

test("A file without the columns of drops changes none", async () => {
  const tee = await addProduct(shop, { name: "Tee" });
  const { rows } = await exportedGoods(owner);
  const old = rows.map(({ "On sale from": _, Announced: __, ...row }) => row);
  const columns = Object.keys(old[0] ?? {}) as Column[];
  const fileOf = (given: GoodsRow[]) =>
    [columns, ...given.map((row) => columns.map((column) => row[column] ?? ""))]
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
      .join("\r\n");
  await shop.query("update products set on_sale_from = '2099-01-01Z', announced = true where id = $1", [
    tee._id,
  ]);
  expect(await imported(fileOf(old))).toMatchObject({ same: 1, changed: 0, errors: [] });
  await shop.query("update products set on_sale_from = null, announced = false where id = $1", [tee._id]);
  expect(await imported(fileOf(changedIn(old, tee._id, { Price: "1600" })))).toMatchObject({
    changed: 1,
    errors: [],
  });
  expect(await imported(fileOf([{ ...NEW, ID: "" }]))).toMatchObject({ new: 1, errors: [] });
  expect(await moment(tee._id)).toMatchObject({ on_sale_from: null, announced: false });
});
