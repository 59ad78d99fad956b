import { MEGAPIXEL, pixelsOf } from "../catalogue/pictures.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { isWhole } from "./picture-end.server.ts";
import { kindOf, TELLING } from "./picture-kind.ts";
import { UPLOAD_TEXTS } from "./rules.ts";

/** A camera's photograph. */
export const JPEG_MAX = 60 * MEGAPIXEL;
/** What has to be unpacked whole before it is made small. */
const OTHERS_MAX = 25 * MEGAPIXEL;

/**
 * Refuses what is no picture, not whole, or too large, before any of its pixels is unpacked.
 * @throws ShopError 413 or 415 with the sentence that says why
 */
export async function checkPicture(input: Buffer): Promise<void> {
  const kind = kindOf(input.toString("latin1", 0, TELLING));
  if (!kind) throw new ShopError(415, UPLOAD_TEXTS.notAPicture);
  if (kind === "heic") throw new ShopError(415, UPLOAD_TEXTS.heic);
  if (!isWhole(input, kind)) throw new ShopError(415, UPLOAD_TEXTS.cutShort);
  const pixels = await pixelsOf(input);
  if (pixels === undefined) throw new ShopError(415, UPLOAD_TEXTS.notAPicture);
  if (kind === "jpeg" && pixels > JPEG_MAX) throw new ShopError(413, UPLOAD_TEXTS.jpegPixels);
  if (kind !== "jpeg" && pixels > OTHERS_MAX) throw new ShopError(413, UPLOAD_TEXTS.otherPixels);
}
