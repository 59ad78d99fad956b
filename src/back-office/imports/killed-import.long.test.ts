import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
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

const ROWS = 20_000;

/** Another process of the shop, which works on one import and nothing else. */
const CODE = `
  import { connectDatabase } from "${resolve("src/platform/database/db.server.ts")}";
  import { runImport } from "${resolve("src/goods-import/run-import.server.ts")}";
  const { db } = connectDatabase(JSON.parse(process.env.CONNECTION), { warn() {} });
  await runImport({ db, isClosing: () => false }, process.env.IMPORT);
`;

const counted = async (what: string) => (await shop.query(`select count(*)::int as n from ${what}`))[0]?.n;
const written = async () => ({
  products: await counted("products"),
  pieces: await counted("stock"),
  moves: await counted("stock_moves"),
  audit: await counted("audit where action = 'goods.import'"),
});

test("a process that is killed in the middle of an import leaves nothing of it, and another brings it in once", async () => {
  const upload = await sendGoods(shop, owner, goodsFile(manyGoods(ROWS)));
  const before = await written();
  const { body } = await owner.post("/imports", { upload, dryRun: false });
  const id = String(body.id);
  const child = spawn(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), "--input-type=module", "-e", CODE],
    {
      env: { ...process.env, CONNECTION: JSON.stringify(shop.connection), IMPORT: id },
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  const gone = once(child, "exit");
  // the first half only checks; from there on it writes
  const progress = async () =>
    (await shop.query("select progress from imports where id = $1", [id]))[0]?.progress;
  await expect.poll(progress, { interval: 20, timeout: 60_000 }).toBeGreaterThan(55);
  child.kill("SIGKILL");
  expect((await gone)[1]).toBe("SIGKILL");
  await expect
    .poll(() => counted(`pg_stat_activity where datname = current_database() and state like 'idle in%'`))
    .toBe(0);
  expect(await written()).toEqual(before);
  expect((await owner.get(`/imports/${id}`)).body).toMatchObject({ state: "reading" });

  // the time is over for which the dead one had taken it
  await shop.query("update imports set held_until = now() - interval '1 second' where id = $1", [id]);
  for (const _ of ["another process", "and one more"]) await shop.jobs.tasks["goods-import"]?.(id);
  expect((await owner.get(`/imports/${id}`)).body).toMatchObject({ state: "done", written: true, new: ROWS });
  expect(await written()).toEqual({ products: ROWS, pieces: 2 * ROWS, moves: 2 * ROWS, audit: 1 });
});
