import { afterAll, expect, onTestFinished, test } from "vitest";
import { openTestShop, patient } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";

const shop = await openTestShop();
await patient(shop);
const door = `http://127.0.0.1:${await shop.listen()}`;
afterAll(() => shop.close());

test("Beyond capacity browsing is refused at once, staff are not, and invented sessions are browsing", async () => {
  const [owner, former] = [await signInStaff(shop), await signInStaff(shop)];
  await shop.query("delete from staff_sessions where staff_id = $1", [former.id]);
  const me = async (cookie: string) => (await fetch(`${door}/api/staff/me`, { headers: { cookie } })).status;

  const client = await shop.looking.connect();
  await client.query("begin; lock table products in access exclusive mode");
  const open = () => client.query("rollback");
  onTestFinished(async () => {
    await open();
    client.release();
  });
  const answered: Response[] = [];
  let asked = 0;
  const browse = async () => {
    asked += 1;
    answered.push(await fetch(`${door}/api/product/list?search=${asked}`));
  };
  const browsing = Array.from({ length: 110 }, browse);
  await expect.poll(() => answered.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(30);
  expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([503]));
  expect(await answered[0]?.json()).toEqual({
    success: false,
    message: "The shop is very busy. Please try again in a moment.",
  });
  expect(answered[0]?.headers.get("retry-after")).toBe("2");

  const invented = `staff=${"a".repeat(43)}.${owner.cookie.split(".").at(-1)}`;
  const refused = async () => {
    // fills a place that has become free
    browsing.push(browse());
    return me(invented);
  };
  await expect.poll(refused, { timeout: 15_000 }).toBe(503);
  expect(await me(owner.cookie)).toBe(200);
  expect(await me(former.cookie)).toBe(401);

  await open();
  await Promise.all(browsing);
  expect(answered.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(20);
  expect(await me(invented)).toBe(401);
});
