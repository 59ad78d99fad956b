import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { plainPicture } from "../../../test/pictures.ts";
import { announce } from "../../../test/raw.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { sendFile } from "../../../test/support/send-file.ts";

const shop = await openTestShop();
const owner = await signInStaff(shop);
afterAll(() => shop.close());

async function upload(file: Buffer) {
  const sent = await sendFile(shop, owner, file);
  expect(sent.status, sent.text).toBe(200);
  return sent.body as unknown as { id: string; ready: boolean; picture?: string; why?: string };
}

const fileOf = async (url: string) => {
  const served = await shop.http.inject({ url });
  return { status: served.statusCode, headers: served.headers, bytes: served.rawPayload };
};
const stored = () => shop.query("select count(*)::int from stored_pictures");

test("The same photograph sent twice is one picture", async () => {
  const file = await plainPicture().jpeg().toBuffer();
  const { picture = "", ...sent } = await upload(file);
  for (const name of ["180.avif", "360.webp", "720.jpg", "share.jpg"]) {
    const { status, headers } = await fileOf(picture.replace("720.jpg", name));
    expect([status, headers["cache-control"]], name).toEqual([200, "public, max-age=31536000, immutable"]);
  }
  expect((await fileOf(picture.replace("720.jpg", "721.jpg"))).status).toBe(404);
  const before = await stored();
  expect(await upload(file)).toEqual({ picture, ...sent });
  expect(await stored()).toEqual(before);
  const tee = await addProduct(shop);
  const added = await owner.post(`/goods/${tee._id}/pictures`, { order: [picture], alts: ["A tee"] });
  expect(added.body).toMatchObject({ product: { images: [picture], alts: ["A tee"] } });
});

test("what is no picture is refused in words, and nothing is made of it", async () => {
  const before = await stored();
  expect(await upload(Buffer.from("<!doctype html><script>alert(1)</script>"))).toEqual({
    success: true,
    message: expect.any(String),
    id: expect.any(String),
    ready: false,
    why: "This is not a picture. Send a JPEG, PNG, WebP or AVIF.",
  });
  expect(await stored()).toEqual(before);
});

test("A file too large or without the right is refused before its bytes are read", async () => {
  const port = await shop.listen();
  const packer = await signInStaff(shop, "packer");
  const begin = (size: number, cookie = "") =>
    announce(port, "/api/staff/uploads?kind=picture&name=tee.jpg", {
      ...{ "content-type": "application/octet-stream", "content-length": size },
      ...{ "x-staff": "1", cookie },
    });
  expect(await begin(33_554_433, owner.cookie)).toEqual({
    status: 413,
    message: "A picture can be at most 32 MB.",
  });
  expect(await begin(33_554_432, packer.cookie)).toMatchObject({ status: 403 });
  expect(await begin(33_554_432)).toMatchObject({ status: 401 });
});

test("Staff's pictures lose their place and keep their colours", async () => {
  const file = await plainPicture({ r: 200, g: 40, b: 40 }, 720, 864)
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
