import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "./encoding.server.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Smaller bodies fit into one packet as they are. */
const WORTH_PACKING = 1_024;
/** Quick for who is waiting; best for all who come later, at fifty times the work. */
const QUICK = 4;
const BEST = 10;

/**
 * A body in every encoding, each packed once, away from the event loop; `grown` is told of every byte more, `isWanted`
 * whether it is worth the best.
 */
export function packedOf(
  body: Buffer,
  grown: (bytes: number) => void = () => {},
  isWanted: () => boolean = () => true,
) {
  const ready: Partial<Record<Encoding, Buffer>> = { identity: body };
  const coming = new Map<Encoding, Promise<Buffer>>();
  let best: Promise<void> | undefined;

  const take = (encoding: Encoding, bytes: Buffer) => {
    const more = bytes.length - (ready[encoding]?.length ?? 0);
    ready[encoding] = bytes;
    grown(more);
    return bytes;
  };
  return {
    body,
    ready,
    /** The encoding these bytes go out in for who likes this one. */
    as: (encoding: Encoding): Encoding => (body.length < WORTH_PACKING ? "identity" : encoding),
    async pack(encoding: Encoding): Promise<Buffer> {
      const bytes = ready[encoding];
      if (bytes) return bytes;
      const under = coming.get(encoding);
      if (under) return under;
      const made = (encoding === "br" ? brotli(body, quality(QUICK)) : zip(body)).then((packed) =>
        take(encoding, packed),
      );
      coming.set(encoding, made);
      return made.finally(() => coming.delete(encoding));
    },
    /** Replaces the quick brotli by the best; asked again, nothing more happens. */
    polish: () => {
      best ??= inTurn(async () => {
        if (isWanted()) take("br", await brotli(body, quality(BEST)));
      });
      return best;
    },
    isPolished: () => best !== undefined,
  };
}

function quality(level: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: level } };
}

let last: Promise<void> = Promise.resolve();

/** One at a time, so that passwords and files find a thread too. */
function inTurn(work: () => Promise<void>): Promise<void> {
  last = last.then(work, work);
  return last;
}
