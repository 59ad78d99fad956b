import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../test/goods.ts";
import { brokenInvariants } from "../../test/invariants.ts";
import { customer, type Person } from "../../test/people.ts";
import { ordered as orderedIn } from "../../test/reviews.ts";
import { openTestShop, patient } from "../../test/shop.ts";

const REVIEW = "/api/product/review";
const MINE = "/api/user/reviews";
const NOT_BOUGHT = "You can review this once it's delivered to you.";
const ALREADY = "You've already reviewed this. Thank you.";

let tee: Goods;
let buyer: Person;
const shop = await openTestShop();
await patient(shop);
beforeEach(async () => {
  tee = await addProduct(shop, { name: "Sound check tee", stock: { L: 50 } });
  buyer = await customer(shop);
});
afterAll(() => shop.close());

const ordered = (by = buyer, status = "Delivered", goods = tee) => orderedIn(shop, goods, { by, status });
const review = (given: object = {}, token: string | undefined = buyer.token) =>
  shop.post(REVIEW, { productId: tee._id, stars: 5, words: "Fits well.", ...given }, token);
const rows = (columns = "stars, words, first_name, size, shown, decided_at") =>
  shop.query(`select ${columns} from reviews where product_id = $1 order by id`, [tee._id]);
const listed = async (query = "") => (await shop.get(`/api/product/${tee._id}/reviews${query}`)).body;
const letThrough = () =>
  shop.query("update reviews set shown = true, decided_at = now() where product_id = $1", [tee._id]);

describe("who may review", () => {
  test("Nobody sees a review before staff show it", async () => {
    const orderId = await ordered();
    const { status, body } = await review();
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: "Thank you. We read every review before we show it.",
        reviewId: expect.any(String),
      },
    ]);
    expect(await rows("id, order_id, user_id, stars, words, first_name, size, shown, decided_at")).toEqual([
      {
        id: body.reviewId,
        order_id: orderId,
        user_id: buyer.userId,
        stars: 5,
        words: "Fits well.",
        first_name: "Wanjiku",
        size: "L",
        shown: false,
        decided_at: null,
      },
    ]);
    expect(await listed()).toMatchObject({
      reviews: [],
      rating: { stars: 0, count: 0, samples: 0 },
      next: null,
    });
  });

  test.each(["Order Placed", "Packing", "Shipped", "Out for delivery", "Cancelled"])(
    "not while the order is %s",
    async (status) => {
      await ordered(buyer, status);
      const { status: answered, body } = await review();
      expect([answered, body.message, await rows()]).toEqual([403, NOT_BOUGHT, []]);
    },
  );

  test("Only the shopper of a delivered order reviews its product", async () => {
    await ordered();
    const stranger = await customer(shop);
    await ordered(stranger, "Delivered", await addProduct(shop));
    const { status, body } = await review({}, stranger.token);
    expect([status, body.message, await rows()]).toEqual([403, NOT_BOUGHT, []]);
    expect((await review({ productId: "nothing" }, stranger.token)).status).toBe(403);
  });

  test("Forged fields of a review count for nothing", async () => {
    const orderId = await ordered();
    const stranger = await customer(shop);
    const forged = { orderId, userId: buyer.userId, shown: true, firstName: "Boss", size: "XL" };
    expect((await review(forged, stranger.token)).status).toBe(403);
    expect((await review(forged)).status).toBe(200);
    expect(await rows("user_id, first_name, size, shown")).toEqual([
      { user_id: buyer.userId, first_name: "Wanjiku", size: "L", shown: false },
    ]);
  });

  test("nobody who is signed out", async () => {
    await ordered();
    expect([(await review({}, "")).status, (await shop.post(MINE)).status, await rows()]).toEqual([
      401,
      401,
      [],
    ]);
  });

  test("A second review changes nothing and returns the first", async () => {
    await ordered();
    await review({ stars: 4, words: " Fits\r\nwell. " });
    const earlier = { stars: 4, words: "Fits\nwell.", state: "waiting" };
    for (const [given, same] of [
      [{ stars: 4, words: "Fits\r\nwell." }, true],
      [{ stars: 4, words: "Fits badly." }, false],
      [{ stars: 1, words: "Fits\nwell." }, false],
    ] as const) {
      const { status, body } = await review(given);
      expect([status, body]).toEqual([409, { success: false, message: ALREADY, earlier, same }]);
    }
    await letThrough();
    expect((await review({ stars: 4, words: "Fits\nwell." })).body).toMatchObject({
      earlier: { state: "shown" },
      same: true,
    });
    expect(await rows("stars, words")).toEqual([{ stars: 4, words: "Fits\nwell." }]);
  });

  test("A shopper reviews a product once, however many tries", async () => {
    await ordered();
    await ordered();
    const answers = await Promise.all([1, 2, 3, 4, 5].map((stars) => review({ stars })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const later = await review();
    expect([later.status, later.body.message, (await rows()).length]).toEqual([409, ALREADY, 1]);
    const other = await customer(shop);
    await ordered(other);
    expect((await review({}, other.token)).status).toBe(200);
  });
});

