import { createHash } from "node:crypto";
import fastq from "fastq";
import { LRUCache } from "lru-cache";
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
  const seen = looked.get(upload.id) ?? (await looking.push({ db, upload }));
  if (seen === "damaged") {
    await forgetUpload(db, upload.id);
    return { ready: false, why: UPLOAD_TEXTS.damaged };
  }
  if (seen instanceof ShopError) return ended(db, upload, { why: seen.message });
  const { folder } = seen;
  looked.set(upload.id, seen);
  if (!(await hasPicture(db, folder))) {
    const made = await makeOf(db, upload);
    if (made === undefined) return { ready: false };
    if (made instanceof ShopError) return ended(db, upload, { why: made.message });
    const rows = await pictures.keep(folder, made);
    await transaction(db, (tx) => storePicture(tx, rows));
  }
  return ended(db, upload, { picture: pictureUrl(folder) });
}

/** Files that were found right: who is told to ask again has them read no more than once. */
const looked = new LRUCache<string, { folder: string }>({ max: 100 });

/** Looks at one file after the other: each is whole in memory meanwhile, and let go before it waits for its turn. */
const looking = fastq.promise(lookAt, 1);

/** The folder of a picture, or why it is none. @throws ShopError 409 pieces are missing */
async function lookAt({ db, upload }: { db: Db; upload: Upload }) {
  const input = await joinPieces(db, upload);
  if (createHash("sha256").update(input).digest("hex") !== upload.sha256) return "damaged";
  const refused = await checkPicture(input).catch(asRefusal);
  return refused ?? { folder: uploadedFolder(upload.sha256, input) };
}

/** The files of a picture, or why there are none; nothing when too many wait already. */
async function makeOf(db: Db, upload: Upload): Promise<Map<string, Buffer> | ShopError | undefined> {
  const wish = { share: true, pixelsMax: JPEG_MAX };
  return makeInTurn(() => joinPieces(db, upload), wish).catch(asRefusal);
}

function asRefusal(error: unknown): ShopError {
  if (error instanceof ShopError) return error;
  throw error;
}

/** Writes the outcome down, and says how the file stands: another process may have ended it first, and its word holds. */
async function ended(
  db: Db,
  upload: Upload,
  outcome: { picture: string } | { why: string },
): Promise<Finished> {
  await endUpload(db, upload.id, outcome);
  return finishedOf(await findUpload(db, upload));
}

function finishedOf({ picture, why, wholeAt }: Upload): Finished {
  if (wholeAt) return { ready: true };
  return picture ? { ready: true, picture } : { ready: false, ...(why && { why }) };
}
