import { parse } from "csv-parse/sync";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, emptyShelves, onHand } from "../../../test/goods.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import {
  changedIn,
  exportedGoods,
  type GoodsRow,
  goodsFile,
  sendGoods,
} from "../../../test/support/goods-file.ts";
import { COLUMNS, type Column } from "../../catalogue/staff/goods-csv.ts";
import { FILE_MAX, TOO_LARGE } from "../../goods-import/rules.ts";

const shop = await openTestShop();
const owner = await signInStaff(shop);
beforeEach(() => emptyShelves(shop));
afterAll(() => shop.close());

async function imported(file: string | Buffer, query: Record<string, string> = {}) {
  const { status, body } = await sendGoods(shop, owner, file, { query });
  expect(status).toBe(200);
  return body;
}

const exported = () => exportedGoods(owner);

/** All that is kept of goods and their pieces. */
const everything = async () => ({
  products: await shop.query("select * from products order by id"),
  stock: await shop.query("select * from stock order by product_id, size"),
  moves: await shop.query("select * from stock_moves order by id"),
  audit: await shop.query("select count(*)::int as entries from audit where action ~ '^(product|goods)'"),
});

const NEW: GoodsRow = { Name: "New tee", Category: "Men", Type: "Topwear", Price: "1200", Sizes: "S, M" };

const TRICKY = [
  { name: "=1+1", description: 'He said "karibu"\nand\tleft, twice' },
  { name: "+254 700", description: "-5; a, b" },
  { name: "@Sauti", description: "Café é\u0301 ☕ 🎙️" },
  { name: "'=quoted", description: "\ttab first\r\nWindows line\r\n" },
  { name: "'plain'", description: "" },
];

test("An unchanged export imports as no change", async () => {
  for (const { name, description } of TRICKY) {
    const { _id } = await addProduct(shop, { name, formerPrice: 2000, stock: { "2XL": 3, S: 0, M: 12 } });
    await shop.query(
      "update products set description = $2, images = '{/images/a.svg,/images/b.svg}', alts = $3 where id = $1",
      [_id, description, ["", 'Its "back"']],
    );
  }
  await shop.query("update products set archived_at = now(), published = false where name = '@Sauti'");
  await shop.query(
    "update products set on_sale_from = '2026-11-27 15:00:00.123456Z', announced = true where name = '+254 700'",
  );
  const before = await everything();
  const { text } = await exported();
  for (const file of [text, text.replace("\ufeff", "").replaceAll("\r\n", "\n")])
    expect(await imported(file)).toMatchObject({ new: 0, changed: 0, same: 5, errors: [] });
  const after = await everything();
  expect({ ...after, audit: 0 }).toEqual({ ...before, audit: 0 });
  expect((await exported()).text).toBe(text);
});

test("semicolons, other ends of lines and other spaces mean the same", async () => {
  await addProduct(shop, { name: "A; b, c", stock: { S: 1, M: 2 } });
  const { rows } = await exported();
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const names = Object.keys(rows[0] ?? {});
  const file = [names, ...rows.map((row) => names.map((name) => row[name as Column].replace(", ", ",")))]
    .map((cells) => cells.map(quoted).join(";"))
    .join("\r");
  expect(await imported(file)).toMatchObject({ same: 0, changed: 1, errors: [] });
  expect((await exported()).rows[0]).toMatchObject({ Name: "A; b,c", Stock: "1, 2", Sizes: "S, M" });
});

