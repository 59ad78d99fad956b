/** Half outlines in, whole SVG path data out. Every x is counted from the centre line of the picture. */

/** The centre line of the 600 × 720 picture. */
export const CENTRE = 300;

/** One crease: from, to, how far it bows to its left, how wide it is in the middle. */
export type Crease = readonly [x1: number, y1: number, x2: number, y2: number, bow: number, width: number];

type Segment = { command: string; points: number[] };

/** A number as short as SVG allows, to a tenth. */
export function round(value: number): string {
  const text = String(Math.round(value * 10) / 10);
  return text.replace(/^(-?)0\./, "$1.");
}

/** The closed outline whose right half is given from the top of the centre line to its bottom. */
export function whole(half: string): string {
  const segments = parse(half);
  const [, ...back] = reversed(segments);
  return `${write(segments, 1)}${joined(back, segments)}Z`;
}

/** A closed part on the right and its mirror image, wound the same way so that overlaps stay filled. */
export function pair(part: string): string {
  const segments = parse(part);
  return `${write(segments, 1)}Z${write(reversed(segments), -1)}Z`;
}

/** An open line on the right and its mirror image. */
export function both(line: string): string {
  const segments = parse(line);
  return write(segments, 1) + write(segments, -1);
}

/** An open line across the centre, given by its right half from the centre outwards. */
export function across(half: string): string {
  const segments = parse(half);
  const [first, ...onward] = segments;
  return write(reversed(segments), -1) + write(onward, 1, first?.points);
}

/** A path as it stands, only moved to the centre line. */
export function placed(path: string): string {
  const parts = path.split(/(?=M)/).map((part) => write(parse(part), 1) + (/z\s*$/i.test(part) ? "Z" : ""));
  return parts.join("");
}

/** Creases as thin lens shapes, pointed at both ends like folded cloth. */
export function creases(list: readonly Crease[]): string {
  return list.map(lens).join("");
}

function lens([x1, y1, x2, y2, bow, width]: Crease): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [nx, ny] = [(y2 - y1) / length, -(x2 - x1) / length];
  const via = (by: number) => [(x1 + x2) / 2 + nx * by, (y1 + y2) / 2 + ny * by];
  const there = [...via(bow * 2 + width), x2, y2];
  const back = [...via(bow * 2 - width), x1, y1];
  return write(
    [
      { command: "M", points: [x1, y1] },
      { command: "Q", points: there },
      { command: "Q", points: back },
    ],
    1,
  );
}

function parse(path: string): Segment[] {
  return [...path.matchAll(/([MLQC])([^MLQCZz]*)/g)].map(([, command = "L", numbers = ""]) => ({
    command,
    points: (numbers.match(/-?\d*\.?\d+/g) ?? []).map(Number),
  }));
}

function reversed(segments: Segment[]): Segment[] {
  const ends = segments.map(({ points }) => points.slice(-2));
  const back: Segment[] = [{ command: "M", points: ends.at(-1) ?? [] }];
  for (let at = segments.length - 1; at > 0; at -= 1) {
    const controls = pairs(segments[at]?.points.slice(0, -2) ?? []).reverse();
    back.push({ command: segments[at]?.command ?? "L", points: [...controls, ends[at - 1] ?? []].flat() });
  }
  return back;
}

// Whole picture units, each step counted from the one before: a third shorter than places on the page.
function write(segments: readonly Segment[], side: 1 | -1, start?: readonly number[]): string {
  const place = (points: readonly number[]) =>
    points.map((value, at) => Math.round(at % 2 === 0 ? CENTRE + side * value : value));
  let [penX = 0, penY = 0] = start ? place(start) : [];
  let d = "";
  for (const { command, points } of segments) {
    const to = place(points);
    const steps = command === "M" ? to : to.map((value, at) => value - (at % 2 === 0 ? penX : penY));
    d += (command === "M" ? "M" : command.toLowerCase()) + packed(steps);
    [penX = 0, penY = 0] = to.slice(-2);
  }
  return d;
}

function joined(back: readonly Segment[], forth: readonly Segment[]): string {
  const [x = 0, y = 0] = forth.at(-1)?.points.slice(-2) ?? [];
  const start = x === 0 ? [] : [{ command: "L", points: [x, y] }];
  return write([...start, ...back], -1, [-x, y]);
}

function packed(numbers: readonly number[]): string {
  return numbers.map((value, at) => (at > 0 && value >= 0 ? ` ${value}` : String(value))).join("");
}

function pairs(numbers: number[]): number[][] {
  return Array.from({ length: numbers.length / 2 }, (_, at) => numbers.slice(at * 2, at * 2 + 2));
}
