import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../test/goods.ts";
import { customer, type Person } from "../../test/people.ts";
import { plainPicture, pngOf } from "../../test/pictures.ts";
import { announce } from "../../test/raw.ts";
import { ordered } from "../../test/reviews.ts";
import { openTestShop, patient } from "../../test/shop.ts";

const REFUSED = "We can't read this as a photo. Please send a JPEG, PNG or WebP.";
const NOT_WANTED = "You can add one photo, before we read your review.";
const TOO_LARGE = "A photo can be at most 8 MB and 50 megapixels.";

let tee: Goods;
let buyer: Person;
const shop = await openTestShop();
await patient(shop);
beforeEach(async () => {
  tee = await addProduct(shop);
  buyer = await customer(shop);
  await ordered(shop, tee, { by: buyer });
  await shop.post("/api/product/review", { productId: tee._id, stars: 5, words: "Good." }, buyer.token);
});
afterAll(() => shop.close());

const photo = () => plainPicture("#c81414", 300, 400);
const path = () => `/api/product/${tee._id}/review/photo`;
const send = (payload: Buffer | string, { token = buyer.token, type = "image/jpeg" } = {}) =>
  shop.send({ method: "POST", url: path(), payload, headers: { "content-type": type, token } });
const kept = () =>
  shop.query<{ folder: string; file: string; bytes: Buffer }>(
    "select p.* from stored_pictures p join reviews r on r.photo = p.folder where r.product_id = $1 order by file",
    [tee._id],
  );
/** A photograph that came before, as it is kept. */
const keep = () =>
  shop.query(
    `with photo as (insert into stored_pictures values ('review-' || lower($1), '720.jpg', 'photo') returning folder)
     update reviews set photo = folder from photo where product_id = $1`,
    [tee._id],
  );
const decide = (shown: boolean) =>
  shop.query("update reviews set shown = $2, decided_at = now() where product_id = $1", [tee._id, shown]);
const listed = async () =>
  ((await shop.get(`/api/product/${tee._id}/reviews`)).body.reviews as { photo: string | null }[])[0];

