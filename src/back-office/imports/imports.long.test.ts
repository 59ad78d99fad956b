import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct, emptyShelves } from "../../../test/goods.ts";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { type StaffPerson, signInStaff } from "../../../test/support/back-office.ts";
import { goodsFile, sendGoods } from "../../../test/support/goods-file.ts";
import type { Column } from "../../catalogue/staff/goods-csv.ts";

let shop: TestShop;
let owner: StaffPerson;
beforeAll(async () => {
  shop = await openTestShop();
  owner = await signInStaff(shop);
});
beforeEach(() => emptyShelves(shop));
afterAll(() => shop.close());

const NEW = { Name: "New tee", Category: "Men", Type: "Topwear", Price: "1200", Sizes: "S, M" };

/** Sends a file of goods; gives the import that was begun of it. */
async function begin(file: string): Promise<string> {
  const upload = await sendGoods(shop, owner, file);
  const begun = await owner.post("/imports", { upload, dryRun: false });
  expect(begun.status, begun.text).toBe(200);
  return String(begun.body.id);
}

/** As a process's jobs do. */
const work = async (id: string) => shop.jobs.tasks["goods-import"]?.(id);
const outcome = async (id: string) => (await owner.get(`/imports/${id}`)).body;

test("an import of many products touches kept pages once", async () => {
  for (let at = 1; at <= 21; at += 1)
    await addProduct(shop, { name: `Tee ${at}`, stock: { S: 9, M: at % 2 } });
  const { text } = await owner.get("/export/goods.csv");
  const rows = parse(text, { bom: true, columns: true }) as Record<Column, string>[];
  const client = await shop.looking.connect();
  const heard: string[] = [];
  client.on("notification", ({ payload = "" }) => heard.push(payload));
  await client.query("listen catalogue_changes");
  const changed = rows.map((row) => ({ ...row, Name: `${row.Name} II`, Stock: "1, 3" }));
  const id = await begin(goodsFile(changed));
  await work(id);
  expect(await outcome(id)).toMatchObject({ written: true, changed: 21 });
  await client.query("select 1");
  expect(heard).toEqual([""]);
  await client.query("unlisten *");
  client.release();
});

test("what a process left when it died is begun anew by another, and given up in the end", async () => {
  const id = await begin(goodsFile([{ ...NEW, Name: "Left" }]));
  await shop.query(
    "update imports set holder = 'dead', held_until = now() + interval '1 minute', attempts = 1, at = now() - interval '2 minutes' where id = $1",
    [id],
  );
  await work(id);
  expect(await outcome(id)).toMatchObject({ state: "reading" });
  await shop.query("update imports set held_until = now() - interval '1 second' where id = $1", [id]);
  await work(id);
  expect(await outcome(id)).toMatchObject({ state: "done", written: true, new: 1 });
  const last = await begin(goodsFile([{ ...NEW, Name: "Never" }]));
  await shop.query("update imports set attempts = 5 where id = $1", [last]);
  await work(last);
  expect(await outcome(last)).toMatchObject({
    state: "failed",
    why: expect.stringMatching(/Nothing was written/),
  });
});
