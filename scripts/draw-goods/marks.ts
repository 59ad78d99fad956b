import { CENTRE, round } from "./path.ts";

/** Where a mark is printed: its middle, counted from the centre line, and its width; `turn` in degrees. */
type Mark = { x?: number; y: number; w: number; ink: string; second?: string; turn?: number };

/** A studio microphone in its cradle. */
export function microphone(mark: Mark): string {
  return stamp(
    mark,
    `<path d="M-30-22V2A30 30 0 0 0 30 2V-22M0 32V50M-20 51H20" stroke-width="7"/><rect x="-20" y="-60" width="40" height="80" rx="20" fill="${mark.ink}" stroke="none"/><path d="M-20-34H20M-20-20H20M-20-6H20" stroke="${mark.second}" stroke-width="4.5"/>`,
  );
}

/** A microphone held in the hand, as on a stage. */
export function stageMicrophone(mark: Mark): string {
  return stamp(
    mark,
    `<path d="M-18-14L-7 60H7L18-14Z" fill="${mark.ink}" stroke="none"/><circle cy="-34" r="25" fill="${mark.second}" stroke="none"/><path d="M-25-34H25M-22-46H22M-22-22H22M0-59V-9M-13-55Q-19-34-13-13M13-55Q19-34 13-13" stroke-width="3"/><path d="M-22-12H22" stroke-width="9"/><path d="M0 8V18" stroke="${mark.second}" stroke-width="6"/>`,
  );
}

/** A spoken sentence as level bars; `heights` are shares of the mark's height, out of 9. */
export function voice(mark: Mark & { heights?: string; thick?: number }): string {
  const heights = [...(mark.heights ?? "2436958734623")].map(Number);
  const step = 100 / heights.length;
  const d = heights
    .map((high, at) => `M${round(at * step - 50 + step / 2)} ${round(-high * 4)}v${high * 8}`)
    .join("");
  const line = `<path d="${d}" stroke-width="${round(mark.thick ?? step * 0.56)}" stroke-linecap="round"/>`;
  return stamp(mark, line);
}

/** Closed headphones seen from the front. */
export function headphones(mark: Mark): string {
  return stamp(
    mark,
    `<path d="M-42 14V-6A42 42 0 0 1 42-6V14" stroke-width="8"/><path d="M-52 4Q-52-4-42-4H-30V44H-40Q-52 44-52 32ZM52 4Q52-4 42-4H30V44H40Q52 44 52 32Z" fill="${mark.second ?? mark.ink}" stroke="none"/><path d="M-30-2V42M30-2V42" stroke-width="6"/>`,
  );
}

/** Nairobi from Uhuru Park: the round tower with its saucer, the stepped one, the mast. */
export function skyline(mark: Mark): string {
  return stamp(
    mark,
    `<path d="M-50 30V2H-42V-8H-33V30V-14H-22V30H-20V-34H-24L-22-39H-17V-48H-15V-39H-8L-6-34H-10V30H-6V-4H4V-24L9-31L14-24V30H16V-42L20-50V-62L22-50L27-40V30H30V-10H38V4H43V-4H50V30Z" fill="${mark.ink}" stroke="none"/><path d="M-46 8V26M-38-2V26M-28-8V26M-15-28V26M-1 2V26M9-18V26M21-34V26M34-4V26M46 6V26" stroke="${mark.second}" stroke-width="2" stroke-dasharray="2 3"/>`,
  );
}

/** A matatu from the side, windows and stripe. */
export function matatu(mark: Mark): string {
  return stamp(
    mark,
    `<path d="M-50 22V-20Q-50-28-42-28H26Q34-28 38-20L45-4L50 0V22Z" fill="${mark.ink}" stroke="none"/><path d="M-44-20H-30V-5H-44ZM-26-20H-12V-5H-26ZM-8-20H6V-5H-8ZM11-20H25L33-5H11Z" fill="${mark.second}" stroke="none"/><path d="M-50 5H18L28 12H50" stroke="${mark.second}" stroke-width="5"/><circle cx="-28" cy="23" r="10" fill="${mark.second}" stroke-width="6"/><circle cx="28" cy="23" r="10" fill="${mark.second}" stroke-width="6"/>`,
  );
}

/** A cassette. */
export function cassette(mark: Mark): string {
  return stamp(
    mark,
    `<rect x="-50" y="-32" width="100" height="64" rx="6" fill="${mark.ink}" stroke="none"/><path d="M-42-25H42V12H-42ZM-26 32L-21 19H21L26 32Z" fill="${mark.second}" stroke="none"/><path d="M-20-5H20" stroke-width="19" stroke-linecap="round"/><path d="M-20-5h.1M20-5h.1" stroke="${mark.second}" stroke-width="10" stroke-linecap="round"/><path d="M-35-18H35" stroke-width="3"/>`,
  );
}

/** The lamp over a studio door; the words are lettered on it by the product. */
export function lamp(mark: Mark): string {
  return stamp(
    mark,
    `<rect x="-50" y="-18" width="100" height="36" rx="6" fill="${mark.ink}" stroke="none"/><rect x="-46" y="-14" width="92" height="28" rx="3.5" stroke="${mark.second}" stroke-width="1.5"/><path d="M-30-24L-36-33M-10-26L-12-36M10-26L12-36M30-24L36-33" stroke-width="3.5" stroke-linecap="round"/>`,
  );
}