describe("a photograph", () => {
  test("A photograph is re-encoded without metadata, and served only while its review is shown", async () => {
    const input = await photo()
      .withExif({ IFD0: { Copyright: "Wanjiku" }, IFD3: { GPSLatitude: "1/1 17/1 0/1" } })
      .jpeg()
      .toBuffer();
    const { status, body } = await send(input);
    expect([status, body.message]).toEqual([200, "Thank you. We look at every photo before we show it."]);
    const files = await kept();
    expect(files.map(({ file }) => file)).toEqual([
      ...["180.avif", "180.webp", "360.avif", "360.webp", "720.avif", "720.jpg"],
    ]);
    for (const { bytes, file } of files) {
      const { exif, xmp, iptc } = await sharp(bytes).metadata();
      expect([exif, xmp, iptc, bytes.includes("Wanjiku")], file).toEqual([
        undefined,
        undefined,
        undefined,
        false,
      ]);
    }
    const at = (file: string) => shop.send({ method: "GET", url: `/pictures/${files[0]?.folder}/${file}` });
    expect((await at("720.jpg")).status).toBe(404);
    await decide(true);
    expect((await listed())?.photo).toBe(`/pictures/${files[0]?.folder}/720.jpg`);
    for (const [file, type] of [
      ["720.jpg", "image/jpeg"],
      ["360.webp", "image/webp"],
      ["180.avif", "image/avif"],
    ] as const) {
      const { status, headers } = await at(file);
      expect([status, headers["content-type"], headers["x-content-type-options"]]).toEqual([
        200,
        type,
        "nosniff",
      ]);
    }
    for (const file of ["1.jpg", "..%2f720.jpg", "%00"])
      expect([400, 404]).toContain((await at(file)).status);
    await decide(false);
    expect((await at("720.jpg")).status).toBe(404);
  });

  test("A browser stops showing a photograph once its review is hidden", async () => {
    await keep();
    await decide(true);
    const [{ folder } = { folder: "" }] = await kept();
    const at = (headers: Record<string, string> = {}) => shop.get(`/pictures/${folder}/720.jpg`, headers);
    const { headers } = await at();
    const etag = String(headers.etag);
    expect([headers["cache-control"], etag]).toEqual(["no-cache", expect.stringMatching(/^"review-.+"$/)]);
    const again = await at({ "if-none-match": etag });
    expect([again.status, again.text, again.headers["cache-control"]]).toEqual([304, "", "no-cache"]);
    expect((await at({ "if-none-match": '"another"' })).status).toBe(200);
    await decide(false);
    expect((await at({ "if-none-match": etag })).status).toBe(404);
  });

  test.each([
    ["a PNG", () => photo().png().toBuffer()],
    ["a WebP", () => photo().webp().toBuffer()],
  ])("may be %s, whatever it is called", async (_what, make) => {
    expect((await send(await make(), { type: "text/plain" })).status).toBe(200);
    expect(await kept()).toHaveLength(6);
  });

  test("comes once, also of two at once and sent again, and not after the review was read", async () => {
    const input = await photo().jpeg().toBuffer();
    const answers = await Promise.all([send(input), send(input)]);
    // an answer may be lost on the way
    answers.push(await send(input));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const another = await send(await photo().png().toBuffer());
    expect([another.status, another.body.message, (await kept()).length]).toEqual([409, NOT_WANTED, 6]);
    await decide(true);
    expect((await send(input)).status).toBe(409);
    await shop.query("update reviews set photo = null where product_id = $1", [tee._id]);
    expect([(await send(input)).status, (await kept()).length]).toEqual([409, 0]);
  });

  test("goes with its review when that is deleted", async () => {
    await keep();
    const [{ folder } = { folder: "" }] = await kept();
    await shop.query("delete from reviews where product_id = $1", [tee._id]);
    expect(await shop.query("select from stored_pictures where folder = $1", [folder])).toEqual([]);
  });
});

describe("what is refused leaves nothing", () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="72"><script>alert(1)</script></svg>`;
  const cut = async () => {
    const whole = await photo().jpeg().toBuffer();
    return whole.subarray(0, whole.length / 2);
  };
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ["nothing", () => Buffer.alloc(0)],
    ["words", () => Buffer.from("A fine tee")],
    ["a drawing", () => Buffer.from(svg)],
    [
      "a page behind a JPEG's first bytes",
      () => Buffer.from("\xff\xd8\xff<html><script>alert(1)</script>", "latin1"),
    ],
    ["a GIF", () => Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")],
    ["a photograph cut short", cut],
    ["JSON", () => Buffer.from(`{"photo":"data:image/png;base64,AAAA"}`)],
  ])("A file that is no photograph is refused and leaves nothing: %s", async (what, make) => {
    const type = what === "JSON" ? "application/json" : "image/jpeg";
    const { status, body } = await send(await make(), { type });
    expect([status, body.message, await kept()]).toEqual([415, REFUSED, []]);
  });

  test("A photograph too large is refused and leaves nothing", async () => {
    const large = await send(Buffer.concat([await photo().jpeg().toBuffer(), Buffer.alloc(8_000_000)]));
    const many = await send(await pngOf(16_000, 3_200));
    for (const { status, body } of [large, many]) expect([status, body.message]).toEqual([413, TOO_LARGE]);
    expect(await kept()).toEqual([]);
  });

  test("A photograph without a review is refused before its bytes are read", async () => {
    const port = await shop.listen();
    const stranger = await customer(shop);
    const begin = (token: string) =>
      announce(port, path(), { "content-type": "image/jpeg", "content-length": 7_000_000, token });
    expect(await begin("x".repeat(43))).toMatchObject({ status: 401 });
    expect(await begin(stranger.token)).toMatchObject({ status: 409 });
    expect(await kept()).toEqual([]);
  });
});
