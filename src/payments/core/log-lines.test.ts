import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { openPaidShop, type PaidShop, phoneOf, pushOf } from "../../../test/payments.ts";
import { customer } from "../../../test/people.ts";
import { addJob, startJobs } from "../../platform/jobs/jobs.server.ts";

type Line = { level: number; msg: string; reqId?: string; path?: string; job?: string } & {
  [field: string]: unknown;
};
let texts: string[] = [];
let shop: PaidShop;
beforeAll(async () => {
  shop = await openPaidShop({ LOG_LEVEL: "trace" }, { write: (line) => void texts.push(line) });
});
beforeEach(() => {
  texts = [];
});
afterAll(() => shop.close());

const lines = () => texts.map((text) => JSON.parse(text) as Line);
const said = (msg: string) => lines().filter((line) => line.msg === msg);

test("a line written deep in a story carries the request's id and path, as do those of a callback's", async () => {
  const phone = phoneOf("001");
  const buyer = await customer(shop);
  const tee = await addProduct(shop);
  texts = [];
  const answer = await shop.post("/token/stkpush", pushOf(tee, phone), buyer.token);
  expect(answer.status).toBe(200);
  const own = { reqId: answer.headers["x-request-id"], path: "/token/stkpush" };
  await expect.poll(() => said("answered").length).toBeGreaterThan(0);
  // the prompt itself, and the provider's token before it
  const asked = said("a provider answered");
  expect(asked.map((line) => line.asked)).toContain("/mpesa/stkpush/v1/processrequest");
  for (const line of asked) expect(line).toMatchObject(own);
  await shop.pass(15);
  await expect.poll(() => lines().some(({ path }) => path?.startsWith("/hooks/mm/stk/"))).toBe(true);
  for (const line of lines()) {
    const ofRequest = typeof line.reqId === "string" && typeof line.path === "string";
    expect(
      ofRequest || typeof line.job === "string" || line.subject !== undefined,
      JSON.stringify(line),
    ).toBe(true);
  }
  // a second field of the same name would hide the first
  for (const text of texts) expect(text.match(/"(reqId|path)":/g)?.length ?? 0, text).toBeLessThanOrEqual(2);
  expect(texts.join("")).not.toContain(phone);
});

test("many requests at once do not mix their ids", async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, nth) => {
      const phone = `25471300060${nth}`;
      shop.daraja.scenario({ phone, scenario: "001" });
      const buyer = await customer(shop);
      const tee = await addProduct(shop, { name: `Tee ${nth}` });
      return shop.post("/token/stkpush", pushOf(tee, phone), buyer.token);
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const ids = new Set(answers.map(({ headers }) => headers["x-request-id"]));
  const prompts = said("a provider answered").filter(({ asked }) => String(asked).includes("processrequest"));
  expect(new Set(prompts.map(({ reqId }) => reqId))).toEqual(ids);
});

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