test("a dry run counts and writes nothing; then new products come hidden, and changed ones change", async () => {
  const tee = await addProduct(shop, { name: "Tee", price: 1000, stock: { S: 4, M: 2 } });
  const cap = await addProduct(shop, { name: "Cap" });
  const { rows } = await exported();
  const file = goodsFile([
    ...changedIn(rows, tee._id, { Name: "Better tee", Price: "1600", Stock: "9, 2", Sizes: "S, M" }),
    { ...NEW, Stock: "5, 0", Status: "shown", Description: "Two\nlines" },
    NEW,
  ]);
  const before = await everything();
  const [{ began } = {}] = await shop.query("select now() as began");
  const { body: tried } = await sendGoods(shop, owner, file, { key: "trial", query: { dryRun: "1" } });
  expect(await shop.query("select from staff_answers where key = 'trial'")).toEqual([]);
  const confirm = tried.asked ?? "";
  expect(tried).toMatchObject({
    written: false,
    new: 2,
    changed: 1,
    same: 1,
    largePrices: 1,
    faults: 0,
  });
  expect(await everything()).toEqual(before);
  expect(await imported(file, { confirm })).toMatchObject({ written: true, new: 2, changed: 1, same: 1 });
  // by name first: the tee and the cap may be of one millisecond
  const products = await shop.query(
    `select id, name, price, published, version, description from products
     order by array_position(array['Better tee', 'Cap', 'New tee'], name), id`,
  );
  expect(products).toMatchObject([
    { id: tee._id, name: "Better tee", price: 1600, published: true, version: 2 },
    { id: cap._id, name: "Cap", version: 1 },
    { name: "New tee", price: 1200, published: true, version: 1, description: "Two\nlines" },
    { name: "New tee", published: false },
  ]);
  expect(await onHand(shop, tee, "S")).toBe(9);
  const moves = await shop.query(
    "select size, delta, reason, note, by_id from stock_moves where note = 'Import' order by id",
  );
  expect(moves).toEqual([
    { size: "S", delta: 5, reason: "correction", note: "Import", by_id: owner.id },
    { size: "S", delta: 5, reason: "received", note: "Import", by_id: owner.id },
  ]);
  const balances = await shop.query(`select product_id, size from stock s where received <> coalesce(
    (select sum(delta) from stock_moves m where m.product_id = s.product_id and m.size = s.size), 0)`);
  expect(balances).toEqual([]);
  const entries = await shop.query(
    "select action, subject_id, before, after, staff_id from audit where action ~ 'product.edit|goods.import' and at >= $1 order by id",
    [began],
  );
  expect(entries).toMatchObject([
    {
      subject_id: tee._id,
      before: { name: "Tee", price: 1000 },
      after: { name: "Better tee", price: 1600, stock: { S: 5 } },
    },
    { action: "goods.import", after: { file: "goods.csv", new: 2, changed: 1, same: 1 }, staff_id: owner.id },
  ]);
});

describe("stock", () => {
  test("An import restores nothing sold since the export", async () => {
    const tee = await addProduct(shop, { stock: { S: 10, M: 3 } });
    const { rows } = await exported();
    const sell = "update stock set on_hand = on_hand - 4 where product_id = $1 and size = 'S'";
    await shop.query(sell, [tee._id]);
    const file = goodsFile(changedIn(rows, tee._id, { Stock: "15, 3" }));
    expect(await imported(file)).toMatchObject({ written: true, changed: 1 });
    expect(await onHand(shop, tee, "S")).toBe(11);
    expect(await imported(file)).toMatchObject({
      written: false,
      errors: [
        { row: 2, column: "Stock", message: expect.stringMatching(/^Pieces of S were added or taken away/) },
      ],
    });
    expect(await onHand(shop, tee, "S")).toBe(11);
  });

  test("a size with pieces stays: nothing is written", async () => {
    const tee = await addProduct(shop, { stock: { S: 10 } });
    const { rows } = await exported();
    await shop.query("update stock set on_hand = 2 where product_id = $1", [tee._id]);
    const before = await everything();
    const came = await imported(goodsFile(changedIn(rows, tee._id, { Sizes: "M", Stock: "10" })));
    const message = "S stays: there are 2 on hand. Change its stock to 0 first, or hide the product.";
    expect(came).toMatchObject({ written: false });
    expect(came.errors).toContainEqual({ row: 2, column: "Sizes", message });
    expect(await everything()).toEqual(before);
  });
});

