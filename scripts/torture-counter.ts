import { parseArgs } from "node:util";
import { tortureCounter } from "../test/torture/counter/torture-counter.ts";
import type { Kind } from "../test/torture/database.ts";

// npm run torture:counter -- [--runs 10] [--seed n] [--actions 500] [--database embedded|server]: random actions of staff beside
// fifty buyers while processes and the database are killed, then every invariant. A run is repeated with what is printed of
// it and --runs 1; the machine's own timing is not part of a seed.

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10" },
    seed: { type: "string" },
    actions: { type: "string", default: "500" },
    database: { type: "string" },
  },
});
const days = await tortureCounter({
  runs: Number(values.runs),
  seed: Number(values.seed ?? Math.floor(Math.random() * 2 ** 31)),
  actions: Number(values.actions),
  kind: values.database as Kind | undefined,
  onDay: ({ wrong, seed, kind, answers, ...day }) => {
    console.log(`--seed ${seed} --database ${kind}:`, day, answers);
    for (const line of wrong) console.error(`  ${line}`);
  },
});
process.exit(days.some(({ wrong }) => wrong.length > 0) ? 1 : 0);
