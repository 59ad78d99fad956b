/** The pictures that staff may send; a HEIC is known so that it can be said what to do. */
export type Kind = "jpeg" | "png" | "webp" | "avif" | "heic";

/** The first bytes that tell what a file is. */
export const TELLING = 12;

/**
 * What a file is by its first bytes, each as the character of its number, whatever the file is called; undefined for
 * everything else, drawings and pages too.
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

/** What phones of Apple, and some of Samsung, write. */
const HEIC_BRANDS = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"];
