import { shrinkPicture } from "../../platform/browser/shrink-picture.ts";
import { kindOf, sizeFault, TELLING, UPLOAD_TEXTS } from "../../uploads/rules.ts";

/** More than twice the pixels that are shown, and seconds of a slow line. */
const SHRUNK = { longest: 2_000, most: 300_000 };

/**
 * Makes a chosen file as small as it is sent. `why` says, before a byte leaves, why it is not: its bytes say what it is,
 * as in the shop. A HEIC goes along as JPEG where this browser can read it.
 */
export async function preparePicture(file: Blob): Promise<{ file: Blob } | { why: string }> {
  const kind = kindOf(lettersOf(await file.slice(0, TELLING).arrayBuffer()));
  if (!kind) return { why: UPLOAD_TEXTS.notAPicture };
  const shrunk = await shrinkPicture(file, { ...SHRUNK, always: kind === "heic" });
  if (kind === "heic" && shrunk === file) return { why: UPLOAD_TEXTS.heic };
  const why = sizeFault(shrunk.size);
  return why ? { why } : { file: shrunk };
}

function lettersOf(bytes: ArrayBuffer): string {
  return String.fromCharCode(...new Uint8Array(bytes));
}
