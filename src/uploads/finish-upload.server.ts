import { createHash } from "node:crypto";
import { uploadedFolder } from "../catalogue/kept-pictures.server.ts";
import { pictureUrl } from "../catalogue/picture-files.ts";
import {
  hasPicture,
  makeInTurn,
  type PictureBytes,
  storePicture,
} from "../catalogue/stored-pictures.server.ts";
import { type Db, transaction } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { checkPicture, JPEG_MAX } from "./check-picture.server.ts";
import { UPLOAD_TEXTS } from "./rules.ts";
import {
  endUpload,
  findUpload,
  forgetUpload,
  isDone,
  joinPieces,
  markWhole,
  readPieces,
  type Upload,
} from "./take-upload.server.ts";

/** Neither `ready` nor `why`: too many wait already; ask again. */
type Finished = { ready: boolean; picture?: string; why?: string };

/** What is under way in this process, so that who asks twice starts it once. */
const underWay = new Map<string, Promise<Finished>>();

type Parts = { db: Db; pictures: PictureBytes };

/**
 * Makes a picture of a file whose pieces are all there; of any other file, says that it is whole. Whoever asks again gets the same answer.
 * @throws ShopError 404; 409 pieces are missing; 503 there is no store for a picture, and nothing is lost
 */
export async function finishUpload(parts: Parts, whose: { id: string; byId: string }): Promise<Finished> {
  const upload = await findUpload(parts.db, whose);
  if (isDone(upload)) return finishedOf(upload);
  const making = underWay.get(upload.id) ?? finish(parts, upload).finally(() => underWay.delete(upload.id));
  underWay.set(upload.id, making);
  return making;
}

async function finish(parts: Parts, upload: Upload): Promise<Finished> {
  return upload.kind === "picture" ? finishPicture(parts, upload) : finishFile(parts.db, upload);
}

async function finishFile(db: Db, upload: Upload): Promise<Finished> {
  const hash = createHash("sha256");
  for await (const bytes of readPieces(db, upload)) hash.update(bytes);
  if (hash.digest("hex") !== upload.sha256) {
    await forgetUpload(db, upload.id);
    return { ready: false, why: UPLOAD_TEXTS.damaged };
  }
  await markWhole(db, upload.id);
  return { ready: true };
}

async function finishPicture({ db, pictures }: Parts, upload: Upload): Promise<Finished> {
  const input = await joinPieces(db, upload);
  if (createHash("sha256").update(input).digest("hex") !== upload.sha256) {
    await forgetUpload(db, upload.id);
    return { ready: false, why: UPLOAD_TEXTS.damaged };
  }
  const folder = uploadedFolder(upload.sha256, input);
  const made = (await hasPicture(db, folder)) ? "kept" : await makeOf(input);
  if (made === undefined) return { ready: false };
  if (made instanceof ShopError) {
    await endUpload(db, upload.id, { why: made.message });
    return { ready: false, why: made.message };
  }
  if (made !== "kept") {
    const rows = await pictures.keep(folder, made);
    await transaction(db, (tx) => storePicture(tx, rows));
  }
  const picture = pictureUrl(folder);
  await endUpload(db, upload.id, { picture });
  return { ready: true, picture };
}

/** The files of a picture, or why there are none; nothing when too many wait already. */
async function makeOf(input: Buffer): Promise<Map<string, Buffer> | ShopError | undefined> {
  try {
    await checkPicture(input);
    return await makeInTurn(input, { share: true, pixelsMax: JPEG_MAX });
  } catch (error) {
    if (error instanceof ShopError) return error;
    throw error;
  }
}

function finishedOf({ picture, why, wholeAt }: Upload): Finished {
  if (wholeAt) return { ready: true };
  return picture ? { ready: true, picture } : { ready: false, ...(why && { why }) };
}
