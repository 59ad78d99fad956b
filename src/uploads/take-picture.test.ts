import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { plainPicture, pngOf } from "../../test/pictures.ts";
import { checkPicture } from "./take-picture.server.ts";

/** So unlike itself that six tenths of it end among its pixels. */
const noise = () => sharp(randomBytes(60 * 72 * 3), { raw: { width: 60, height: 72, channels: 3 } });

/** As pngOf, a JPEG. */
async function jpegOf(width: number, height: number): Promise<Buffer> {
  const file = await plainPicture().jpeg().toBuffer();
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]));
  file.writeUInt16BE(height, frame + 5);
  file.writeUInt16BE(width, frame + 7);
  return file;
}

const cut = (file: Buffer) => file.subarray(0, Math.floor(file.length * 0.6));

test.each<[string, () => Promise<Buffer>]>([
  ["a JPEG", () => plainPicture().jpeg().toBuffer()],
  ["a PNG", () => plainPicture().png().toBuffer()],
  ["a WebP", () => plainPicture().webp().toBuffer()],
  ["an AVIF", () => plainPicture().avif().toBuffer()],
  ["a JPEG of 59 megapixels", () => jpegOf(10_000, 5_900)],
  ["a PNG of 24 megapixels", () => pngOf(6_000, 4_000)],
])("%s is taken", async (_, make) => {
  await expect(checkPicture(await make())).resolves.toBeUndefined();
});

// what says 400 megapixels holds a few: whoever unpacked it would find it broken, and say so
test.each<[string, () => Buffer | Promise<Buffer>, number, RegExp]>([
  ["an SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, /not a picture/],
  ["HTML", () => Buffer.from("<!doctype html><script>alert(1)</script>"), 415, /not a picture/],
  ["a HEIC", () => Buffer.from("\0\0\0\x18ftypheic\0\0\0\0", "latin1"), 415, /Most Compatible/],
  ["a JPEG's name alone", () => Buffer.from("\xff\xd8\xff", "latin1"), 415, /cut short/],
  ["a cut JPEG", async () => cut(await noise().jpeg().toBuffer()), 415, /cut short/],
  ["a cut PNG", async () => cut(await plainPicture().png().toBuffer()), 415, /cut short/],
  ["a cut WebP", async () => cut(await plainPicture().webp().toBuffer()), 415, /cut short/],
  ["a cut AVIF", async () => cut(await plainPicture().avif().toBuffer()), 415, /cut short/],
  ["a PNG that says 400 megapixels", () => pngOf(20_000, 20_000), 413, /at most 25 megapixels/],
  ["a JPEG that says 61 megapixels", () => jpegOf(10_000, 6_100), 413, /at most 60 megapixels/],
])(
  "Staff's pictures are checked by their bytes before a pixel is unpacked: %s",
  async (_, make, status, why) => {
    await expect(checkPicture(await make())).rejects.toMatchObject({
      status,
      message: expect.stringMatching(why),
    });
  },
);