test("An import is all or nothing, and names each fault by row and column", async () => {
  const tee = await addProduct(shop, { price: 1000 });
  const { rows } = await exported();
  const before = await everything();
  const wrong: [GoodsRow, string, string][] = [
    [{ ID: "nobody" }, "ID", "There is no product with this ID. Leave the ID empty to add a new product."],
    [{ ID: tee._id }, "ID", "This ID stands in row 2 already."],
    [{ Category: "Children" }, "Category", "Write Men, Women or Unisex."],
    [{ Type: "Shoes" }, "Type", "Write Topwear, Bottomwear or Winterwear."],
    [{ Price: "1,200" }, "Price", "Enter a price in whole KES."],
    [{ Price: "0" }, "Price", "A price is at least Ksh 1."],
    [{ "Former price": "1200" }, "Former price", "The former price is not above the price, Ksh 1,200."],
    [{ Sizes: "S, s" }, "Sizes", "Name each size once."],
    [{ Sizes: "" }, "Sizes", "A size has a name."],
    [{ Name: " " }, "Name", "Enter a name."],
    [{ Name: "x".repeat(101) }, "Name", "Write at most 100 characters."],
    [
      { Pictures: "/pictures/goods-0/720.jpg" },
      "Pictures",
      "One of these pictures is not in the shop. Add it on the product's page.",
    ],
    [{ "Alt texts": "A tee" }, "Alt texts", "There are more alt texts than pictures."],
    [{ Trending: "perhaps" }, "Trending", "Write yes or no."],
    [{ Status: "sold" }, "Status", "Write shown, hidden or archived."],
    [{ "On sale from": "27/11/2099" }, "On sale from", "Write a day and a time, such as 2026-11-27 18:00."],
    [{ Announced: "yes" }, "On sale from", "Say from when it is on sale, or do not announce it."],
    [{ Announced: "soon" }, "Announced", "Write yes or no."],
    [{ Colour: "red" }, "Colour", "A colour is # and six signs, such as #f1e8d8."],
  ];
  const came = await imported(
    goodsFile([
      ...changedIn(rows, tee._id, { Name: "Other" }),
      ...wrong.map(([row]) => ({ ...NEW, ...row })),
    ]),
  );
  expect(came.errors).toEqual(wrong.map(([, column, message], at) => ({ row: at + 3, column, message })));
  expect(came).toMatchObject({ written: false, faults: wrong.length, new: 0, changed: 1 });
  expect(await everything()).toEqual(before);

  const wrongRows = parse(came.wrongRows ?? "", { bom: true, columns: true }) as Record<string, string>[];
  expect(wrongRows.map(({ Reason }) => Reason)).toEqual(
    wrong.map(([, column, message]) => `${column}: ${message}`),
  );
  // mended, it is imported as it is
  const blank = Object.fromEntries(wrong.map(([, column]) => [column, ""]));
  const mended = wrongRows.map((row) => ({ ...row, ...blank, ...NEW }));
  const file = goodsFile(mended, Object.keys(mended[0] ?? {}) as Column[]);
  expect(await imported(file)).toMatchObject({ written: true, new: wrong.length, errors: [] });
});

test("An import happens once, however often it is sent", async () => {
  const file = goodsFile([NEW]);
  // the second may be told that the first is at work
  const both = await Promise.all([1, 2].map(() => sendGoods(shop, owner, file, { key: "once" })));
  const [first] = both.filter(({ status }) => status === 200);
  expect(first?.body).toMatchObject({ written: true, new: 1 });
  expect((await sendGoods(shop, owner, file, { key: "once" })).body).toEqual(first?.body);
  expect((await exported()).rows.length).toBe(1);
  expect((await sendGoods(shop, owner, `${file}\n`, { key: "once" })).status).toBe(422);
  expect(await imported(file)).toMatchObject({
    written: false,
    errors: [
      {
        row: 2,
        column: "ID",
        message: expect.stringMatching(/^This very file was imported on \d+ \w+ \d{4}:/),
      },
    ],
  });
  expect((await exported()).rows.length).toBe(1);
});

test("a file that is none, or too large, is refused", async () => {
  const send = (payload: Buffer | string, type: string) =>
    shop.send({
      ...{ method: "POST", url: "/api/staff/imports", payload },
      headers: { "content-type": type, "x-staff": "1", cookie: owner.cookie },
    });
  expect((await send("{}", "application/json")).status).toBe(415);
  const large = await send(Buffer.alloc(FILE_MAX + 1, "x"), "text/csv");
  expect([large.status, large.body.message]).toEqual([413, TOO_LARGE]);
});

const moment = async (id: string) => {
  const [row] = await shop.query("select on_sale_from, announced, version from products where id = $1", [id]);
  return row;
};

test("A file sets, moves and removes drops", async () => {
  const tee = await addProduct(shop, { name: "Tee" });
  const set = changedIn((await exported()).rows, tee._id, {
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
  const { rows } = await exported();
  const taken = changedIn(rows, tee._id, { "On sale from": "", Announced: "no" });
  expect(await imported(goodsFile(taken))).toMatchObject({ changed: 1, same: 1, errors: [] });
  expect(await moment(tee._id)).toMatchObject({ on_sale_from: null, announced: false });
});

test("A file without the columns of drops changes none", async () => {
  const tee = await addProduct(shop, { name: "Tee" });
  const { rows } = await exported();
  const columns = COLUMNS.filter((column) => column !== "On sale from" && column !== "Announced");
  const fileOf = (given: GoodsRow[]) => goodsFile(given, columns);
  await shop.query("update products set on_sale_from = '2099-01-01Z', announced = true where id = $1", [
    tee._id,
  ]);
  expect(await imported(fileOf(rows))).toMatchObject({ same: 1, changed: 0, errors: [] });
  await shop.query("update products set on_sale_from = null, announced = false where id = $1", [tee._id]);
  expect(await imported(fileOf(changedIn(rows, tee._id, { Price: "1600" })))).toMatchObject({
    changed: 1,
    errors: [],
  });
  expect(await imported(fileOf([{ ...NEW, ID: "" }]))).toMatchObject({ new: 1, errors: [] });
  expect(await moment(tee._id)).toMatchObject({ on_sale_from: null, announced: false });
});
