/** The kinds of pictures that staff may send; a HEIC is recognised so that a message can say what to do. */
export type Kind = "jpeg" | "png" | "webp" | "avif" | "heic";

/** How many first bytes tell what kind a file is. */
export const TELLING = 12;

/**
 * The kind of a file by its first bytes, each as the character of its number, whatever its name; undefined for anything
 * else, also for drawings and web pages.
 */
export function kindOf(begins: string): Kind | undefined {
  if (begins.startsWith("\xff\xd8\xff")) return "jpeg";
  if (begins.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^RIFF.{4}WEBP/s.test(begins)) return "webp";
  if (!/^.{4}ftyp/s.test(begins)) return undefined;
  const brand = begins.slice(8);
  if (brand === "avif" || brand === "avis") return "avif";
  return HEIC_BRANDS.includes(brand) ? "heic" : undefined;
}

/** Brands that Apple's phones, and some of Samsung's, write. */
const HEIC_BRANDS = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"];

/** Most bytes of a file; a phone's largest photograph has fewer. */
export const UPLOAD_MAX = 32 * 1_024 * 1_024;
export const NAME_MAX = 255;

export const UPLOAD_TEXTS = {
  tooLarge: "A picture can be at most 32 MB.",
  notBytes: "Send the file as application/octet-stream.",
  busy: "The shop is busy with other pictures. Please try again in a minute.",
  notAPicture: "This is not a picture. Send a JPEG, PNG, WebP or AVIF.",
  heic: "This is a HEIC photo. On the iPhone choose Settings, Camera, Formats, Most Compatible, or save it as JPEG, and send that.",
  cutShort: "This file is cut short. Send the whole of it.",
  jpegPixels: "This picture has too many pixels. Send a JPEG of at most 60 megapixels.",
  otherPixels:
    "This picture has too many pixels. Send one of at most 25 megapixels, or a JPEG of at most 60.",
} as const;

/** Why a file of this many bytes is too large to be sent; undefined where it is not. */
export function sizeFault(size: number): string | undefined {
  return size <= UPLOAD_MAX ? undefined : UPLOAD_TEXTS.tooLarge;
}
