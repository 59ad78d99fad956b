import { afterAll, beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { plainPicture } from "../../../test/pictures.ts";
import { reviewed } from "../../../test/reviews.ts";
import { openTestShop } from "../../../test/shop.ts";
import { auditOf } from "../../../test/support/audit.ts";
import { signInStaff } from "../../../test/support/back-office.ts";

let tee: Goods;
const shop = await openTestShop();
const support = await signInStaff(shop, "support");
beforeEach(async () => {
  await shop.query("delete from reviews");
  tee = await addProduct(shop, { name: "Mic tee" });
});
afterAll(() => shop.close());

type Row = { _id: string; state: string };
const list = async (query = "") => {
  const { body } = await support.get(`/reviews${query}`);
  return body as unknown as { rows: Row[]; next: string | null };
};
const decide = (id: string, show: unknown, seen: object = {}) =>
  support.post(`/reviews/${id}`, { show, ...seen });
const shown = async () => (await shop.get(`/api/product/${tee._id}/reviews`)).body.reviews as Row[];

test("Each decision about a review is one audit row", async () => {
  const id = await reviewed(shop, tee, { stars: 2, words: "Too <b>small</b>" });
  const [row] = (await list()).rows;
  expect(row).toEqual({
    _id: id,
    product: { _id: tee._id, name: "Mic tee" },
    orderId: expect.any(String),
    firstName: "Wanjiku",
    size: "M",
    stars: 2,
    words: "Too <b>small</b>",
    photo: false,
    state: "waiting",
    date: expect.any(Number),
  });
  expect(await shown()).toEqual([]);
  expect((await decide(id, true)).status).toBe(200);
  expect(await shown()).toMatchObject([{ _id: id }]);
  // said twice it changes nothing
  expect((await decide(id, true)).status).toBe(200);
  expect((await decide(id, false)).status).toBe(200);
  expect(await shown()).toEqual([]);
  const staff_name = (await shop.query("select name from staff where id = $1", [support.id]))[0]?.name;
  expect(await auditOf(shop, id)).toEqual([
    { action: "review.show", before: { state: "waiting" }, after: { state: "shown" }, staff_name },
    { action: "review.hide", before: { state: "shown" }, after: { state: "hidden" }, staff_name },
  ]);
});

test("A review decided by two at once matches the last audit row", async () => {
  const id = await reviewed(shop, tee);
  const answers = await Promise.all([decide(id, true), decide(id, false), decide(id, true)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const actions = await auditOf(shop, id);
  expect(actions.at(-1)?.after).toEqual({ state: (await list()).rows[0]?.state });
});

test("lists by state, newest first and page by page, and Today counts what nobody has read", async () => {
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    ids.unshift(await reviewed(shop, tee));
    // ids are time-ordered
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const [third = "", second = "", first = ""] = ids;
  expect((await support.get("/today")).body.reviews).toBe(3);
  await decide(first, true);
  await decide(second, false);
  const idsOf = async (query: string) => (await list(query)).rows.map(({ _id }) => _id);
  expect(await idsOf("")).toEqual(ids);
  expect(await idsOf("?state=waiting")).toEqual([third]);
  expect(await idsOf("?state=shown")).toEqual([first]);
  expect(await idsOf("?state=hidden")).toEqual([second]);
  const page = await list("?limit=2");
  expect([page.rows.length, await idsOf(`?limit=2&after=${page.next}`)]).toEqual([2, [first]]);
  expect((await support.get("/today")).body.reviews).toBe(1);
});

test("a packer is told of none, and what is not there is said", async () => {
  const packer = await signInStaff(shop, "packer");
  expect((await packer.get("/today")).body.reviews).toBeUndefined();
  for (const answer of [await decide("nothing", true), await support.get("/reviews/nothing/photo")])
    expect([answer.status, typeof answer.body.message]).toEqual([404, "string"]);
});

test("A photograph that staff have not seen is never shown", async () => {
  const id = await reviewed(shop, tee);
  expect((await list()).rows).toMatchObject([{ photo: false }]);
  await shop.query("update reviews set photo = 'review-y' where id = $1", [id]);
  for (const seen of [{}, { photo: false }]) {
    const { status, body } = await decide(id, true, seen);
    expect([status, body.message]).toEqual([409, "A photo came with it meanwhile. Please look at it first."]);
    expect(body.current).toEqual({ state: "waiting", photo: true });
  }
  expect([await shown(), await auditOf(shop, id)]).toEqual([[], []]);
  expect((await decide(id, false)).status).toBe(200);
  expect((await decide(id, true)).status).toBe(409);
  expect((await decide(id, true, { photo: true })).status).toBe(200);
  expect(await shown()).toMatchObject([{ _id: id }]);
});

test("staff see a photograph before everybody does", async () => {
  const id = await reviewed(shop, tee);
  const jpeg = await plainPicture().jpeg().toBuffer();
  await shop.query("insert into stored_pictures values ('review-x', '720.jpg', $1)", [jpeg]);
  await shop.query("update reviews set photo = 'review-x' where id = $1", [id]);
  expect((await list()).rows).toMatchObject([{ _id: id, photo: true }]);
  const { status, headers } = await shop.send({
    method: "GET",
    url: `/api/staff/reviews/${id}/photo`,
    headers: { cookie: support.cookie },
  });
  expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "image/jpeg",
    "no-store",
  ]);
  expect((await shop.get("/pictures/review-x/720.jpg")).status).toBe(404);
});