/** A pocket radio with its aerial up. */
export function radio(mark: Mark): string {
  return stamp(
    mark,
    `<path d="M14-28L40-62" stroke-width="4" stroke-linecap="round"/><rect x="-50" y="-28" width="100" height="64" rx="8" fill="${mark.ink}" stroke="none"/><circle cx="-20" cy="4" r="22" fill="${mark.second}" stroke="none"/><path d="M-36-6H-4M-41 4H1M-36 14H-4" stroke-width="4"/><path d="M12-16H40M12-6H40" stroke="${mark.second}" stroke-width="4"/><path d="M20 18h.1M36 18h.1" stroke="${mark.second}" stroke-width="12" stroke-linecap="round"/>`,
  );
}

/** A speech bubble with a voice in it. */
export function bubble(mark: Mark): string {
  return stamp(
    mark,
    `<path d="M-38-38H38Q50-38 50-26V14Q50 26 38 26H-6L-26 46V26H-38Q-50 26-50 14V-26Q-50-38-38-38Z" fill="${mark.ink}" stroke="none"/><path d="M-30-12V0M-15-22V10M0-28V16M15-18V6M30-10V-2" stroke="${mark.second}" stroke-width="7.5" stroke-linecap="round"/>`,
  );
}

/** A record, with its label in the second ink. */
export function record(mark: Mark): string {
  return stamp(
    mark,
    `<circle r="50" fill="${mark.ink}" stroke="none"/><circle r="17" fill="${mark.second}" stroke="none"/><path d="M-42 0A42 42 0 0 1 0-42M42 0A42 42 0 0 1 0 42M-33 0A33 33 0 0 1 0-33M33 0A33 33 0 0 1 0 33M-25 0A25 25 0 0 1 0-25M25 0A25 25 0 0 1 0 25" stroke="${mark.second}" stroke-width="1.5"/><circle r="4" fill="${mark.ink}" stroke="none"/>`,
  );
}

/** A tortoise with a record for a shell: pole pole. */
export function tortoise(mark: Mark): string {
  return stamp(
    mark,
    `<path d="M-40 14Q-34-30 0-30T40 14Z" fill="${mark.ink}" stroke="none"/><path d="M-30 12L-34 28H-20L-18 12M18 12L20 28H34L30 12M36 8Q42-10 52-10Q60-8 57 2Q54 8 40 14M-40 10L-52 16" fill="${mark.second}" stroke="${mark.second}" stroke-width="3" stroke-linejoin="round"/><path d="M-24 8V-2M-12 8V-12M0 8V-20M12 8V-12M24 8V-2" stroke="${mark.second}" stroke-width="5" stroke-linecap="round"/><path d="M-44 14H44" stroke-width="6" stroke-linecap="round"/>`,
  );
}

/** A half sun over the horizon, cut into slats. */
export function sun(mark: Mark): string {
  return stamp(
    mark,
    `<path d="M-50 0A50 50 0 0 1 50 0ZM-48 6H48L46 13H-46ZM-43 19H43L38 26H-38ZM-33 32H33L22 38H-22Z" fill="${mark.ink}" stroke="none"/>`,
  );
}

/** A cup of tea with a wave for steam. */
export function tea(mark: Mark): string {
  return stamp(
    mark,
    `<path d="M-32-8H26V16Q26 34 8 34H-14Q-32 34-32 16Z" fill="${mark.ink}" stroke="none"/><path d="M26-2Q44-4 42 10Q40 22 24 20" stroke-width="6"/><path d="M-44 42H38" stroke-width="6" stroke-linecap="round"/><path d="M-18-18Q-26-28-18-36T-18-54M-3-18Q-11-28-3-36T-3-54M12-18Q4-28 12-36T12-54" stroke="${mark.second}" stroke-width="5" stroke-linecap="round"/>`,
  );
}

/** Signal rings around a mast. */
export function mast(mark: Mark): string {
  return stamp(
    mark,
    `<path d="M0-14L-16 50M0-14L16 50M-10 26H10M-6 8H6" stroke-width="5" stroke-linecap="round"/><circle cy="-20" r="7" fill="${mark.second}" stroke="none"/><path d="M-15-36A22 22 0 0 0-15-4M15-36A22 22 0 0 1 15-4M-27-48A38 38 0 0 0-27 8M27-48A38 38 0 0 1 27 8M-39-60A56 56 0 0 0-39 20M39-60A56 56 0 0 1 39 20" stroke="${mark.second}" stroke-width="5" stroke-linecap="round"/>`,
  );
}

/** A five-pointed star. */
export function star(mark: Mark): string {
  return stamp(
    mark,
    `<path d="M0-50L12-16L48-15L19 7L29 41L0 21L-29 41L-19 7L-48-15L-12-16Z" fill="${mark.ink}" stroke="none"/>`,
  );
}

/** Sound spreading as nested waves; `second` draws every other line. */
export function ripples(mark: Mark): string {
  const wave = (y: number) => `M-50 ${y}q12.5-22 25 0t25 0 25 0 25 0`;
  return stamp(
    mark,
    `<path d="${wave(-26)}${wave(0)}${wave(26)}" stroke-width="6"/><path d="${wave(-13)}${wave(13)}" stroke="${mark.second ?? mark.ink}" stroke-width="6"/>`,
  );
}

/** A lamp that says a recording runs: a dot in a ring. */
export function recording(mark: Mark): string {
  return stamp(
    mark,
    `<circle r="46" stroke-width="7"/><circle r="30" fill="${mark.second ?? mark.ink}" stroke="none"/>`,
  );
}

function stamp({ x = 0, y, w, ink, turn }: Mark, inside: string): string {
  const rotate = turn ? `rotate(${turn})` : "";
  const scale = Math.round(w) / 100;
  return `<g transform="translate(${round(CENTRE + x)} ${round(y)})${rotate}scale(${scale})" fill="none" stroke="${ink}">${inside}</g>`;
}
