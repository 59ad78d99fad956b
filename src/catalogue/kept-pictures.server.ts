import { createHash } from "node:crypto";
import { access } from "node:fs/promises";
import { resolve } from "node:path";
import type { Db, Tx } from "../platform/database/db.server.ts";
import { folderOf, pictureUrl } from "./picture-files.ts";
import { pictureFolder } from "./pictures.server.ts";
import { hasPicture } from "./stored-pictures.server.ts";

/** The folder of a picture that staff sent: by its content, so that the same picture is kept once. */
export function uploadedFolder(input: Buffer): string {
  const sha256 = createHash("sha256").update(input).digest("hex");
  return pictureFolder(`goods-${sha256.slice(0, 16)}`, input);
}

/** Whether a product may show what is under this address: a picture that the pipeline made for goods. */
export async function isPictureKept(db: Db | Tx, url: string): Promise<boolean> {
  const folder = folderOf(url)?.split("/")[2] ?? "";
  if (!/^[\w-]+$/.test(folder) || url !== pictureUrl(folder)) return false;
  // those of reviews stand beside them, and are not for goods
  if (folder.startsWith("goods-")) return hasPicture(db, folder);
  return access(resolve("seed", url.slice(1))).then(
    () => true,
    () => false,
  );
}
