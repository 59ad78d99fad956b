import { createHash } from "node:crypto";
import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { and, eq } from "drizzle-orm";
import fastq from "fastq";
import { matchesEtag } from "../../platform/cache/representation.server.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import type { ObjectStore } from "../../platform/objects/object-store.server.ts";
import { storedPictures } from "../tables.server.ts";
import { makePictures, type PictureOptions, pictureFolder } from "./make-pictures.server.ts";
import { folderOf, pictureUrl } from "./picture-files.ts";

// Pictures that come in while the shop is open. The samples' are files of the repository; of these every file has a row, so
// that every process serves them at once, a container needs no folder for them, and a backup has them. Their bytes are in
// the row or, where there is one, in a store of objects (decision 42).

/** One at a time: each takes seconds of a core, and a large one some hundred megabytes. */
const making = fastq.promise(
  ({ input, options }: { input: Buffer; options: PictureOptions }) => makePictures(input, options),
  1,
);
/** Pictures that wait for their turn, at most. */
const WAITING_MAX = 8;

/** As `makePictures`, after those that came before. Gives nothing when too many wait already. */
export async function makeInTurn(
  input: Buffer,
  options: PictureOptions = { share: false },
): Promise<Map<string, Buffer> | undefined> {
  return making.length() < WAITING_MAX ? making.push({ input, options }) : undefined;
}

type PictureRow = typeof storedPictures.$inferInsert;

/** Where the bytes of pictures are. */
export type PictureBytes = {
  /** Puts the bytes into the store of objects, if there is one; gives the rows for `storePicture`. Not inside a transaction. @throws ShopError 503 */
  keep: (folder: string, files: Map<string, Buffer>) => Promise<PictureRow[]>;
  /** One file of a picture. @throws ShopError 503 */
  read: (db: Db, folder: string, file: string) => Promise<Buffer | undefined>;
};

/** With `objects` new pictures go there; those that are rows already stay, and are read from there. */
export function pictureBytes(objects?: ObjectStore): PictureBytes {
  return {
    async keep(folder, files) {
      const rows = [...files].map(([file, bytes]) => ({ folder, file, bytes }));
      if (!objects) return rows;
      await Promise.all(
        rows.map(({ file, bytes }) => objects.put(objectName({ folder, file }), bytes, pictureType(file))),
      );
      return rows.map((row) => ({ ...row, bytes: null }));
    },
    async read(db, folder, file) {
      const [found] = await db
        .select({ bytes: storedPictures.bytes })
        .from(storedPictures)
        .where(and(eq(storedPictures.folder, folder), eq(storedPictures.file, file)));
      return found && (found.bytes ?? objects?.get(objectName({ folder, file })));
    },
  };
}

/** Writes a picture's rows, all or none of them; those that are there already stay. */
export async function storePicture(tx: Tx, rows: PictureRow[]): Promise<void> {
  await tx.insert(storedPictures).values(rows).onConflictDoNothing();
}

/** Whether a picture is kept. */
export async function hasPicture(db: Db | Tx, folder: string): Promise<boolean> {
  const [found] = await db
    .select({ file: storedPictures.file })
    .from(storedPictures)
    .where(eq(storedPictures.folder, folder))
    .limit(1);
  return found !== undefined;
}

/** The names of all files whose bytes are in a store of objects, as SQL for the backup. */
export const OBJECT_NAMES =
  "select folder || '/' || file as name from public.stored_pictures where bytes is null order by 1";

/** Gives a row the bytes that a store of objects had: for a shop without one. */
export async function fillPicture(tx: Tx, name: string, bytes: Buffer): Promise<void> {
  const [folder = "", file = ""] = name.split("/");
  await tx
    .update(storedPictures)
    .set({ bytes })
    .where(and(eq(storedPictures.folder, folder), eq(storedPictures.file, file)));
}

/** The name under which a store of objects has a file. */
function objectName({ folder, file }: { folder: string; file: string }): string {
  return `${folder}/${file}`;
}

const TYPES: Record<string, string> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };

/** The type that a file of a picture is sent as, by its ending. */
export function pictureType(file: string): string {
  return TYPES[file.split(".").at(-1) ?? ""] ?? "application/octet-stream";
}

/** The folder of a picture that staff sent: by its content, so that the same picture is kept once. */
export function uploadedFolder(input: Buffer): string {
  const sha256 = createHash("sha256").update(input).digest("hex");
  return pictureFolder(`goods-${sha256.slice(0, 16)}`, input);
}

/** Whether a product may show what is under this address: a picture that the pipeline made for products. */
export async function isPictureKept(db: Db | Tx, url: string): Promise<boolean> {
  const folder = folderOf(url)?.split("/")[2] ?? "";
  if (!/^[\w-]+$/.test(folder) || url !== pictureUrl(folder)) return false;
  // those of reviews stand beside them, and are not for products
  if (folder.startsWith("goods-")) return hasPicture(db, folder);
  return access(resolve("seed", url.slice(1))).then(
    () => true,
    () => false,
  );
}

/** /pictures/goods-…: the pictures that staff sent, beside the samples, which are files. */
export function servePictures(http: Http, { db, pictures }: { db: Db; pictures: PictureBytes }): void {
  http.get<{ Params: { rest: string; file: string } }>(
    "/pictures/goods-:rest(^[0-9a-f-]+$)/:file(^[0-9a-z]+\\.[a-z]+$)",
    { schema: { hide: true } },
    async ({ headers, params: { rest, file } }, reply) => {
      const folder = `goods-${rest}`;
      const bytes = await pictures.read(db, folder, file);
      if (!bytes) return reply.callNotFound();
      // what stands under this name never changes
      const etag = `"${folder}/${file}"`;
      reply.headers({ "cache-control": "public, max-age=31536000, immutable", etag });
      if (matchesEtag(headers["if-none-match"] ?? "", etag)) return reply.code(304).send();
      return reply.type(pictureType(file)).send(bytes);
    },
  );
}
