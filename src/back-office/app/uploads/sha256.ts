/** The first 64 prime numbers, of whose roots SHA-256 takes its constants. */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0),
);
const fraction = (root: number) => Math.floor((root % 1) * 2 ** 32);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** SHA-256 (FIPS 180-4), for pages on plain http: libraries that have it ask for newer browsers than buy. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor((bytes.length + 8) / 64) + 1) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length * 8);
  const hash = Uint32Array.from(START);
  for (let at = 0; at < padded.length; at += 64) addBlock(hash, view, at);
  const answer = new DataView(new ArrayBuffer(32));
  for (const [at, word] of hash.entries()) answer.setUint32(at * 4, word);
  return new Uint8Array(answer.buffer);
}

const words = new Uint32Array(64);
const wordAt = (at: number) => words[at] ?? 0;

function addBlock(hash: Uint32Array, view: DataView, from: number): void {
  for (let at = 0; at < 16; at++) words[at] = view.getUint32(from + at * 4);
  for (let at = 16; at < 64; at++) {
    const [early, late] = [wordAt(at - 15), wordAt(at - 2)];
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = wordAt(at - 16) + low + wordAt(at - 7) + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let at = 0; at < 64; at++) {
    const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + (ROUNDS[at] ?? 0) + wordAt(at)) | 0;
    const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) hash[at] = (hash[at] ?? 0) + word;
}
