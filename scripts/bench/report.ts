import type { Figure } from "./stage.ts";

/** The page that keeps the table. */
export const PAGE = "docs/benchmarks.md";
/** The table stands between these two comments. */
const BEGIN = "<!-- figures -->";
const END = "<!-- end of figures -->";

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

/** The figures as the table of docs/benchmarks.md. */
export function asMarkdown(figures: Figure[]): string {
  const rows = figures.map((figure) => {
    const got = gotOf(figure);
    return `| ${figure.what} | ${isOver(figure) ? `**${got}**` : got} | ${limitOf(figure)} | ${figure.peers ?? ""} |`;
  });
  return ["| what | this shop | budget | others |", "|---|---:|---:|---|", ...rows].join("\n");
}

/**
 * The page with these figures in place of its last ones.
 * @throws Error when the page has no place for a table
 */
export function withTable(page: string, figures: Figure[]): string {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before) throw new Error("The page has no place for the table.");
  return `${page.slice(0, before + BEGIN.length)}\n\n${asMarkdown(figures)}\n\n${page.slice(after)}`;
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
