import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../test/goods.ts";
import { brokenInvariants } from "../../test/invariants.ts";
import { PLACE } from "../../test/orders.ts";
import { freshMobile, guestOf, orderOf, PASSWORD, type Person } from "../../test/people.ts";
import { ordered } from "../../test/reviews.ts";
import { openTestShop, patient } from "../../test/shop.ts";
import { forgetLimits, freshEmail, member } from "../../test/support/account-rows.ts";
import { COMMAND } from "../platform/audit/actor.server.ts";
import { transaction } from "../platform/database/db.server.ts";
import { decideReview } from "./staff-reviews.server.ts";

let tee: Goods;
let email: string;
const shop = await openTestShop();
await patient(shop);
beforeEach(async () => {
  await forgetLimits(shop);
  tee = await addProduct(shop, { stock: { M: 50 } });
  email = await member(shop);
});
afterAll(() => shop.close());

/** A delivered order under the account's e-mail. */
async function delivered(by: Person): Promise<void> {
  expect(await ordered(shop, tee, { by, under: email })).not.toBe("undefined");
}

/** A delivered order of a guest's under another e-mail, who then gives the account's again. */
async function deliveredElsewhere(by: Person): Promise<void> {
  expect(await ordered(shop, tee, { by, under: freshEmail() })).not.toBe("undefined");
  const details = { firstName: "Wanjiku", lastName: "Otieno", email, phone: freshMobile() };
  expect(await shop.post("/api/user/guest", details, by.token)).toMatchObject({ status: 200 });
}

const placeUnder = (by: Person, under: string) => {
  const order = orderOf(tee);
  return shop.post(PLACE, { ...order, address: { ...order.address, email: under } }, by.token);
};

async function review(by: Person, words: string) {
  // ids are time-ordered
  await new Promise((resolve) => setTimeout(resolve, 2));
  return shop.post("/api/product/review", { productId: tee._id, stars: 5, words }, by.token);
}

const logIn = async () => {
  const { status, body } = await shop.post("/api/user/login", { email, password: PASSWORD });
  expect(status).toBe(200);
  return { userId: await accountId(), token: String(body.token), email };
};
const accountId = async () =>
  String((await shop.query<{ id: string }>("select id from users where email = $1", [email]))[0]?.id);
const written = () =>
  shop.query("select words, user_id from reviews where product_id = $1 order by id", [tee._id]);
const brokenReviews = async () =>
  (await brokenInvariants(shop)).filter(({ about }) => ["reviews", "shoppers"].includes(about));

describe("when guests become an account", () => {
  test("A review stays with a guest's remaining order and delays none that moves", async () => {
    const [staying, moving] = [await guestOf(shop, email), await guestOf(shop, email)];
    await deliveredElsewhere(staying);
    await delivered(moving);
    await review(staying, "stays");
    await review(moving, "moves");
    const { userId } = await logIn();
    expect(await written()).toEqual([
      { words: "stays", user_id: staying.userId },
      { words: "moves", user_id: userId },
    ]);
    expect(await brokenReviews()).toEqual([]);
  });

  test("Of two reviews that move to one account the earlier stays", async () => {
    const guests = [await guestOf(shop, email), await guestOf(shop, email)];
    for (const [at, guest] of guests.entries()) {
      await delivered(guest);
      await review(guest, `number ${at}`);
    }
    const { userId } = await logIn();
    expect(await written()).toEqual([{ words: "number 0", user_id: userId }]);
  });

  test("The account's own review precedes all that move to it", async () => {
    const account = await logIn();
    const guest = await guestOf(shop, email);
    for (const buyer of [account, guest]) await delivered(buyer);
    await review(guest, "the guest's");
    await review(account, "the account's");
    await logIn();
    expect(await written()).toEqual([{ words: "the account's", user_id: account.userId }]);
  });

  test("one that gives way is gone, also when its guest stays for another order", async () => {
    const account = await logIn();
    await delivered(account);
    await review(account, "the account's");
    const guest = await guestOf(shop, email);
    await delivered(guest);
    await review(guest, "the guest's");
    tee = await addProduct(shop);
    await deliveredElsewhere(guest);
    await logIn();
    const people = [account.userId, guest.userId];
    expect(await shop.query("select words from reviews where user_id = any($1)", [people])).toEqual([
      { words: "the account's" },
    ]);
    expect(await brokenReviews()).toEqual([]);
  });

  test("A review written while its order moved is refused", async () => {
    const guest = await guestOf(shop, email);
    await delivered(guest);
    let sending: ReturnType<typeof review> | undefined;
    await transaction(shop.db, async (tx) => {
      await tx.execute(sql`select from users where id = ${guest.userId} for update`);
      sending = review(guest, "late");
      await expect.poll(() => shop.query(WAITING), { interval: 5 }).toHaveLength(1);
      const account = await accountId();
      await tx.execute(sql`update orders set user_id = ${account} where user_id = ${guest.userId}`);
    });
    expect((await sending)?.status).toBe(403);
    expect([await written(), await brokenReviews()]).toEqual([[], []]);
  });

  test("Guests' reviews follow their orders into the account", async () => {
    const [one, two, third, fourth] = [
      await guestOf(shop, email),
      await guestOf(shop, email),
      await guestOf(shop, email),
      await guestOf(shop, email),
    ];
    // two of them ordered for somebody else
    for (const guest of [one, two]) await delivered(guest);
    for (const guest of [third, fourth]) await deliveredElsewhere(guest);
    const { body: first } = await review(one, "before");
    const show = { show: true, photo: false, by: COMMAND };
    const working = [one, two, third, fourth].flatMap((guest) => [
      review(guest, `by ${guest.userId}`),
      shop.post("/api/user/login", { email, password: PASSWORD }, guest.token),
      placeUnder(guest, freshEmail()),
    ]);
    const deciding = decideReview(shop.db, String(first.reviewId), show).catch(({ status }) => status);
    for (const { status } of await Promise.all(working)) expect([200, 401, 403, 409, 429]).toContain(status);
    // where another review stood before it, it is gone
    expect([undefined, 404]).toContain(await deciding);
    const { userId } = await logIn();
    const ownersOfTheirs = shop.query("select user_id from orders where address->>'email' = $1", [email]);
    expect(await ownersOfTheirs).toEqual([{ user_id: userId }, { user_id: userId }]);
    expect(await written()).toContainEqual({ words: "before", user_id: userId });
    expect(await brokenReviews()).toEqual([]);
  });
});

const WAITING =
  "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
