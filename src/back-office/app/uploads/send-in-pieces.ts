import { NAME_MAX, PIECE } from "../../../uploads/rules.ts";

/** A file on its way to the shop: its bytes, the name it had, and the SHA-256 of the whole in hexadecimal digits. */
export type SentFile = { file: Blob; name: string; sha256: string };
type Finished = { ready: boolean; picture?: string | undefined; why?: string | undefined };

/** The calls that a file in pieces is made of; each throws StaffCallError. */
export type UploadCalls = {
  begin: (announced: {
    name: string;
    size: number;
    sha256: string;
  }) => Promise<{ id: string; have: number[] }>;
  /** `onSent` hears how many bytes of the piece have left so far. */
  put: (
    at: { id: string; n: number },
    piece: Blob,
    watch: { onSent: (bytes: number) => void; signal: AbortSignal },
  ) => Promise<unknown>;
  finish: (id: string) => Promise<Finished>;
  /** Before the same is asked once more. */
  pause: () => Promise<unknown>;
};

/** The address of the picture that was made, or the sentence that says why none was. */
export type Outcome = { picture: string } | { why: string };

/**
 * Sends a file in pieces, without those that have come before: after a cut, call it again, and it goes on. `onSent` hears how
 * many bytes are there. @throws StaffCallError; what `signal` was aborted with
 */
export async function sendInPieces(
  calls: UploadCalls,
  { file, name, sha256 }: SentFile,
  { onSent, signal }: { onSent: (bytes: number) => void; signal: AbortSignal },
): Promise<Outcome> {
  const id = await sendPieces(calls, { file, name, sha256 }, { onSent, signal });
  return madeOf(calls, id, signal);
}

/** The same, until all pieces are there. Gives the upload's id. */
export async function sendPieces(
  calls: Pick<UploadCalls, "begin" | "put">,
  { file, name, sha256 }: SentFile,
  { onSent, signal }: { onSent: (bytes: number) => void; signal: AbortSignal },
): Promise<string> {
  const { id, have } = await calls.begin({ name: sendable(name), size: file.size, sha256 });
  const pieces = Array.from({ length: Math.ceil(file.size / PIECE) }, (_, n) => ({
    n,
    bytes: file.slice(n * PIECE, (n + 1) * PIECE),
  }));
  const missing = pieces.filter(({ n }) => !have.includes(n));
  let there = file.size - missing.reduce((sum, { bytes }) => sum + bytes.size, 0);
  onSent(there);
  for (const { n, bytes } of missing) {
    endWhenLeft(signal);
    const before = there;
    await calls.put({ id, n }, bytes, { signal, onSent: (left) => onSent(before + left) });
    there += bytes.size;
    onSent(there);
  }
  return id;
}

/** As throwIfAborted, which Safari has from 15.4 and Chrome from 100 on. @throws DOMException AbortError */
export function endWhenLeft({ aborted }: AbortSignal): void {
  if (aborted) throw new DOMException("left out", "AbortError");
}

/** Asks until it is made: others may be before it. */
async function madeOf(calls: UploadCalls, id: string, signal: AbortSignal): Promise<Outcome> {
  for (;;) {
    endWhenLeft(signal);
    const { ready, picture, why } = await calls.finish(id);
    if (ready && picture) return { picture };
    if (why) return { why };
    await calls.pause();
  }
}

/** A name as the shop takes it: what no database keeps is left out, and so is what is too long. */
function sendable(name: string): string {
  return name
    .slice(0, NAME_MAX)
    .replaceAll("\0", "")
    .replace(/\p{Surrogate}/gu, "");
}
