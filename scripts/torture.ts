import { parseArgs } from "node:util";
import { openServer } from "../test/global-setup.ts";
import { POINTS } from "../test/torture/points.ts";
import { torture } from "../test/torture/torture.ts";

// npm run torture -- --runs 1000 [--seed n] [--only point] [--lanes n]: ends the shop's processes where it hurts, and
// holds what is left against what the providers know. A failed run is repeated with the seed it names and --runs 1.

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "50" },
    seed: { type: "string" },
    only: { type: "string" },
    lanes: { type: "string", default: "3" },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const runs = Number(values.runs);
console.log(`seed ${seed}, ${runs} runs`);

const { server, template, close } = await openServer();
const report = await torture({
  server,
  template,
  runs,
  seed,
  only: values.only,
  lanes: Number(values.lanes),
  onRun: (done, wrong) => {
    for (const line of wrong) console.error(`run ${done}: ${line}`);
    if (done % 50 === 0) console.log(`${done} runs`);
  },
});
await close();

const missed = values.only ? [] : POINTS.filter((point) => !report.kills[point]);
console.log(report);
if (missed.length > 0 && runs >= 50) console.error(`never reached: ${missed.join(", ")}`);
process.exit(report.failures.length > 0 || (missed.length > 0 && runs >= 50) ? 1 : 0);
