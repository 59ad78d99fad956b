import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { openObjectServer } from "../../../test/object-store.ts";
import { plainPicture } from "../../../test/pictures.ts";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { sendFile } from "../../../test/support/send-file.ts";
import { readConfig } from "../../config.server.ts";

const shops: TestShop[] = [];
const logged: string[] = [];
const server = await openObjectServer();
/** Keeps its pictures in the store. */
const shop = await openShop({ PICTURES_URL: server.url() });
afterAll(async () => {
  await Promise.all(shops.map((each) => each.close()));
  await server.close();
});

async function openShop(settings: Record<string, string>) {
  const log = { write: (line: string) => void logged.push(line) };
  const shop = await openTestShop({ LOG_LEVEL: "info", ...settings }, { log });
  shops.push(shop);
  return shop;
}

let shade = 0;
/** Sends a picture unlike any other. */
async function send(shop: TestShop) {
  const file = await plainPicture({ r: ++shade, g: 20, b: 20 }).png().toBuffer();
  return sendFile(shop, await signInStaff(shop), file);
}

const served = async (shop: Pick<TestShop, "http">, url: string) => {
  const { statusCode: status, headers, rawPayload: bytes } = await shop.http.inject({ url });
  return { status, headers, bytes };
};

const rowsOf = (shop: TestShop) =>
  shop.query("select count(*)::int as files, count(bytes)::int as here from stored_pictures");

test("Pictures in an S3 store keep the addresses of those in the database", async () => {
  const { picture } = (await send(shop)).body as unknown as { picture: string };
  expect(await rowsOf(shop)).toEqual([{ files: 7, here: 0 }]);
  const { status, headers, bytes } = await served(shop, picture);
  expect([status, headers["content-type"]]).toEqual([200, "image/jpeg"]);
  expect(headers).toMatchObject({ "cache-control": "public, max-age=31536000, immutable" });
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 720, height: 864 });
  const again = await shop.get(picture, { "if-none-match": String(headers.etag) });
  expect(again.status).toBe(304);
  expect((await served(shop, picture.replace("720.jpg", "721.jpg"))).status).toBe(404);
});

test("a store that refuses the secret answers 503 and leaves nothing, and the log holds no key", async () => {
  const wrong = await openShop({ PICTURES_URL: server.url("another%2Fsecret") });
  expect(await send(wrong)).toMatchObject({
    status: 503,
    body: { message: expect.stringMatching(/try again/) },
  });
  expect(await rowsOf(wrong)).toEqual([{ files: 0, here: 0 }]);
  expect(logged.join("")).toContain('"status":403');
  expect(logged.join("")).not.toMatch(/another|S3RVER/);
});

test("what is in rows from before is served from there, also with a store", async () => {
  await shop.query("insert into stored_pictures values ('goods-0-00000000', '720.jpg', 'a tee')");
  const { status, bytes } = await served(shop, "/pictures/goods-0-00000000/720.jpg");
  expect([status, bytes.toString()]).toEqual([200, "a tee"]);
});

test.each([
  "https://key:secret@host/bucket",
  "s3+https://host/bucket",
  "s3+https://key:secret@host/",
  "s3+https://key:se%cret@host/b",
])("%s is no address of a store, and what it holds is not said", (url) => {
  expect(() => readConfig({ PICTURES_URL: url })).toThrow(/^[^%]*PICTURES_URL: must be an address[^%]*$/);
});
