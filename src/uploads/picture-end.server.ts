import type { Kind } from "./picture-kind.ts";

/** Whether a file has its end, by what it says of itself: nothing is unpacked for that. */
export function isWhole(input: Buffer, kind: Kind): boolean {
  if (kind === "jpeg") return hasJpegEnd(input);
  if (kind === "png") return input.lastIndexOf("IEND") > 0;
  if (kind === "webp") return input.length >= input.readUInt32LE(4) + 8;
  return hasAllBoxes(input);
}

/** The end after the pixels' beginning: a small picture within the first part has an end of its own. */
function hasJpegEnd(input: Buffer): boolean {
  let at = 2;
  while (at + 4 <= input.length && input[at] === 0xff && input[at + 1] !== 0xda)
    at += 2 + input.readUInt16BE(at + 2);
  return input[at + 1] === 0xda && input.indexOf(Buffer.from([0xff, 0xd9]), at) > 0;
}

/** AVIF is a row of boxes, each with its length before it. */
function hasAllBoxes(input: Buffer): boolean {
  let at = 0;
  while (at + 8 <= input.length) {
    const length = input.readUInt32BE(at);
    // to the end of the file
    if (length === 0) return true;
    if (length < 8) return false;
    at += length;
  }
  return at === input.length;
}
