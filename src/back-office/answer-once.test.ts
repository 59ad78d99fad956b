import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { openTestShop } from "../../test/shop.ts";
import { answerOnce } from "./answer-once.server.ts";

const shop = await openTestShop();
afterAll(() => shop.close());

const answerKey = randomBytes(32);
/** A promise that the test ends. */
function pending() {
  let resolve = () => {};
  let reject = (_error: Error) => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Calls under one key, on a lease of so many seconds; each run is told apart by its number. */
function calls(key: string, lease: number) {
  let runs = 0;
  const call = (until?: Promise<unknown>) =>
    answerOnce(
      { db: shop.db, answerKey },
      { staffId: "wambui", key, request: { path: "/x" }, by: { name: "Wambui" }, lease },
      async () => {
        runs += 1;
        const run = runs;
        await until;
        return { success: true, message: "Done.", run };
      },
    );
  return { call, runs: () => runs };
}

const WORKING = { status: 409, fields: { current: "working", by: "Wambui", at: expect.any(Number) } };

test("a call that takes longer than its lease is not run beside itself, and answers both", async () => {
  const { call, runs } = calls("slow", 1);
  const end = pending();
  const first = call(end.promise);
  await expect.poll(runs).toBe(1);
  const [begun] = await shop.query("select at from staff_answers where key = 'slow'");
  // it was renewed, and not long ago: a busy machine may take its time for that
  const renewed =
    "select from staff_answers where key = 'slow' and at > $1::timestamptz + interval '1 second'";
  await expect.poll(() => shop.query(renewed, [begun?.at])).toHaveLength(1);
  const second = await call().catch((error: unknown) => error);
  end.resolve();
  expect(second).toMatchObject(WORKING);
  expect(await first).toMatchObject({ run: 1 });
  expect(await call()).toEqual(await first);
  expect(runs()).toBe(1);
});

test("the key of a process that died is free once its lease has run out", async () => {
  const { call, runs } = calls("dead", 60);
  const never = call(new Promise(() => {}));
  await expect.poll(runs).toBe(1);
  await expect(call()).rejects.toMatchObject(WORKING);
  await shop.query("update staff_answers set at = now() - interval '61 seconds' where key = 'dead'");
  expect(await call()).toMatchObject({ run: 2 });
  expect(await call()).toMatchObject({ run: 2 });
  expect(runs()).toBe(2);
  void never;
});

test("a call that failed frees its key, but not the key of the one that took it over", async () => {
  const { call, runs } = calls("failed", 60);
  const end = pending();
  const first = call(end.promise).catch((error: unknown) => error);
  await expect.poll(runs).toBe(1);
  await shop.query("update staff_answers set at = now() - interval '61 seconds' where key = 'failed'");
  const later = pending();
  const second = call(later.promise);
  await expect.poll(runs).toBe(2);
  end.reject(new Error("no"));
  expect(await first).toMatchObject({ message: "no" });
  await expect(call()).rejects.toMatchObject(WORKING);
  later.resolve();
  expect(await second).toMatchObject({ run: 2 });
});
