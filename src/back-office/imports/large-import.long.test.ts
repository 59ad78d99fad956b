import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyShelves } from "../../../test/goods.ts";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { type StaffPerson, signInStaff } from "../../../test/support/back-office.ts";
import { goodsFile, manyGoods, sendGoods } from "../../../test/support/goods-file.ts";

let shop: TestShop;
let owner: StaffPerson;
beforeAll(async () => {
  shop = await openTestShop();
  owner = await signInStaff(shop);
  await emptyShelves(shop);
});
afterAll(() => shop.close());

const ROWS = 50_000;

async function imported(file: string) {
  const { body } = await owner.post("/imports", {
    upload: await sendGoods(shop, owner, file),
    dryRun: false,
  });
  await shop.jobs.tasks["goods-import"]?.(String(body.id));
  return (await owner.get(`/imports/${body.id}`)).body;
}

const counted = async (what: string) => (await shop.query(`select count(*)::int as n from ${what}`))[0]?.n;

test("of 50,000 rows one is wrong: it is named, and nothing is written; all right, all are", async () => {
  const rows = manyGoods(ROWS);
  const wrong = rows.map((row, at) => (at === 49_998 ? { ...row, Price: "free" } : row));
  expect(await imported(goodsFile(wrong))).toMatchObject({
    written: false,
    new: ROWS - 1,
    faults: 1,
    // the names of the columns are row 1
    errors: [{ row: 50_000, column: "Price", message: "Enter a price in whole KES." }],
  });
  expect(await counted("products")).toBe(0);

  const client = await shop.looking.connect();
  const heard: string[] = [];
  client.on("notification", ({ payload = "" }) => heard.push(payload));
  await client.query("listen catalogue_changes");
  expect(await imported(goodsFile(rows))).toMatchObject({ written: true, new: ROWS, faults: 0 });
  await client.query("unlisten *");
  client.release(true);
  expect(heard).toEqual([""]);
  expect(await counted("products")).toBe(ROWS);
  expect(await counted("stock where on_hand = 7 and received = 7")).toBe(2 * ROWS);
  expect(await counted("stock_moves where reason = 'received' and delta = 7")).toBe(2 * ROWS);

  const { text } = await owner.get("/export/goods.csv");
  expect(await imported(text)).toMatchObject({ new: 0, changed: 0, same: ROWS, faults: 0 });
  const dearer = text.replaceAll('"1500"', '"1600"').replaceAll('"7, 7"', '"9, 7"');
  expect(await imported(dearer)).toMatchObject({ written: true, changed: ROWS, largePrices: 0 });
  expect(await counted("products where price = 1600 and version = 2")).toBe(ROWS);
  expect(await counted("stock where on_hand = 9 and received = 9")).toBe(ROWS);
}, 600_000);
