import type { Figure } from "./stage.ts";

/** The page that keeps the tables. */
export const PAGE = "docs/benchmarks.md";
/** The tables stand between these two comments. */
const BEGIN = "<!-- figures -->";
const END = "<!-- end of figures -->";

/** What one group of the bench has measured. */
export type Measured = { group: string; figures: Figure[] };

/** A figure that could not be had is not within its budget, unless it says why. */
export function isOver({ got, budget, atLeast, skipped }: Figure): boolean {
  if (skipped) return false;
  if (budget !== undefined) return !(got <= budget);
  return Number.isNaN(got) || (atLeast !== undefined && !(got >= atLeast));
}

/** For console.table. */
export function asRows(figures: Figure[]) {
  return figures.map((figure) => ({
    what: figure.what,
    got: gotOf(figure),
    budget: limitOf(figure),
    ok: isOver(figure) ? "OVER" : "ok",
  }));
}

/** The figures as a table of docs/benchmarks.md. */
export function asMarkdown(figures: Figure[]): string {
  const rows = figures.map((figure) => {
    const got = gotOf(figure);
    return `| ${figure.what} | ${isOver(figure) ? `**${got}**` : got} | ${limitOf(figure)} | ${figure.peers ?? ""} |`;
  });
  return ["| what | this shop | budget | others |", "|---|---:|---:|---|", ...rows].join("\n");
}

/**
 * The page with these groups in place of what it said of them, and with what it says of the others.
 * @param about `groups`: the names of all, as they follow each other; `date` of the measurement
 * @throws Error when the page has no place for tables
 */
export function withTables(
  page: string,
  measured: Measured[],
  { groups, date }: { groups: string[]; date: string },
): string {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before) throw new Error("The page has no place for tables.");
  const parts = new Map<string, string>();
  for (const part of page
    .slice(before + BEGIN.length, after)
    .split(/^### /m)
    .slice(1))
    parts.set(part.slice(0, part.indexOf("\n")).split(",")[0] ?? "", `### ${part.trim()}`);
  // where there is no browser, a group of the phone has none
  for (const { group, figures } of measured)
    if (figures.length > 0) parts.set(group, `### ${group}, ${date}\n\n${asMarkdown(figures)}`);
  const tables = groups.flatMap((group) => parts.get(group) ?? []);
  return [page.slice(0, before + BEGIN.length), ...tables, page.slice(after)].join("\n\n");
}

function gotOf({ got, unit, skipped }: Figure): string {
  return skipped ? `skipped: ${skipped}` : `${short(got)} ${unit}`.trim();
}

function limitOf({ budget, atLeast, unit }: Figure): string {
  if (budget !== undefined) return `≤ ${budget} ${unit}`.trim();
  return atLeast === undefined ? "" : `≥ ${atLeast} ${unit}`.trim();
}

/** Three digits below ten, one decimal place from there on. */
function short(value: number): number {
  return Math.abs(value) < 10 ? Number(value.toPrecision(3)) : Math.round(value * 10) / 10;
}
