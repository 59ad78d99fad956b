import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { BackupError } from "./backup-error.server.ts";

export const MANIFEST = "manifest.json";
/** The manifest's own checksum, in the form that `sha256sum -c` reads. */
export const MANIFEST_SUM = "manifest.json.sha256";
/** The folder of a backup that contains the objects. */
export const OBJECTS = "objects";
/** Raised when earlier releases can no longer read a backup. */
export const FORMAT = 1;

const file = z.object({
  file: z.string().refine((name) => name === basename(name), "must be a name"),
  bytes: z.number().int(),
  sha256: z.string().length(64),
});

const manifest = z.object({
  format: z.literal(FORMAT),
  /** The release that made it. */
  version: z.string(),
  takenAt: z.iso.datetime(),
  /** Of the database server. */
  server: z.string(),
  migrations: z.array(z.object({ hash: z.string(), at: z.number() })).min(1),
  tables: z.array(file.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  /** Files beside the database, by their name in the data folder. */
  files: z.array(file),
  /** Objects of a store that rows refer to, each in the folder "objects" under its own name, "folder/file". */
  objects: z
    .array(file.extend({ file: z.string().regex(/^[\w-]+\/[\w-]+\.\w+$/, "must be an object's name") }))
    .default([]),
});

export type Manifest = z.output<typeof manifest>;

/**
 * Reads a backup's manifest and every file it names, and compares each with its checksum. Changes nothing.
 * @throws BackupError when the folder holds no whole backup, or one of a newer release
 */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const text = await readPart(folder, MANIFEST);
  const sum = await readPart(folder, MANIFEST_SUM);
  if (sum !== sumLine(text)) throw damaged(join(folder, MANIFEST));
  const read = readManifest(folder, text);
  const objects = read.objects.map((each) => ({ ...each, file: join(OBJECTS, each.file) }));
  for (const each of [...read.tables, ...read.files, ...objects]) {
    const path = join(folder, each.file);
    const found = await stat(path).catch(() => undefined);
    if (!found) throw new BackupError(`The backup in ${folder} is not whole: ${each.file} is missing.`);
    if (found.size !== each.bytes || (await sha256Of(path)) !== each.sha256) throw damaged(path);
  }
  return read;
}

/** The content of the checksum file for a manifest with this text. */
export function sumLine(text: string): string {
  return `${createHash("sha256").update(text).digest("hex")}  ${MANIFEST}\n`;
}

export function newerRelease(folder: string, version: string): BackupError {
  return new BackupError(
    `The backup in ${folder} was made by another release of the shop (${version}), whose tables this one does not know: restore it with that release or a newer one.`,
  );
}

function readManifest(folder: string, text: string): Manifest {
  const given: unknown = JSON.parse(text);
  const header = z.object({ format: z.number(), version: z.string() }).safeParse(given);
  if (header.data && header.data.format > FORMAT) throw newerRelease(folder, header.data.version);
  const read = manifest.safeParse(given);
  if (!read.success) throw new BackupError(`${join(folder, MANIFEST)} is no manifest of a backup.`);
  return read.data;
}

async function readPart(folder: string, name: string): Promise<string> {
  try {
    return await readFile(join(folder, name), "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
    throw new BackupError(`There is no backup in ${folder}: ${name} is missing there.`);
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

function damaged(path: string): BackupError {
  return new BackupError(
    `${path} is damaged: it is not what the backup wrote. Nothing was changed. Take another copy of the backup, or an older one.`,
  );
}
