import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { benchBackup } from "./bench/backup.ts";
import { benchCatalogue } from "./bench/catalogue.ts";
import { benchCounter } from "./bench/counter.ts";
import { benchCrowd } from "./bench/crowd.ts";
import { benchDrop } from "./bench/drop.ts";
import { benchEdits } from "./bench/edits.ts";
import { benchImports } from "./bench/imports.ts";
import { benchMails } from "./bench/mails.ts";
import { benchOrderCosts } from "./bench/order-costs.ts";
import { benchOrders } from "./bench/orders.ts";
import { benchPages } from "./bench/pages.ts";
import { phoneGroups } from "./bench/phone.ts";
import { benchPipelining } from "./bench/pipelining.ts";
import { benchPollers } from "./bench/pollers.ts";
import { asMarkdown, asRows, isOver, type Measured, PAGE, withTables } from "./bench/report.ts";
import { type Figure, openStage, type Stage } from "./bench/stage.ts";
import { benchStart } from "./bench/start.ts";
import { countStatements } from "./bench/statements.ts";
import { benchTwo } from "./bench/two.ts";
import { buildWhenStale } from "./build-when-stale.ts";

// npm run bench: what the shop is held to; over budget fails. Figures are this machine's, ratios and budgets are not.
// `-- phone` or `-- phone:taps server:orders` runs parts, `--json file` writes the rows, `--markdown` prints them as
// Markdown, `--page` puts them into docs/benchmarks.md in place of what it said of these parts.

const GROUPS: Record<string, (stage: Stage) => Promise<Figure[]>> = {
  ...phoneGroups,
  "server:pages": benchPages,
  "server:edits": benchEdits,
  "server:catalogue": benchCatalogue,
  "server:orders": benchOrders,
  "server:orders:costs": benchOrderCosts,
  "server:counter": benchCounter,
  "server:backup": benchBackup,
  "server:imports": benchImports,
  "server:start": benchStart,
  "server:crowd": benchCrowd,
  "server:drop": benchDrop,
  "server:pipelining": benchPipelining,
  "server:mails": benchMails,
  "server:two": benchTwo,
  "server:pollers": benchPollers,
  "server:statements": countStatements,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" }, markdown: { type: "boolean" }, page: { type: "boolean" } },
});
const names = Object.keys(GROUPS).filter(
  (name) =>
    positionals.length === 0 || positionals.some((part) => name === part || name.startsWith(`${part}:`)),
);
if (names.length === 0)
  throw new Error(`There is no such part; there are ${Object.keys(GROUPS).join(", ")}.`);

await buildWhenStale();
const measured: Measured[] = [];
for (const name of names) {
  // each on a server of its own: what one leaves behind is not the next one's load
  const stage = await openStage();
  try {
    measured.push({ group: name, figures: (await GROUPS[name]?.(stage)) ?? [] });
  } catch (error) {
    // what the others measured is worth keeping
    console.error(`${name} failed:`, error);
    process.exitCode = 1;
  } finally {
    await stage.close();
  }
}
const figures = measured.flatMap((each) => each.figures);
if (values.markdown) console.log(asMarkdown(figures));
else console.table(asRows(figures));
if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
if (values.page) {
  const about = { groups: Object.keys(GROUPS), date: new Date().toISOString().slice(0, 10) };
  writeFileSync(PAGE, withTables(readFileSync(PAGE, "utf8"), measured, about));
}
if (figures.some(isOver)) process.exitCode = 1;
