import { packedOf } from "./compressed-variants.server.ts";
import { tagOf } from "./etag.server.ts";
import { keepFresh } from "./memoize.server.ts";

/** What a route made: everything of it that is the same for everybody. */
export type Made = {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
  /** How long it may be given again without asking, in milliseconds of `performance.now()`; 0 for not at all. */
  until: number;
};
export type Answer = Made & { kept?: Kept };
export type Kept = Made &
  ReturnType<typeof packedOf> & { etag: string; since: number; due: number; head?: string[] };
export type Keep = ReturnType<typeof keepAnswers>;
/** Being made; once something it shows has changed, it is neither kept nor given to who asks after that. */
type Coming = { isSpoiled: boolean; answer?: Promise<Answer> };

/** Most bytes kept in all, packed ones counted, and of one answer. */
const BYTES_MAX = 32 * 1024 * 1024;
const ONE_MAX = 2 * 1024 * 1024;
/** What an answer takes besides its bytes: its head, its address, its place. */
const ENTRY = 4 * 1024;

/**
 * Finished answers by address, the one unasked for longest going first when there are more than `max` bytes. They are kept only
 * while changes are heard of (`hears`), and nothing made before a change is kept after it.
 */
export function keepAnswers(max = BYTES_MAX) {
  const answers = new Map<string, Kept>();
  const coming = new Map<string, Coming>();
  const freshly: { drop(): void }[] = [];
  let newest: Kept | undefined;
  let hearing = false;
  let bytes = 0;

  function find(address: string): Kept | undefined {
    const found = answers.get(address);
    if (!found || performance.now() >= found.until) return undefined;
    // the last asked for is the last to go
    if (found !== newest) {
      answers.delete(address);
      answers.set(address, found);
      newest = found;
    }
    return found;
  }

  /** From half its time on, one who asks has it made anew, while the others are still given what is kept. */
  function isDue(address: string, { due }: Kept): boolean {
    return performance.now() >= due && !coming.has(address);
  }

  function put(address: string, made: Made): Kept | undefined {
    if (made.body.length > ONE_MAX) return undefined;
    const now = performance.now();
    const due = (now + made.until) / 2;
    const etag = tagOf(made.body);
    const before = answers.get(address);
    // the same bytes again are not packed again
    if (before?.etag === etag)
      return Object.assign(before, made, { body: before.body, head: undefined, due });
    if (before) remove(address, before);
    const isKept = () => answers.get(address) === kept;
    const packed = packedOf(made.body, (more) => isKept() && grow(more), isKept);
    const kept: Kept = { ...made, ...packed, etag, due, since: now };
    answers.set(address, kept);
    newest = kept;
    grow(made.body.length + ENTRY);
    return kept;
  }

  function remove(address: string, { ready }: Kept): void {
    answers.delete(address);
    bytes -= ENTRY;
    for (const packed of Object.values(ready)) bytes -= packed.length;
  }

  function grow(more: number): void {
    bytes += more;
    for (const [address, kept] of answers) {
      if (bytes <= max) return;
      remove(address, kept);
    }
  }

  function keepMade(address: string, made: Made, { isSpoiled }: Coming): Answer {
    const kept = !isSpoiled && made.until > performance.now() ? put(address, made) : undefined;
    return kept ? { ...made, kept } : made;
  }

  function spoil(isMeant: (address: string) => boolean): void {
    for (const [address, under] of coming) under.isSpoiled ||= isMeant(address);
  }

  function drop(isMeant: (address: string) => boolean = () => true): void {
    // the bytes stay, for the case that they come out the same
    for (const [address, kept] of answers) if (isMeant(address)) kept.until = 0;
    spoil(isMeant);
    for (const each of freshly) each.drop();
  }

  return {
    find,
    isDue,
    /** What is kept for the address, or what `making` gives: once for all who ask meanwhile, unless something changes. */
    async answer(address: string, making: () => Promise<Made>): Promise<Answer> {
      const found = find(address);
      if (found && !isDue(address, found)) return { ...found, kept: found };
      if (!hearing) return making();
      const under = coming.get(address);
      if (under?.answer && !under.isSpoiled) return under.answer;
      const mine: Coming = { isSpoiled: false };
      // before it is begun: what it asks for first may be old already
      coming.set(address, mine);
      try {
        mine.answer = making().then((made) => keepMade(address, made, mine));
        return await mine.answer;
      } finally {
        if (coming.get(address) === mine) coming.delete(address);
      }
    },
    /** Forgets what is kept or being made of these addresses, or of all, and everything freshly asked. */
    drop,
    /** Says whether every change is heard of. While it is not, nothing is kept; what was kept before is forgotten. */
    hears(now: boolean): void {
      hearing = now;
      drop();
    },
    /** As `keepFresh`, but forgotten at every change; what had to be old goes into no answer that is kept. */
    fresh<T>(options: { ms: number; max: number }, ask: (key: string) => Promise<T>) {
      const whenOld = () => spoil(() => true);
      const asked = keepFresh({ ...options, whenOld }, ask);
      freshly.push(asked);
      return asked;
    },
    /** Bytes kept now. */
    size: () => bytes,
  };
}
