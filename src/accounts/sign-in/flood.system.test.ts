import { afterAll, expect, test, vi } from "vitest";
import { openTestShop } from "../../../test/shop.ts";
import { freshEmail } from "../../../test/support/account-rows.ts";

/** Begun, and not let go on until `open` is called. */
const hashing = vi.hoisted(() => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { isHeld: false, begun: 0, open: () => open(), opened };
});
vi.mock("@node-rs/argon2", async (original) => {
  const { hash, verify, ...others } = await original<typeof import("@node-rs/argon2")>();
  const held =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      if (hashing.isHeld) {
        hashing.begun += 1;
        await hashing.opened;
      }
      return work(...args);
    };
  return { ...others, hash: held(hash), verify: held(verify) };
});

// one trusted proxy, so that a test can come from many addresses
const shop = await openTestShop({ TRUST_PROXY: "1" });
shop.database.pool.options.connectionTimeoutMillis = 60_000;
afterAll(() => shop.close());

test("The catalogue answers while log-ins wait", async () => {
  const come: number[] = [];
  hashing.isHeld = true;
  const flood = Array.from({ length: 60 }, async (_, at) => {
    const answer = await shop.post(
      "/api/user/login",
      { email: freshEmail(), password: "not the password" },
      undefined,
      // from addresses enough that none of them has to wait for its own
      { "x-forwarded-for": `196.201.9.${at}` },
    );
    come.push(answer.status);
    if (answer.status === 503) expect(answer.headers["retry-after"]).toBeDefined();
  });
  await expect.poll(() => come).toEqual(Array(8).fill(503));
  expect(hashing.begun).toBe(2);
  expect((await shop.get("/api/product/list")).status).toBe(200);
  expect(come).toHaveLength(8);
  hashing.isHeld = false;
  hashing.open();
  await Promise.all(flood);
  expect(come.slice(8)).toEqual(Array(52).fill(401));
});
