import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestShop, patient, type TestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { newSecret } from "../../platform/id.server.ts";
import { createKnownCookies } from "./known-cookies.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await patient(shop);
});
afterAll(() => shop.close());

/** How long a slow machine may take to answer a crowd, in milliseconds. */
const SOON = { timeout: 20_000 };

/** A cookie that looks like one of ours. */
const forged = () => `staff=${encodeURIComponent(Buffer.from(`"${newSecret()}"`).toString("base64"))}`;

test("strangers with invented sessions fill what is left, and a signed-in owner is let in beside them", async () => {
  const owner = await signInStaff(shop);
  expect((await owner.get("/me")).status).toBe(200);
  const door = `http://127.0.0.1:${await shop.listen()}`;
  const ask = async (cookie: string) =>
    (await fetch(`${door}/api/staff/orders`, { headers: { cookie } })).status;

  // whoever asks for a session stays at work until it is opened again
  const closed = await shop.looking.connect();
  await closed.query("begin");
  await closed.query("lock table staff_sessions in access exclusive mode");
  const seen: number[] = [];
  const note = async (answer: Promise<number>) => seen.push(await answer);
  const strangers = Array.from({ length: 130 }, () => note(ask(forged())));
  await expect.poll(() => seen.length, SOON).toBeGreaterThanOrEqual(30);
  expect(new Set(seen)).toEqual(new Set([503]));
  const owners = Array.from({ length: 20 }, () => ask(owner.cookie));
  const one = await Promise.race([...owners, new Promise((done) => setTimeout(done, 500, "let in"))]);
  expect(one).toBe("let in");

  await closed.query("rollback");
  closed.release();
  expect(await Promise.all(owners)).toEqual(Array(20).fill(200));
  await Promise.all(strangers);
  expect(new Set(seen)).toEqual(new Set([503, 401]));
});

test("a cookie is known while its session is whole, whatever stands beside it", () => {
  const cookies = createKnownCookies();
  const [cookie, other] = [forged(), forged()];
  const headers = { cookie: `theme=dark; ${cookie}` };
  expect(cookies.standingOf({})).toBe("none");
  expect(cookies.standingOf({ cookie: "staff=1; nostaff=2" })).toBe("none");
  expect(cookies.standingOf(headers)).toBe("claimed");
  cookies.remember(headers, false);
  expect(cookies.standingOf(headers)).toBe("claimed");
  cookies.remember(headers, true);
  expect(cookies.standingOf({ cookie })).toBe("known");
  expect(cookies.standingOf({ cookie: `__Host-${cookie}` })).toBe("known");
  expect(cookies.standingOf({ cookie: other })).toBe("claimed");
  cookies.remember({ cookie }, false);
  expect(cookies.standingOf(headers)).toBe("claimed");
});
