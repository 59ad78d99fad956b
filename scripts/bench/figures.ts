import type { Load } from "./load.ts";

/**
 * One row of the table: `budget` is the most it may be, or the least, `others` what other shops reach. A figure that this
 * machine cannot measure is `skipped`, with the reason.
 */
export type Figure = {
  what: string;
  got: number;
  unit: string;
  budget?: { atMost: number } | { atLeast: number };
  others?: string;
  skipped?: string;
};

/** The rows of a request: how many a second, within how many milliseconds 99 of 100 are answered, and what was refused. */
export function rowsOf(
  what: string,
  { perSecond, p99, refused }: Load,
  limits: { atLeast?: number; p99: number; others?: string },
): Figure[] {
  const { atLeast, others } = limits;
  return [
    {
      what,
      got: perSecond,
      unit: "/s",
      ...(atLeast === undefined ? {} : { budget: { atLeast } }),
      ...(others === undefined ? {} : { others }),
    },
    { what: `${what}, p99`, got: p99, unit: "ms", budget: { atMost: limits.p99 } },
    ...(refused > 0 ? [{ what: `${what}, refused`, got: refused, unit: "", budget: { atMost: 0 } }] : []),
  ];
}

/** Whether the figure misses its budget; NaN misses any. */
export function isOver({ got, budget, skipped }: Figure): boolean {
  if (!budget || skipped) return false;
  return "atMost" in budget ? !(got <= budget.atMost) : !(got >= budget.atLeast);
}

/** The rows as a table in Markdown; bold is what misses its budget. */
export function asTable(figures: Figure[]): string {
  const rows = figures.map((figure) => {
    const got = figure.skipped ?? `${short(figure.got)} ${figure.unit}`.trim();
    const cells = [figure.what, isOver(figure) ? `**${got}**` : got, limitOf(figure), figure.others ?? ""];
    return `| ${cells.join(" | ")} |`;
  });
  return ["| what | this shop | budget | others |", "|---|---:|---:|---|", ...rows].join("\n");
}

function limitOf({ budget, unit }: Figure): string {
  if (!budget) return "";
  return ("atMost" in budget ? `≤ ${budget.atMost} ${unit}` : `≥ ${budget.atLeast} ${unit}`).trim();
}

/** Three digits below ten, whole numbers from a hundred on. */
function short(value: number): string {
  return value < 10 ? String(Number(value.toPrecision(3))) : value.toFixed(value < 100 ? 1 : 0);
}
