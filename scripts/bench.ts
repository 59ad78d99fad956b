import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { phoneGroups } from "./bench/phone.ts";
import { benchPollers } from "./bench/pollers.ts";
import { asMarkdown, asRows, isOver, withTable } from "./bench/report.ts";
import { type Figure, openStage, type Stage } from "./bench/stage.ts";
import { countStatements } from "./bench/statements.ts";

// npm run bench: what the shop is held to; over budget fails. Figures are this machine's, budgets are not.
// `-- phone` or `-- phone:taps` runs a part, `--json file` writes the rows, `--markdown` prints them as Markdown,
// `--readme` puts them into the README.

/** In their order: those that put goods of their own on sale come after those that look at the sample goods. */
const GROUPS: Record<string, (stage: Stage) => Promise<Figure[]>> = {
  ...phoneGroups,
  pollers: benchPollers,
  statements: countStatements,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" }, markdown: { type: "boolean" }, readme: { type: "boolean" } },
});
const names = Object.keys(GROUPS).filter(
  (name) =>
    positionals.length === 0 || positionals.some((part) => name === part || name.startsWith(`${part}:`)),
);
if (names.length === 0)
  throw new Error(`There is no such part; there are ${Object.keys(GROUPS).join(", ")}.`);

const stage = await openStage();
try {
  const figures: Figure[] = [];
  for (const name of names) figures.push(...((await GROUPS[name]?.(stage)) ?? []));
  if (values.markdown) console.log(asMarkdown(figures));
  else console.table(asRows(figures));
  if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  if (values.readme) writeFileSync("README.md", withTable(readFileSync("README.md", "utf8"), figures));
  if (figures.some(isOver)) process.exitCode = 1;
} finally {
  await stage.close();
}
