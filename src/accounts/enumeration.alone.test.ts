import { hash, verify } from "@node-rs/argon2";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PASSWORD } from "../../test/people.ts";
import { recorded } from "../../test/recorded.ts";
import { type Answer, openTestShop } from "../../test/shop.ts";
import { forgetLimits, freshEmail, member } from "../../test/support/account-rows.ts";

// Time is compared as work: the same hashes and the same statements in the same order, whoever is asked about.
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) };
});

const shop = await openTestShop();
beforeEach(() => forgetLimits(shop));
afterAll(() => shop.close());

/** What one call makes the server do: hashes, and statements by their first words. */
async function workOf(
  path: string,
  body: object,
): Promise<{ hashes: number; statements: string[]; answer: unknown }> {
  vi.mocked(hash).mockClear();
  vi.mocked(verify).mockClear();
  let answer: Answer | undefined;
  const seen = await recorded(async () => {
    answer = await shop.post(path, body);
  });
  const statements = seen
    // what the shop reads by its own clock: settings, and the moment of the next drop
    .filter(({ text }) => !/from "(settings|audit)"|next\.moment/.test(text))
    .map(({ text }) => text.replace(/\s+/g, " ").slice(0, 60));
  const hashes = vi.mocked(hash).mock.calls.length + vi.mocked(verify).mock.calls.length;
  return { hashes, statements, answer: { status: answer?.status, body: answer?.body } };
}

async function unverified(): Promise<string> {
  const email = freshEmail();
  await shop.post("/api/user/register", { name: "Achieng", email, password: PASSWORD });
  await shop.query("update users set joined_at = joined_at - interval '1 hour'");
  await forgetLimits(shop);
  return email;
}

describe("nobody can tell which e-mails have an account", () => {
  const calls: [string, string, object, number][] = [
    ["register", "/api/user/register", { name: "Wanjiku", password: PASSWORD }, 1],
    ["login", "/api/user/login", { password: "not the password" }, 1],
    ["resend", "/api/user/resend-verification", {}, 0],
    ["forgot", "/api/user/forgot-password", {}, 0],
  ];
  test.each(calls)(
    "Known and unknown e-mails get the same answer for the same work: %s",
    async (_name, path, body, hashes) => {
      await shop.post("/api/user/login", { email: freshEmail(), password: "warms the pool" });
      const people = [freshEmail(), await member(shop), await unverified()];
      await forgetLimits(shop);
      const first = [];
      for (const email of people) first.push(await workOf(path, { ...body, email }));
      for (const work of first) expect(work).toEqual(first[0]);
      expect(first[0]?.hashes).toBe(hashes);
      expect(first[0]?.statements.length).toBeGreaterThan(3);
      // and asked again at once, when no mail may go out
      const again = [];
      for (const email of people.slice(1)) again.push(await workOf(path, { ...body, email }));
      expect(again[1]).toEqual(again[0]);
    },
  );

  test("login with a password typed at sign-up does the same work and gives the same answer", async () => {
    const people = [freshEmail(), await member(shop), await unverified()];
    const typed = { password: "jembe jingine 8" };
    const works = [];
    for (const email of people) {
      await shop.post("/api/user/register", { name: "Wanjiku", email, ...typed });
      works.push(await workOf("/api/user/login", { email, ...typed }));
    }
    for (const work of works) expect(work).toEqual(works[0]);
    expect(works[0]).toMatchObject({ hashes: 1, answer: { status: 403, body: { needsVerification: true } } });
  });
});
