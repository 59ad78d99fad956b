import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** The content encodings we send, smallest result first. */
const ENCODINGS = ["br", "gzip", "identity"] as const;
type Encoding = (typeof ENCODINGS)[number];

/** The encoding Accept-Encoding prefers (RFC 9110, 12.5.3). Ties go to the smallest; nothing acceptable means identity. */
export function encodingFor(accepted = ""): Encoding {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    const quality = parameters.find((each) => each.startsWith("q="));
    weights.set(name === "x-gzip" ? "gzip" : name, quality ? Number(quality.slice(2)) || 0 : 1);
  }
  const weightOf = (encoding: Encoding) =>
    // identity that is not named stays acceptable, below everything that is named
    weights.get(encoding) ?? weights.get("*") ?? (encoding === "identity" ? 0.001 : 0);
  let best: Encoding = "identity";
  for (const encoding of ENCODINGS.toReversed()) {
    const weight = weightOf(encoding);
    if (weight > 0 && weight >= weightOf(best)) best = encoding;
  }
  return best;
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Smaller bodies fit into one packet uncompressed, in bytes. */
const COMPRESS_FROM_BYTES = 1_024;
/** The best level would save 6 % more of a page, for ten times the processor time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The encodings of one body, each made once, on demand, in zlib's thread pool. */
export function compressedVariants(body: Buffer) {
  const variants: Partial<Record<Encoding, Buffer>> = { identity: body };
  const making: Partial<Record<Encoding, Promise<Buffer>>> = { identity: Promise.resolve(body) };
  const make = async (encoding: Encoding) => {
    const bytes = await (encoding === "br" ? brotliAsync(body, BROTLI) : gzipAsync(body));
    variants[encoding] = bytes;
    return bytes;
  };
  return {
    /** Those that exist already. */
    variants,
    /** The encoding to send to a client that prefers `encoding`: small bodies go out uncompressed. */
    effectiveEncoding: (encoding: Encoding): Encoding =>
      body.length < COMPRESS_FROM_BYTES ? "identity" : encoding,
    compress(encoding: Encoding): Promise<Buffer> {
      making[encoding] ??= make(encoding);
      return making[encoding];
    },
  };
}

/** The ETag of a body. Every process computes the same one. Weak, because compression changes the bytes that are sent. */
export function etagOf(body: Buffer): string {
  return `W/"${createHash("sha1").update(body).digest("base64url")}"`;
}

/** True when If-None-Match names the ETag (RFC 9110, 13.1.2): any of a list, strong or weak, or `*`. */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return header.split(",").some((each) => each.trim().replace(/^W\//, "") === opaque);
}
