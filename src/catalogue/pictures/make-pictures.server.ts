import { createHash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { ShopError } from "../../platform/shop-error.ts";
import { COLOURS } from "../../shop.ts";
import { PICTURE_HEIGHT, PICTURE_WIDTH, SHARE_WIDTH, WIDTHS } from "./picture-files.ts";

// at most one core, so that the shop has the other, and no cache, as each picture is made once
sharp.concurrency(1);
sharp.cache(false);

/** Changed whenever the same input would give other bytes, so that what an address shows never changes. */
const RECIPE = "1";
export const MEGAPIXEL = 1_000_000;
/** Enough for a shopper's photograph, and a limit on what a small file unpacks to; staff may send a larger JPEG. */
const PIXELS_MAX = 50 * MEGAPIXEL;
const FORMATS = ["svg", "jpeg", "png", "webp", "av1"];
/** The colour behind transparent parts. */
const GROUND = COLOURS.sand;
/** Dots per inch at which a drawing is rendered with one pixel per unit. */
const DRAWING_DENSITY = 72;

export const NOT_A_PICTURE = "This is not a picture. Send a JPEG, PNG, WebP or SVG.";
export const TOO_MANY_PIXELS = "This picture has too many pixels. Send one of at most 50 megapixels.";

/** `share`: also the picture for shared links. */
export type PictureOptions = { share: boolean; pixelsMax?: number };

/** How many pixels a picture claims to have, read from its header only; undefined where that cannot be read. */
export async function pixelsOf(input: Buffer): Promise<number | undefined> {
  const { width, height } = await sharp(input, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: undefined, height: undefined }));
  return width && height ? width * height : undefined;
}

/** The folder name of a picture: its name, and a hash of its content, so that an address never shows another picture. */
export function pictureFolder(name: string, input: Buffer): string {
  const hash = createHash("sha256").update(RECIPE).update("\0").update(input).digest("hex").slice(0, 8);
  return `${name}-${hash}`;
}

/**
 * Makes the files that are served from one picture (SVG, JPEG, PNG, WebP or AVIF, a drawing or a photograph), by
 * file name: every width of every format in WIDTHS, cropped to 5:6 about the middle and turned upright; with `share` also
 * share.jpg. Metadata of the input (place, camera, owner) is dropped. Throws a ShopError with 415 for
 * what is no picture and 413 for too many pixels.
 */
export async function makePictures(
  input: Buffer,
  { share, pixelsMax = PIXELS_MAX }: PictureOptions,
): Promise<Map<string, Buffer>> {
  const largest = await develop(input, pixelsMax);
  const files = new Map<string, Buffer>();
  for (const format of ["avif", "webp", "jpg"] as const)
    for (const width of WIDTHS[format])
      files.set(`${width}.${format}`, await encode(sized(largest, width), format, width));
  if (share) files.set("share.jpg", await sharePicture(sized(largest, PICTURE_WIDTH)));
  return files;
}

/** The whole picture in the largest size, as plain RGB: all files are made from these pixels. */
async function develop(input: Buffer, pixelsMax: number): Promise<Buffer> {
  const options = { limitInputPixels: pixelsMax, failOn: "error" } as const;
  try {
    const { format, compression, width } = await sharp(input, options).metadata();
    // AVIF and HEIC differ by their compression
    if (!FORMATS.includes(compression ?? format)) throw new ShopError(415, NOT_A_PICTURE);
    const density =
      format === "svg" ? Math.max(1, (DRAWING_DENSITY * PICTURE_WIDTH) / width) : DRAWING_DENSITY;
    return await sharp(input, { ...options, density })
      .autoOrient()
      .resize(PICTURE_WIDTH, PICTURE_HEIGHT, { fit: "cover" })
      .flatten({ background: GROUND })
      .toColourspace("srgb")
      .raw()
      .toBuffer();
  } catch (error) {
    if (error instanceof ShopError) throw error;
    const large = error instanceof Error && /pixel limit/.test(error.message);
    throw large ? new ShopError(413, TOO_MANY_PIXELS) : new ShopError(415, NOT_A_PICTURE);
  }
}

function sized(largest: Buffer, width: number): Sharp {
  const raw = { width: PICTURE_WIDTH, height: PICTURE_HEIGHT, channels: 3 } as const;
  return sharp(largest, { raw }).resize(width, (width * PICTURE_HEIGHT) / PICTURE_WIDTH);
}

// Nearly all phones get AVIF; the other formats are for the few that cannot read it.
function encode(picture: Sharp, format: keyof typeof WIDTHS, width: number): Promise<Buffer> {
  if (format === "jpg") return picture.jpeg({ quality: 60, mozjpeg: true }).toBuffer();
  if (format === "webp") return picture.webp({ quality: 60, effort: 4 }).toBuffer();
  // the last step of effort costs three times the work for a tenth of the bytes, which only small ones are worth
  const effort = width === PICTURE_WIDTH ? 3 : 4;
  return picture.avif({ quality: 48, effort, chromaSubsampling: "4:2:0" }).toBuffer();
}

/** What surrounds the product: ground, wordmark, wave and stripe, drawn as paths, so that no font is needed. */
const FRAME = "seed/share-frame.svg";
/** The picture is in the middle, whole, because some messengers show only the middle square. */
const PICTURE = { width: 500, height: 600 };

/** The picture a shared link shows, 1200 × 630, as a JPEG: the product between the wordmark and the wave. */
async function sharePicture(product: Sharp): Promise<Buffer> {
  const picture = await product.resize(PICTURE.width, PICTURE.height).png({ compressionLevel: 0 }).toBuffer();
  return sharp(FRAME)
    .composite([{ input: picture, left: (SHARE_WIDTH - PICTURE.width) / 2, top: 0 }])
    .flatten({ background: COLOURS.paper })
    .jpeg({ quality: 66, mozjpeg: true })
    .toBuffer();
}
