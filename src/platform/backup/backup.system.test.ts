import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeFolder, openShop, processesOn, query, stock } from "../../../test/support/embedded-shop.ts";
import { migrateDatabase } from "../database/migrate.server.ts";

const run = promisify(execFile);
const FAST = { fsync: "off" };

/** A command on the data folder, in a process of its own: whether it succeeded, and what it said. */
async function command(script: "backup" | "restore", dataFolder: string, ...words: string[]) {
  const env = {
    ...process.env,
    DATA_DIR: dataFolder,
    DATABASE_URL: "",
    STAFF_SECRET: "",
    LOG_LEVEL: "silent",
  };
  const args = ["--import", "tsx", `scripts/${script}.ts`, ...words];
  return run(process.execPath, args, { env }).then(
    ({ stdout }) => ({ done: true, said: stdout }),
    (error: { stdout: string; stderr: string }) => ({ done: false, said: error.stdout + error.stderr }),
  );
}

test("A backup is made beside an open shop and restored on another machine", async () => {
  const folder = await stock(await makeFolder());
  const shop = await openShop({ folder, settings: FAST });
  await migrateDatabase(shop.connection, "migrations");
  await query(shop.connection, "insert into provider_turns (name) values ('then')");
  await writeFile(join(folder, "staff-secret"), "the secret of then");
  const target = join(folder, "a backup");
  expect(await command("backup", folder, target)).toMatchObject({ done: true });
  expect(await readdir(target)).toContain("staff-secret");
  await query(shop.connection, "insert into provider_turns (name) values ('later')");
  await writeFile(join(folder, "staff-secret"), "another secret");

  const empty = await makeFolder();
  expect(await command("restore", empty, target)).toMatchObject({ done: true });
  expect(await readFile(join(empty, "staff-secret"), "utf8")).toBe("the secret of then");
  await expect.poll(() => processesOn(empty)).toEqual([]);

  const names = "select name from provider_turns order by name";
  expect(await query(shop.connection, names)).toEqual([{ name: "later" }, { name: "then" }]);
  await shop.close();

  expect(await command("restore", folder, target)).toEqual({
    done: false,
    said: expect.stringContaining("The database is not empty"),
  });
  expect(await command("restore", folder, target, "--replace")).toMatchObject({ done: true });
  const again = await openShop({ folder, settings: FAST });
  expect(await query(again.connection, names)).toEqual([{ name: "then" }]);
  expect(await readFile(join(folder, "staff-secret"), "utf8")).toBe("the secret of then");
});
