import { beforeEach, expect, onTestFinished, test } from "vitest";
import { paidShop } from "../../../test/payments.ts";
import { addJob, startJobs } from "../../platform/jobs/jobs.server.ts";

type Line = { level: number; msg: string; reqId?: string; path?: string; job?: string } & {
  [field: string]: unknown;
};
let texts: string[] = [];
const shop = paidShop({ LOG_LEVEL: "trace" }, { write: (line) => void texts.push(line) });
beforeEach(() => {
  texts = [];
});

const lines = () => texts.map((text) => JSON.parse(text) as Line);
const said = (msg: string) => lines().filter((line) => line.msg === msg);

test("a job's lines carry its kind and key; one that fails says so without the words of its error", async () => {
  // what the tests before asked for
  await shop.query("delete from jobs");
  const stop = startJobs({
    database: shop.database,
    log: shop.log,
    tasks: {
      payment: async (id) => {
        shop.log.warn("looked at");
        if (id === "second") throw new Error("never 0712345678");
      },
    },
    cron: {
      second: async () => {},
      minute: async () => void shop.log.warn("round"),
      hour: async () => {},
      day: async () => {},
      morning: async () => {},
    },
  });
  onTestFinished(stop);
  await addJob(shop.db, "payment", "first");
  await addJob(shop.db, "payment", "second");
  // the one that fails may have been tried again by then
  await expect.poll(() => said("looked at").length).toBeGreaterThanOrEqual(2);
  await expect.poll(() => lines().filter(({ from }) => from === "jobs").length).toBeGreaterThan(0);
  expect(said("looked at").map(({ job, subject }) => ({ job, subject }))).toEqual(
    expect.arrayContaining([
      { job: "payment", subject: "first" },
      { job: "payment", subject: "second" },
    ]),
  );
  for (const line of said("round")) expect(line.job).toBe("minute");
  const [failed] = lines().filter(({ from }) => from === "jobs");
  expect(failed).toMatchObject({ job: "payment", subject: "second", err: { type: "Error" } });
});
