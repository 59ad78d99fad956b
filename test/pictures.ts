import { crc32 } from "node:zlib";
import sharp from "sharp";

/** A picture of one colour, to be written as a JPEG, a PNG or what is wanted. */
export const plainPicture = (
  background: string | { r: number; g: number; b: number } = "#c81414",
  width = 60,
  height = 72,
) => sharp({ create: { width, height, channels: 3, background } });

/** A PNG of a few bytes whose head says that it has so many pixels: unpacking it fails. */
export async function pngOf(width: number, height: number): Promise<Buffer> {
  const file = await plainPicture().png().toBuffer();
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
  return file;
}
