import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { pngOf } from "../../../test/pictures.ts";
import { makePictures, NOT_A_PICTURE, pictureFolder, TOO_MANY_PIXELS } from "./make-pictures.server.ts";

type Colour = { r: number; g: number; b: number };

const RED = { r: 200, g: 20, b: 20 };
const BLUE = { r: 20, g: 20, b: 200 };
const drawing = (inside: string, size = 'width="600" height="720"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 600 720">${inside}</svg>`);
const DRAWING = drawing('<path d="M0 0H600V720H0Z" fill="#c81414"/>');

/** A photograph whose upper half is red and whose lower half is blue, as its pixels lie in the file. */
function photograph(width: number, height: number) {
  const lower = { create: { width, height: height / 2, channels: 3 as const, background: BLUE } };
  return sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: lower, gravity: "south" },
  ]);
}

async function colourAt(picture: Buffer | undefined, x: number, y: number): Promise<Colour> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
  return { r: data[at] ?? -1, g: data[at + 1] ?? -1, b: data[at + 2] ?? -1 };
}

function isNear(one: Colour, other: Colour): boolean {
  return Math.hypot(one.r - other.r, one.g - other.g, one.b - other.b) < 24;
}

const SIZES = [
  ["180.avif", "av1", 180, 216],
  ["360.avif", "av1", 360, 432],
  ["720.avif", "av1", 720, 864],
  ["180.webp", "webp", 180, 216],
  ["360.webp", "webp", 360, 432],
  ["720.jpg", "jpeg", 720, 864],
];
const sizesOf = (files: Map<string, Buffer>) =>
  Promise.all(
    [...files].map(async ([name, bytes]) => {
      const { format, compression, width, height } = await sharp(bytes).metadata();
      return [name, compression ?? format, width, height];
    }),
  );

describe("what comes out", () => {
  // a PNG and a WebP are made small in reviews/photo.slow.test.ts
  let drawn: Map<string, Buffer>;
  let seeThrough: Map<string, Buffer>;
  beforeAll(async () => {
    drawn = await makePictures(DRAWING, { share: true });
    seeThrough = await makePictures(drawing(""), { share: false });
  });

  test("a drawing becomes every width and format, 5:6", async () => {
    expect(await sizesOf(drawn)).toEqual([...SIZES, ["share.jpg", "jpeg", 1200, 630]]);
    for (const [name, bytes] of drawn) expect(isNear(await colourAt(bytes, 0.5, 0.1), RED), name).toBe(true);
  });

  test("a share picture only where it is asked for, on our paper with the stripe below", async () => {
    expect([...seeThrough.keys()]).not.toContain("share.jpg");
    const share = drawn.get("share.jpg");
    expect(isNear(await colourAt(share, 0.02, 0.1), { r: 251, g: 246, b: 236 })).toBe(true);
    expect(isNear(await colourAt(share, 0.2, 0.98), { r: 207, g: 44, b: 20 })).toBe(true);
    expect(isNear(await colourAt(share, 0.96, 0.98), { r: 27, g: 22, b: 24 })).toBe(true);
  });

  test("the same input gives the same bytes and the same folder, another input another folder", async () => {
    const again = await makePictures(DRAWING, { share: true });
    expect([...again].map(([, bytes]) => bytes.toString("base64"))).toEqual(
      [...drawn].map(([, bytes]) => bytes.toString("base64")),
    );
    expect(pictureFolder("tee-front", DRAWING)).toMatch(/^tee-front-[0-9a-f]{8}$/);
    expect(pictureFolder("tee-front", DRAWING)).toBe(pictureFolder("tee-front", Buffer.from(DRAWING)));
    expect(pictureFolder("tee-front", DRAWING)).not.toBe(pictureFolder("tee-front", drawing("")));
  });

  test("A picture's metadata is removed", async () => {
    const sideways = await photograph(1400, 1000)
      .withExif({ IFD0: { Copyright: "Wanjiku" }, IFD3: { GPSLatitude: "1/1 17/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(sideways).metadata()).orientation).toBe(6);
    expect(sideways.includes("Wanjiku")).toBe(true);
    const files = await makePictures(sideways, { share: false });
    expect(await sizesOf(files)).toEqual(SIZES);
    for (const [name, bytes] of files) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, iptc, icc, orientation: orientation ?? 1 }, name).toEqual({ orientation: 1 });
      expect(bytes.includes("Wanjiku"), name).toBe(false);
      // turned a quarter clockwise: what lay above is now on the right
      expect(isNear(await colourAt(bytes, 0.9, 0.5), RED), name).toBe(true);
      expect(isNear(await colourAt(bytes, 0.1, 0.5), BLUE), name).toBe(true);
    }
  });

  test("our ground shows through what is transparent", async () => {
    for (const [name, bytes] of seeThrough)
      expect(isNear(await colourAt(bytes, 0.5, 0.5), { r: 241, g: 232, b: 216 }), name).toBe(true);
  });
});

describe("what is refused", () => {
  test.each([
    ["nothing", Buffer.alloc(0)],
    ["words", Buffer.from("A fine tee, size M")],
    ["a page", Buffer.from("<!doctype html><title>tee</title>")],
    ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n")],
    ["a GIF", Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")],
    [
      "a drawing cut short",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="6" height="6"><path d="M0'),
    ],
  ])("A file that is no picture is refused: %s", async (_, input) => {
    await expect(makePictures(input, { share: false })).rejects.toMatchObject({
      status: 415,
      message: NOT_A_PICTURE,
    });
  });

  test("A truncated picture is refused", async () => {
    const whole = await photograph(600, 720).jpeg().toBuffer();
    const cut = whole.subarray(0, whole.length / 2);
    await expect(makePictures(cut, { share: false })).rejects.toMatchObject({ status: 415 });
  });

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ["a PNG that says it is 14,000 pixels square", () => pngOf(14_000, 14_000)],
    ["a drawing of 20,000 by 20,000", () => drawing("", 'width="20000" height="20000"')],
  ])("A picture with too many pixels is refused: %s", async (_, make) => {
    await expect(makePictures(await make(), { share: false })).rejects.toMatchObject({
      status: 413,
      message: TOO_MANY_PIXELS,
    });
  });

  test("a drawing gets no file of the machine into the picture", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "picture-")), "secret.png");
    writeFileSync(path, await photograph(600, 720).png().toBuffer());
    const image = `<image href="${pathToFileURL(path).href}" width="600" height="720"/>`;
    const files = await makePictures(drawing(image), { share: false });
    expect(isNear(await colourAt(files.get("720.jpg"), 0.5, 0.1), RED)).toBe(false);
  });
});
