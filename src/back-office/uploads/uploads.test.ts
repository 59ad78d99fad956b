import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { type StaffPerson, signInStaff } from "../../../test/support/back-office.ts";
import { sweepUploads } from "../../uploads/take-upload.server.ts";

const PIECE = 256 * 1_024;
const RED = { r: 200, g: 20, b: 20 };

let shop: TestShop;
let owner: StaffPerson;
beforeAll(async () => {
  shop = await openTestShop();
  owner = await signInStaff(shop);
});
afterAll(() => shop.close());

const plain = (colour = RED, width = 60, height = 72) =>
  sharp({ create: { width, height, channels: 3, background: colour } });

/** A photograph of several pieces, unlike any other. */
const noise = () =>
  sharp(randomBytes(700 * 840 * 3), { raw: { width: 700, height: 840, channels: 3 } })
    .jpeg()
    .toBuffer();

const sha256Of = (file: Buffer) => createHash("sha256").update(file).digest("hex");

async function begin(file: Buffer, sha256 = sha256Of(file), by = owner) {
  const begun = await by.post("/uploads", { kind: "picture", name: "tee.jpg", size: file.length, sha256 });
  expect(begun.status, begun.text).toBe(200);
  return begun.body as unknown as { id: string; have: number[] };
}

function put(id: string, n: number, payload: Buffer, by = owner) {
  return shop.send({
    method: "POST",
    url: `/api/staff/uploads/${id}/pieces/${n}`,
    payload,
    headers: { "content-type": "application/octet-stream", "x-staff": "1", cookie: by.cookie },
  });
}

const pieceOf = (file: Buffer, n: number) => file.subarray(n * PIECE, (n + 1) * PIECE);

/** Sends a file whole; gives the answer to its end. */
async function upload(file: Buffer, sha256?: string) {
  const { id, have } = await begin(file, sha256);
  for (let n = 0; n * PIECE < file.length; n++)
    if (!have.includes(n)) expect((await put(id, n, pieceOf(file, n))).status).toBe(200);
  const done = await owner.post(`/uploads/${id}/done`);
  expect(done.status, done.text).toBe(200);
  return done.body as unknown as { ready: boolean; picture?: string; why?: string };
}

const fileOf = async (url: string) => {
  const served = await shop.http.inject({ url });
  return { status: served.statusCode, headers: served.headers, bytes: served.rawPayload };
};

test("a picture arrives in pieces, goes on where it was cut off, and stands in the shop", async () => {
  const file = await noise();
  const { id } = await begin(file);
  expect((await put(id, 1, pieceOf(file, 1))).status).toBe(200);
  expect((await put(id, 1, pieceOf(file, 1))).status).toBe(200);
  expect(await begin(file)).toMatchObject({ id, have: [1] });
  expect((await owner.post(`/uploads/${id}/done`)).status).toBe(409);
  const { ready, picture = "" } = await upload(file);
  expect(ready).toBe(true);
  // asked again, as after an answer that was lost
  expect(await upload(file)).toMatchObject({ ready, picture });
  expect(await shop.query("select from upload_pieces where upload_id = $1", [id])).toEqual([]);
  for (const name of ["180.avif", "360.webp", "720.jpg", "share.jpg"]) {
    const { status, headers } = await fileOf(picture.replace("720.jpg", name));
    expect([status, headers["cache-control"]], name).toEqual([200, "public, max-age=31536000, immutable"]);
  }
  expect((await fileOf(picture.replace("720.jpg", "721.jpg"))).status).toBe(404);
  const tee = await addProduct(shop);
  const added = await owner.post(`/goods/${tee._id}/pictures`, { order: [picture], alts: ["A tee"] });
  expect(added.body).toMatchObject({ product: { images: [picture], alts: ["A tee"] } });
});

test.each([
  ["JPEG", () => plain().jpeg().toBuffer()],
  ["PNG", () => plain().png().toBuffer()],
  ["WebP", () => plain().webp().toBuffer()],
  ["AVIF", () => plain().avif().toBuffer()],
  ["JPEG of 59 megapixels", () => plain(RED, 10_000, 5_900).jpeg({ quality: 20 }).toBuffer()],
])("a %s is taken", async (_, make) => {
  expect(await upload(await make())).toMatchObject({ ready: true, picture: expect.any(String) });
});

