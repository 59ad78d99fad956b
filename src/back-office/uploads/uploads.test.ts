import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { type StaffPerson, signInStaff } from "../../../test/support/back-office.ts";

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

async function begin(file: Buffer, by = owner) {
  const sha256 = createHash("sha256").update(file).digest("hex");
  const begun = await by.post("/uploads", { kind: "picture", name: "tee.jpg", size: file.length, sha256 });
  expect(begun.status, begun.text).toBe(200);
  return String(begun.body.id);
}

/** One piece has all of it. */
function put(id: string, payload: Buffer, by = owner) {
  return shop.send({
    method: "POST",
    url: `/api/staff/uploads/${id}/pieces/0`,
    payload,
    headers: { "content-type": "application/octet-stream", "x-staff": "1", cookie: by.cookie },
  });
}

/** Sends a file; gives the answer to its end. */
async function upload(file: Buffer) {
  const id = await begin(file);
  expect((await put(id, file)).status).toBe(200);
  const done = await owner.post(`/uploads/${id}/done`);
  expect(done.status, done.text).toBe(200);
  return done.body as unknown as { ready: boolean; picture?: string; why?: string };
}

const fileOf = async (url: string) => {
  const served = await shop.http.inject({ url });
  return { status: served.statusCode, headers: served.headers, bytes: served.rawPayload };
};

test("a picture that was sent stands in the shop in each of its sizes", async () => {
  const { picture = "" } = await upload(await plain().jpeg().toBuffer());
  for (const name of ["180.avif", "360.webp", "720.jpg", "share.jpg"]) {
    const { status, headers } = await fileOf(picture.replace("720.jpg", name));
    expect([status, headers["cache-control"]], name).toEqual([200, "public, max-age=31536000, immutable"]);
  }
  expect((await fileOf(picture.replace("720.jpg", "721.jpg"))).status).toBe(404);
  const tee = await addProduct(shop);
  const added = await owner.post(`/goods/${tee._id}/pictures`, { order: [picture], alts: ["A tee"] });
  expect(added.body).toMatchObject({ product: { images: [picture], alts: ["A tee"] } });
});

test("what is no picture is refused in words, and nothing is made of it", async () => {
  const before = await shop.query("select count(*) from stored_pictures");
  expect(await upload(Buffer.from("<!doctype html><script>alert(1)</script>"))).toEqual({
    success: true,
    message: expect.any(String),
    ready: false,
    why: "This is not a picture. Send a JPEG, PNG, WebP or AVIF.",
  });
  expect(await shop.query("select count(*) from stored_pictures")).toEqual(before);
});

test("a file that somebody else sends is not there", async () => {
  const file = await plain().png().toBuffer();
  const id = await begin(file);
  const other = await signInStaff(shop);
  expect((await put(id, file, other)).status).toBe(404);
  expect((await other.post(`/uploads/${id}/done`)).status).toBe(404);
  expect(await begin(file, other)).not.toBe(id);
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
