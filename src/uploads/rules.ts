/** Bytes of every piece of a file but the last. */
export const PIECE = 256 * 1_024;
/** What files are sent for: pictures of goods, and goods as a CSV file. */
export const UPLOAD_KINDS = ["picture", "goods"] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];
/** A picture, in bytes: more than a phone's largest photograph has. */
const UPLOAD_MAX = 32 * 1_024 * 1_024;
/** A file of goods, in bytes: more than 100,000 products take. */
const GOODS_MAX = 128 * 1_024 * 1_024;
export const NAME_MAX = 255;

export const UPLOAD_TEXTS = {
  tooLarge: "A picture can be at most 32 MB.",
  goodsTooLarge: "A file of goods can be at most 128 MB.",
  notFound: "This file is no longer on its way. Send it again.",
  notAPiece: "This is not the piece that was to come.",
  missing: "Pieces of this file are missing. Send it again.",
  damaged: "This file was damaged on its way. Send it again.",
  notAPicture: "This is not a picture. Send a JPEG, PNG, WebP or AVIF.",
  heic: "This is a HEIC photo. On the iPhone choose Settings, Camera, Formats, Most Compatible, or save it as JPEG, and send that.",
  cutShort: "This file is cut short. Send the whole of it.",
  jpegPixels: "This picture has too many pixels. Send a JPEG of at most 60 megapixels.",
  otherPixels:
    "This picture has too many pixels. Send one of at most 25 megapixels, or a JPEG of at most 60.",
} as const;

/** Why a file is too large to be sent; undefined where it is not. */
export function sizeFault(kind: UploadKind, size: number): string | undefined {
  if (kind === "picture") return size > UPLOAD_MAX ? UPLOAD_TEXTS.tooLarge : undefined;
  return size > GOODS_MAX ? UPLOAD_TEXTS.goodsTooLarge : undefined;
}
