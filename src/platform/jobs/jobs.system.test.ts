import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../../test/shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** A process with one job that fails just when no connection can be had, and that goes on afterwards. */
const CODE = `
  import pg from "pg";
  import { addJob, startJobs } from "${resolve("src/platform/jobs/jobs.server.ts")}";
  import { connectDatabase } from "${resolve("src/platform/database/db.server.ts")}";
  const log = { warn() {}, error: console.error, info() {}, debug() {} };
  const { pool, db } = connectDatabase(JSON.parse(process.env.CONNECTION), log);
  const connect = pool.connect;
  const nothing = async () => {};
  const tasks = {
    payment: async (id) => {
      if (id === "later") return console.log("went on"), process.exit(0);
      pool.connect = () => Promise.reject(new Error("timeout exceeded when trying to connect"));
      setTimeout(async () => {
        pool.connect = connect;
        await addJob(db, "payment", "later");
      }, 300);
      throw new Error("the job failed");
    },
  };
  startJobs({ pool, tasks, cron: { second: nothing, minute: nothing, hour: nothing, day: nothing }, log });
  await addJob(db, "payment", "first");
`;

test("a job that fails while no connection can be had does not end the process", async () => {
  const child = spawn(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), "--input-type=module", "-e", CODE],
    {
      env: { ...process.env, CONNECTION: JSON.stringify(shop.connection) },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
    });
  const [code] = await once(child, "exit");
  expect({ code, said: said.trim() }).toEqual({ code: 0, said: "went on" });
});
