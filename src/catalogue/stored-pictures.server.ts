import { and, eq } from "drizzle-orm";
import fastq from "fastq";
import type { Db, Tx } from "../platform/database/db.server.ts";
import { makePictures } from "./pictures.server.ts";
import { storedPictures } from "./tables.server.ts";

// Pictures that come in while the shop is open. The samples' are files of the repository; these are rows, so that every
// process serves them at once, a container needs no folder for them, and a backup has them.

/** One at a time: each takes seconds of a core, and a large one some hundred megabytes. */
const making = fastq.promise((input: Buffer) => makePictures(input, { share: false }), 1);
/** Pictures that wait for their turn, at most. */
const WAITING_MAX = 8;

/** As `makePictures`, after those that came before. Gives nothing when too many wait already. */
export async function makeInTurn(input: Buffer): Promise<Map<string, Buffer> | undefined> {
  return making.length() < WAITING_MAX ? making.push(input) : undefined;
}

/** Keeps a picture's files, all or none of them. */
export async function storePicture(tx: Tx, folder: string, files: Map<string, Buffer>): Promise<void> {
  await tx.insert(storedPictures).values([...files].map(([file, bytes]) => ({ folder, file, bytes })));
}

/** One file of a picture. */
export async function readPicture(db: Db, folder: string, file: string): Promise<Buffer | undefined> {
  const [found] = await db
    .select({ bytes: storedPictures.bytes })
    .from(storedPictures)
    .where(and(eq(storedPictures.folder, folder), eq(storedPictures.file, file)));
  return found?.bytes;
}
