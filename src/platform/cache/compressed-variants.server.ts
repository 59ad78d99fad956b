import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "./encoding.server.ts";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Smaller bodies fit into one packet uncompressed. */
const COMPRESS_FROM_BYTES = 1_024;
/** The best level saves 6 % more of a page, and costs ten times the processor time. */
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
    /** Those that are made. */
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
