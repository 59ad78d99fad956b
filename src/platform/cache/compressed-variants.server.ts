import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "./encoding.server.ts";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Smaller bodies fit into one packet uncompressed. */
const COMPRESS_FROM_BYTES = 1_024;
/** The quick level keeps the first client's wait short. The best level costs about fifty times the CPU. */
const QUICK_LEVEL = 4;
const BEST_LEVEL = 10;

/**
 * The encodings of one body. Each is made once, on demand, in zlib's thread pool.
 * `onStored` is called for each new variant, which takes memory. `isWanted` is asked before the slow
 * recompression: false when the entry has left the cache.
 */
export function compressedVariants(
  body: Buffer,
  onStored: () => void = () => {},
  isWanted: () => boolean = () => true,
) {
  const variants: Partial<Record<Encoding, Buffer>> = { identity: body };
  const inFlight = new Map<Encoding, Promise<Buffer>>();
  let recompressed: Promise<void> | undefined;

  const store = (encoding: Encoding, bytes: Buffer) => {
    variants[encoding] = bytes;
    onStored();
    return bytes;
  };
  return {
    body,
    variants,
    /** The encoding to send to a client that prefers `encoding`: small bodies go out uncompressed. */
    effectiveEncoding: (encoding: Encoding): Encoding =>
      body.length < COMPRESS_FROM_BYTES ? "identity" : encoding,
    async compress(encoding: Encoding): Promise<Buffer> {
      const bytes = variants[encoding];
      if (bytes) return bytes;
      const pending = inFlight.get(encoding);
      if (pending) return pending;
      const compression = encoding === "br" ? brotliAsync(body, quality(QUICK_LEVEL)) : gzipAsync(body);
      const stored = compression.then((compressed) => store(encoding, compressed));
      inFlight.set(encoding, stored);
      return stored.finally(() => inFlight.delete(encoding));
    },
    /** Replaces the quick brotli variant by the best one. Later calls return the same promise. */
    recompress: () => {
      recompressed ??= oneAtATime(async () => {
        if (isWanted()) store("br", await brotliAsync(body, quality(BEST_LEVEL)));
      });
      return recompressed;
    },
    isRecompressed: () => recompressed !== undefined,
  };
}

function quality(level: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: level } };
}

let last: Promise<void> = Promise.resolve();

/** Uses one thread of the pool at most, so that password hashing and file reads are not starved. */
function oneAtATime(work: () => Promise<void>): Promise<void> {
  last = last.then(work, work);
  return last;
}