describe("what it says", () => {
  test.each([
    ["no stars", { stars: undefined }, "Please choose 1 to 5 stars"],
    ["none of five", { stars: 0 }, "Please choose 1 to 5 stars"],
    ["six of five", { stars: 6 }, "Please choose 1 to 5 stars"],
    ["half a star", { stars: 4.5 }, "Please choose 1 to 5 stars"],
    ["stars as text", { stars: "5" }, "Please choose 1 to 5 stars"],
    ["too many words", { words: "a".repeat(1_001) }, "Please write at most 1,000 characters"],
    ["what cannot be stored", { words: "a\0b" }, "Please write at most 1,000 characters"],
    ["words as a list", { words: ["good"] }, "Please write at most 1,000 characters"],
    ["no product", { productId: "" }, "Please choose a product"],
  ])("%s is refused", async (_what, given, message) => {
    await ordered();
    const { status, body } = await review(given);
    expect([status, body.message, await rows()]).toEqual([400, message, []]);
  });

  test("stars alone are enough", async () => {
    await ordered();
    expect((await review({ words: undefined, stars: 1 })).status).toBe(200);
    expect(await rows("stars, words")).toEqual([{ stars: 1, words: "" }]);
  });

  test("A review's words are text, whatever they contain", async () => {
    await ordered();
    const words = `  <img src=x onerror=alert(1)>\r\n\r\n\r\n\r\n</script><script>1</script>\u202eevil\u0007 👍🏾 ok\u200dly `;
    await review({ words });
    await letThrough();
    const kept = "<img src=x onerror=alert(1)>\n\n</script><script>1</script>evil 👍🏾 ok\u200dly";
    expect(await rows("words")).toEqual([{ words: kept }]);
    expect((await listed()).reviews).toMatchObject([{ words: kept }]);
  });
});

describe("GET /api/product/:id/reviews", () => {
  test("gives those let through, newest first, page by page, and what they come to", async () => {
    for (const stars of [5, 4, 2]) {
      const person = await customer(shop);
      await ordered(person);
      await review({ stars, words: `Number ${stars}` }, person.token);
      // ids are time-ordered
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await letThrough();
    await ordered();
    await review({ stars: 1, words: "Nobody has read this" });
    const [_id, date] = [expect.any(String), expect.any(Number)];
    const shown = { _id, firstName: "Wanjiku", size: "L", photo: null, date };
    const first = await listed("?limit=2");
    expect(first).toEqual({
      success: true,
      message: "Reviews found",
      reviews: [
        { ...shown, stars: 2, words: "Number 2" },
        { ...shown, stars: 4, words: "Number 4" },
      ],
      rating: { stars: 3.7, count: 3, samples: 0 },
      next: expect.any(String),
    });
    const second = await listed(`?limit=2&after=${first.next}`);
    expect([(second.reviews as object[]).length, second.next]).toEqual([1, null]);
    expect(second.reviews).toMatchObject([{ stars: 5 }]);
    await shop.query("update reviews set shown = false where product_id = $1 and stars = 5", [tee._id]);
    expect(await listed()).toMatchObject({
      rating: { stars: 3, count: 2 },
      reviews: [{ stars: 2 }, { stars: 4 }],
    });
  });

  test("of what is not in the shop it gives none", async () => {
    const hidden = await addProduct(shop, { published: false });
    for (const id of [hidden._id, "nothing", "%00", "x".repeat(65)])
      expect([400, 404], id).toContain((await shop.get(`/api/product/${id}/reviews`)).status);
    for (const query of ["limit=0", "limit=51", "limit=x", `after=${"x".repeat(65)}`])
      expect((await shop.get(`/api/product/${tee._id}/reviews?${query}`)).status, query).toBe(400);
  });
});

test("a shopper is told what they have reviewed and what they may review", async () => {
  const cap = await addProduct(shop, { name: "Cap" });
  const scarf = await addProduct(shop, { name: "Scarf" });
  await ordered();
  await ordered(buyer, "Delivered", cap);
  await ordered(buyer, "Shipped", scarf);
  await review({ stars: 4 });
  const mine = async (body?: object) => (await shop.post(MINE, body, buyer.token)).body;
  const given = { productId: tee._id, stars: 4 };
  expect(await mine()).toMatchObject({ reviews: [{ ...given, state: "waiting" }], open: [cap._id] });
  expect(await mine({ productId: cap._id })).toMatchObject({ reviews: [], open: [cap._id] });
  expect(await mine({ productId: scarf._id })).toMatchObject({ reviews: [], open: [] });
  await letThrough();
  expect(await mine({ productId: tee._id })).toMatchObject({
    reviews: [{ ...given, state: "shown" }],
    open: [],
  });
  await shop.query("update reviews set shown = false where product_id = $1", [tee._id]);
  expect((await mine()).reviews).toEqual([{ ...given, state: "hidden" }]);
});

test("every sample has the specification's four stars and 122, as samples", async () => {
  const goods = await shop.query<{ id: string; count: number }>(
    `select id, (select sum(count)::int from sample_ratings where product_id = id) as count
     from products where images[1] like '/pictures/%'`,
  );
  expect(new Set(goods.map(({ count }) => count))).toEqual(new Set([122]));
  const { body } = await shop.get(`/api/product/${goods[0]?.id}/reviews`);
  expect(body).toMatchObject({ reviews: [], rating: { stars: 4, count: 122, samples: 122 } });
});

test("after all that, every review is by who ordered the product", async () => {
  // statuses were set past the shop, which other invariants do not forgive
  const broken = await brokenInvariants(shop);
  expect(broken.filter(({ about }) => about === "reviews")).toEqual([]);
});
