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

// Pictures that are uploaded while the shop is open. The samples' are files of the repository; each file of these has a row, so
// that every process can serve it immediately, a container needs no folder for it, and a backup contains it. The bytes are in
// the row or, where there is one, in an object store (decision 42).

/** One picture at a time: each takes seconds of a core, and a large one some hundred megabytes. */
const making = fastq.promise(
  ({ input, options }: { input: Buffer; options: PictureOptions }) => makePictures(input, options),
  1,
);
/** Most pictures that may wait for their turn. */
const WAITING_MAX = 8;

/** As `makePictures`, after the pictures that came before. Undefined when too many are waiting already. */
export async function makeInTurn(
  input: Buffer,
  options: PictureOptions = { share: false },
): Promise<Map<string, Buffer> | undefined> {
  return making.length() < WAITING_MAX ? making.push({ input, options }) : undefined;
}

type PictureRow = typeof storedPictures.$inferInsert;

/** Where the bytes of pictures are. */
export type PictureBytes = {
  /** Puts bytes into the object store, if any; returns rows for `storePicture`. Not inside a transaction. @throws ShopError 503 */
  keep: (folder: string, files: Map<string, Buffer>) => Promise<PictureRow[]>;
  /** One file of a picture. @throws ShopError 503 */
  read: (db: Db, folder: string, file: string) => Promise<Buffer | undefined>;
};

/** With `objects` new pictures are put there; those whose bytes are in their rows stay there and are still served. */
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

/** Inserts a picture's rows, all or none of them; existing ones stay. */
export async function storePicture(tx: Tx, rows: PictureRow[]): Promise<void> {
  await tx.insert(storedPictures).values(rows).onConflictDoNothing();
}

/** Whether a picture is stored. */
export async function hasPicture(db: Db | Tx, folder: string): Promise<boolean> {
  const [found] = await db
    .select({ file: storedPictures.file })
    .from(storedPictures)
    .where(eq(storedPictures.folder, folder))
    .limit(1);
  return found !== undefined;
}

/** The names of all files whose bytes are in an object store, as SQL for the backup. */
export const OBJECT_NAMES =
  "select folder || '/' || file as name from public.stored_pictures where bytes is null order by 1";

/** Puts the bytes from an object store into the row, for a shop without such a store. */
export async function fillPicture(tx: Tx, name: string, bytes: Buffer): Promise<void> {
  const [folder = "", file = ""] = name.split("/");
  await tx
    .update(storedPictures)
    .set({ bytes })
    .where(and(eq(storedPictures.folder, folder), eq(storedPictures.file, file)));
}

/** The name of a file in the object store. */
function objectName({ folder, file }: { folder: string; file: string }): string {
  return `${folder}/${file}`;
}

const TYPES: Record<string, string> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };

/** The type that a file of a picture is sent as, by its ending. */
export function pictureType(file: string): string {
  return TYPES[file.split(".").at(-1) ?? ""] ?? "application/octet-stream";
}

/** The folder of a picture that staff sent: derived from its content, so that the same picture is stored once. */
export function uploadedFolder(input: Buffer): string {
  const sha256 = createHash("sha256").update(input).digest("hex");
  return pictureFolder(`goods-${sha256.slice(0, 16)}`, input);
}

/** Whether a product may show the picture at this address: one that the pipeline made for products. */
export async function isPictureKept(db: Db | Tx, url: string): Promise<boolean> {
  const folder = folderOf(url)?.split("/")[2] ?? "";
  if (!/^[\w-]+$/.test(folder) || url !== pictureUrl(folder)) return false;
  // pictures of reviews are stored there too, but are not for products
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
      // the file of this name never changes
      const etag = `"${folder}/${file}"`;
      reply.headers({ "cache-control": "public, max-age=31536000, immutable", etag });
      if (matchesEtag(headers["if-none-match"] ?? "", etag)) return reply.code(304).send();
      return reply.type(pictureType(file)).send(bytes);
    },
  );
}
