import { parseArgs } from "node:util";
import type { Kind } from "../test/torture/database.ts";
import { POINTS } from "../test/torture/points.ts";
import { tableOf, torture } from "../test/torture/torture.ts";

// npm run torture -- --runs 1000 [--seed n] [--only point] [--database embedded|server] [--processes n] [--till] [--parallel n]:
// kills the shop's processes and its PostgreSQL at fail points, and checks four invariants against the providers' books:
// no money lost, none doubled, everybody able to pay again, every undecided shilling on the owner's list. A failed run is
// repeated with what is printed of it and --runs 1.

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "50" },
    seed: { type: "string" },
    only: { type: "string" },
    database: { type: "string" },
    processes: { type: "string" },
    till: { type: "boolean" },
    parallel: { type: "string", default: "3" },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const runs = Number(values.runs);
console.log(`seed ${seed}, ${runs} runs`);

const report = await torture({
  runs,
  seed,
  only: values.only,
  kind: values.database as Kind | undefined,
  processes: values.processes === undefined ? undefined : Number(values.processes),
  till: values.till,
  parallel: Number(values.parallel),
  onRun: (done, wrong) => {
    for (const line of wrong) console.error(`run ${done}: ${line}`);
    if (done % 50 === 0) console.log(`${done} runs`);
  },
});

const missed = values.only ? [] : POINTS.filter((point) => !report.kills[point]);
console.log(report);
console.log(`\n${tableOf(report)}\n`);
if (missed.length > 0 && runs >= 50) console.error(`never reached: ${missed.join(", ")}`);
process.exit(report.failures.length > 0 || (missed.length > 0 && runs >= 50) ? 1 : 0);
