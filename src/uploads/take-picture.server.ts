import { MEGAPIXEL, pixelsOf } from "../catalogue/pictures/make-pictures.server.ts";
import { pictureUrl } from "../catalogue/pictures/picture-files.ts";
import {
  hasPicture,
  makeInTurn,
  type PictureBytes,
  storePicture,
  uploadedFolder,
} from "../catalogue/pictures/stored-pictures.server.ts";
import { type Db, transaction } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { type Kind, kindOf, TELLING, UPLOAD_TEXTS } from "./rules.ts";

/** Most pixels of a JPEG, a camera's photograph. */
const JPEG_MAX = 60 * MEGAPIXEL;
/** Most pixels of the other kinds, which must be unpacked whole before they are made small. */
const OTHERS_MAX = 25 * MEGAPIXEL;

/**
 * Refuses a file that is no picture, incomplete, or too large, before any of its pixels is unpacked.
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

/** Whether a file is complete, by its own structure: nothing is unpacked for that. */
function isWhole(input: Buffer, kind: Kind): boolean {
  if (kind === "jpeg") return hasJpegEnd(input);
  if (kind === "png") return input.lastIndexOf("IEND") > 0;
  if (kind === "webp") return input.length >= input.readUInt32LE(4) + 8;
  return hasAllBoxes(input);
}

/** Looks for the end after the start of the pixels: a preview picture in the first part has an end of its own. */
function hasJpegEnd(input: Buffer): boolean {
  let at = 2;
  while (at + 4 <= input.length && input[at] === 0xff && input[at + 1] !== 0xda)
    at += 2 + input.readUInt16BE(at + 2);
  return input[at + 1] === 0xda && input.indexOf(Buffer.from([0xff, 0xd9]), at) > 0;
}

/** An AVIF is a row of boxes, each preceded by its length. */
function hasAllBoxes(input: Buffer): boolean {
  let at = 0;
  while (at + 8 <= input.length) {
    const length = input.readUInt32BE(at);
    // length 0: the box extends to the end of the file
    if (length === 0) return true;
    if (length < 8) return false;
    at += length;
  }
  return at === input.length;
}

/**
 * Makes a product's picture of a file: `picture` is its address, `why` a sentence that says why it is refused. The id is a hash of
 * the content, so that the same file sent again is the same picture.
 * @throws ShopError 503 too many pictures wait, or their store does not answer: the same file can be sent again
 */
export async function takePicture(
  { db, pictures }: { db: Db; pictures: PictureBytes },
  input: Buffer,
): Promise<{ id: string; ready: boolean; picture?: string; why?: string }> {
  const id = uploadedFolder(input);
  try {
    await checkPicture(input);
    if (!(await hasPicture(db, id))) {
      const made = await makeInTurn(input, { share: true, pixelsMax: JPEG_MAX });
      if (!made) throw new ShopError(503, UPLOAD_TEXTS.busy);
      const rows = await pictures.keep(id, made);
      await transaction(db, (tx) => storePicture(tx, rows));
    }
    return { id, ready: true, picture: pictureUrl(id) };
  } catch (error) {
    if (!(error instanceof ShopError) || error.status >= 500) throw error;
    return { id, ready: false, why: error.message };
  }
}