test("place and camera are gone, and colours of another profile look as they did", async () => {
  const file = await plain({ r: 200, g: 40, b: 40 }, 720, 864)
    .withIccProfile("p3")
    .withExif({ IFD0: { Make: "Phone" }, IFD3: { GPSLatitude: "1/1 17/1 0/1" } })
    .jpeg({ quality: 95 })
    .toBuffer();
  expect((await sharp(file).metadata()).exif).toBeDefined();
  const { picture = "" } = await upload(file);
  const { bytes } = await fileOf(picture);
  const { exif, icc, xmp } = await sharp(bytes).metadata();
  expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
  const [r = 0, g = 0, b = 0] = await sharp(bytes).raw().toBuffer();
  expect(Math.hypot(r - 200, g - 40, b - 40)).toBeLessThan(10);
  // the same numbers without the profile are another colour
  const [otherRed = 0] = await sharp(file).keepIccProfile().raw().toBuffer();
  expect(Math.abs(otherRed - 200)).toBeGreaterThan(5);
});

describe("refused within half a second", () => {
  const cut = (file: Buffer) => file.subarray(0, Math.floor(file.length * 0.6));
  /** A PNG whose head says that it has 20,000 by 20,000 pixels. */
  async function bomb() {
    const file = await plain().png().toBuffer();
    file.writeUInt32BE(20_000, 16);
    file.writeUInt32BE(20_000, 20);
    file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
    return file;
  }
  test.each([
    ["SVG", async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /not a picture/],
    ["HTML", async () => Buffer.from("<!doctype html><script>alert(1)</script>"), /not a picture/],
    ["HEIC", async () => Buffer.from("\0\0\0\x18ftypheic\0\0\0\0", "latin1"), /Most Compatible/],
    ["a JPEG's name alone", async () => Buffer.from("\xff\xd8\xff", "latin1"), /cut short/],
    ["a cut JPEG", async () => cut(await noise()), /cut short/],
    ["a cut PNG", async () => cut(await plain().png().toBuffer()), /cut short/],
    ["a cut WebP", async () => cut(await plain().webp().toBuffer()), /cut short/],
    ["a cut AVIF", async () => cut(await plain().avif().toBuffer()), /cut short/],
    ["a bomb", bomb, /at most 25 megapixels/],
    ["a JPEG of 61 megapixels", () => plain(RED, 10_000, 6_100).jpeg().toBuffer(), /at most 60 megapixels/],
  ])("%s", async (_, make, why) => {
    const file = await make();
    const { id } = await begin(file);
    for (let n = 0; n * PIECE < file.length; n++) await put(id, n, pieceOf(file, n));
    // half a second of work, all threads together: by the clock it is longer where others work too
    const from = process.cpuUsage();
    const { body } = await owner.post(`/uploads/${id}/done`);
    const { user, system } = process.cpuUsage(from);
    expect((user + system) / 1_000).toBeLessThan(500);
    expect(body).toMatchObject({ ready: false, why: expect.stringMatching(why) });
  });
});

test("what was damaged on its way is sent anew", async () => {
  const file = await plain({ r: 1, g: 2, b: 3 }).png().toBuffer();
  const sha256 = sha256Of(Buffer.from("another"));
  expect(await upload(file, sha256)).toMatchObject({ ready: false, why: expect.stringMatching(/damaged/) });
  expect((await begin(file, sha256)).have).toEqual([]);
});

test("pieces that are none of the file are refused, and so is somebody else's file", async () => {
  const file = await noise();
  const { id } = await begin(file);
  const other = await signInStaff(shop);
  expect((await put(id, 0, pieceOf(file, 0), other)).status).toBe(404);
  expect((await other.post(`/uploads/${id}/done`)).status).toBe(404);
  expect((await begin(file, undefined, other)).id).not.toBe(id);
  expect((await put(id, 0, file.subarray(0, 9))).status).toBe(400);
  expect((await put(id, 99, pieceOf(file, 0))).status).toBe(400);
  expect((await put(id, 0, file.subarray(0, PIECE + 1))).status).toBe(413);
  expect((await owner.post(`/uploads/${id}/pieces/0`, {})).status).toBe(400);
});

test("a file that nobody finished is gone after a day", async () => {
  const file = await noise();
  const { id } = await begin(file);
  await put(id, 0, pieceOf(file, 0));
  await shop.query("update uploads set created_at = now() - interval '25 hours' where id = $1", [id]);
  await sweepUploads(shop.db);
  expect(await shop.query("select from upload_pieces where upload_id = $1", [id])).toEqual([]);
  expect((await put(id, 1, pieceOf(file, 1))).status).toBe(404);
});
