import { afterAll, expect, test } from "vitest";
import { emptyShelves } from "../../../test/goods.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { goodsFile, manyGoods, sendGoods } from "../../../test/support/goods-file.ts";
import { rowsText } from "../../goods-import/rules.ts";

const shop = await openTestShop();
const owner = await signInStaff(shop);
await emptyShelves(shop);
afterAll(() => shop.close());

const ROWS = 5_000;

const imported = async (file: string, query: Record<string, string> = {}) =>
  (await sendGoods(shop, owner, file, { query })).body;
const counted = async (what: string) => (await shop.query(`select count(*)::int as n from ${what}`))[0]?.n;

/** The notices of changed goods that other processes get of one import. */
async function noticesOf(work: () => Promise<void>): Promise<string[]> {
  const client = await shop.looking.connect();
  const received: string[] = [];
  client.on("notification", ({ payload = "" }) => received.push(payload));
  try {
    await client.query("listen catalogue_changes");
    await work();
    await client.query("unlisten *");
    return received;
  } finally {
    client.release(true);
  }
}

test("5,000 products are imported, or none when one row is wrong", async () => {
  const rows = manyGoods(ROWS);
  const wrong = rows.map((row, at) => (at === 4_998 ? { ...row, Price: "free" } : row));
  expect(await imported(goodsFile(wrong))).toMatchObject({
    written: false,
    new: ROWS - 1,
    faults: 1,
    // the names of the columns are row 1
    errors: [{ row: 5_000, column: "Price", message: "Enter a price in whole KES." }],
  });
  expect(await counted("products")).toBe(0);

  const ofNew = await noticesOf(async () => {
    expect(await imported(goodsFile(rows))).toMatchObject({ written: true, new: ROWS, faults: 0 });
  });
  expect(ofNew).toEqual([""]);
  expect(await counted("products")).toBe(ROWS);
  expect(await counted("stock where on_hand = 7 and received = 7")).toBe(2 * ROWS);
  expect(await counted("stock_moves where reason = 'received' and delta = 7")).toBe(2 * ROWS);

  const { text } = await owner.get("/export/goods.csv");
  expect(await imported(text, { dryRun: "1" })).toMatchObject({ new: 0, changed: 0, same: ROWS, faults: 0 });
  const dearer = text.replaceAll('"1500"', '"1600"').replaceAll('"7, 7"', '"9, 7"');
  const ofChanged = await noticesOf(async () => {
    expect(await imported(dearer)).toMatchObject({ written: true, changed: ROWS, largePrices: 0 });
  });
  expect(ofChanged).toEqual([""]);
  expect(await counted("products where price = 1600 and version = 2")).toBe(ROWS);
  expect(await counted("stock where on_hand = 9 and received = 9")).toBe(ROWS);

  const { asked = "", changes } = await imported(text, { dryRun: "1" });
  expect(changes).toHaveLength(ROWS);
  // all odd rows stay as they are in the shop
  const kept = rowsText(changes.map(({ row }) => row).filter((row) => row % 2 === 1));
  expect(kept.length).toBeLessThanOrEqual(12_000);
  expect(await imported(text, { confirm: asked, shop: kept })).toMatchObject({
    written: true,
    changed: ROWS / 2,
  });
  expect(await counted("products where price = 1500")).toBe(ROWS / 2);

  const { last } = (await owner.get("/imports/last")).body as unknown as { last: { _id: string } };
  expect((await owner.post(`/imports/${last._id}/undo`, {})).status).toBe(200);
  expect(await counted("products where price = 1600")).toBe(ROWS);
}, 600_000);
