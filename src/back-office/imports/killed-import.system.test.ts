import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emptyShelves } from "../../../test/goods.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { goodsFile, manyGoods, sendGoods } from "../../../test/support/goods-file.ts";

const shop = await openTestShop();
const owner = await signInStaff(shop);
await emptyShelves(shop);
afterAll(() => shop.close());

const ROWS = 100;
const FILE = goodsFile(manyGoods(ROWS));

/** Another process of the shop, which makes one import and nothing else. */
const CODE = `
  import { connectDatabase } from "${resolve("src/platform/database/db.server.ts")}";
  import { importGoods } from "${resolve("src/goods-import/import-goods.server.ts")}";
  const { db } = connectDatabase(JSON.parse(process.env.CONNECTION), { warn() {} });
  const [none, by] = [() => false, { id: null, name: "", role: "", requestId: "", ip: "" }];
  const bytes = Buffer.from(process.env.FILE);
  await importGoods(db, { bytes, name: "", dryRun: false, shop: none, sizes: { one: none, several: none }, by });
`;

const counted = async (what: string) => (await shop.query(`select count(*)::int as n from ${what}`))[0]?.n;
const written = async () => ({
  products: await counted("products"),
  pieces: await counted("stock"),
  moves: await counted("stock_moves"),
  imports: await counted("imports"),
  audit: await counted("audit where action = 'goods.import'"),
});

test("An import whose process is killed leaves nothing, and sent again happens once", async () => {
  const before = await written();
  const holder = await shop.looking.connect();
  // its products are written, and it waits before their pieces
  await holder.query("begin; lock table stock_moves in share mode");
  const child = spawn(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), "--input-type=module", "-e", CODE],
    {
      env: { ...process.env, CONNECTION: JSON.stringify(shop.connection), FILE },
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  const gone = once(child, "exit");
  const waiting = "pg_locks where not granted and relation = 'stock_moves'::regclass";
  await expect.poll(() => counted(waiting), { interval: 20, timeout: 60_000 }).toBe(1);
  child.kill("SIGKILL");
  expect((await gone)[1]).toBe("SIGKILL");
  await holder.query("rollback");
  holder.release();
  const open = "pg_stat_activity where datname = current_database() and state like 'idle in%'";
  await expect.poll(() => counted(open), { timeout: 60_000 }).toBe(0);
  expect(await written()).toEqual(before);

  expect((await sendGoods(shop, owner, FILE)).body).toMatchObject({ written: true, new: ROWS });
  expect((await sendGoods(shop, owner, FILE)).body).toMatchObject({ written: false, faults: ROWS });
  expect(await written()).toEqual({
    ...{ products: ROWS, pieces: 2 * ROWS, moves: 2 * ROWS },
    ...{ imports: 1, audit: 1 },
  });
});
