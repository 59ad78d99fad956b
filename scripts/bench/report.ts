import type { Figure } from "./stage.ts";

/** Between these the README keeps the table. */
const BEGIN = "<!-- figures -->";
const END = "<!-- end of figures -->";

export function isOver({ got, budget }: Figure): boolean {
  // what could not be measured is no success
  return Number.isNaN(got) || (budget !== undefined && got > budget);
}

/** For console.table. */
export function asRows(figures: Figure[]) {
  return figures.map((figure) => ({
    what: figure.what,
    got: `${short(figure.got)} ${figure.unit}`.trim(),
    budget: figure.budget === undefined ? "" : `${figure.budget} ${figure.unit}`.trim(),
    ok: isOver(figure) ? "OVER" : "ok",
  }));
}

/** A table as it stands in the README. */
export function asMarkdown(figures: Figure[]): string {
  const rows = figures.map((figure) => {
    const got = `${short(figure.got)} ${figure.unit}`.trim();
    const budget = figure.budget === undefined ? "" : `${figure.budget} ${figure.unit}`.trim();
    return `| ${figure.what} | ${isOver(figure) ? `**${got}**` : got} | ${budget} | ${figure.peers ?? ""} |`;
  });
  return ["| what | this shop | at most | others |", "|---|---:|---:|---|", ...rows].join("\n");
}

/** The README with these figures where its last ones stood. */
export function withTable(readme: string, figures: Figure[]): string {
  const [before, after] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (before < 0 || after < before) throw new Error("README.md has no place for the table.");
  return `${readme.slice(0, before + BEGIN.length)}\n\n${asMarkdown(figures)}\n\n${readme.slice(after)}`;
}

/** Three digits below ten, one decimal place from there on. */
function short(value: number): number {
  return Math.abs(value) < 10 ? Number(value.toPrecision(3)) : Math.round(value * 10) / 10;
}
