import { benchEdits } from "./bench/edits.ts";
import { asTable, type Figure, isOver } from "./bench/figures.ts";
import { benchOrders } from "./bench/orders.ts";
import { benchReads } from "./bench/reads.ts";
import { type Bench, openBench } from "./bench/shop.ts";
import { benchStart } from "./bench/start.ts";
import { buildWhenStale } from "./build-when-stale.ts";

// npm run bench: how fast the built shop is, as a table; `-- orders reads` measures these parts alone. A figure over its
// budget ends it with exit status 1.

const PARTS: Record<string, (bench: Bench) => Promise<Figure[]>> = {
  reads: benchReads,
  edits: benchEdits,
  orders: benchOrders,
  start: benchStart,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in PARTS));
if (unknown.length > 0)
  throw new Error(`No part "${unknown.join(" ")}": there are ${Object.keys(PARTS).join(", ")}.`);

await buildWhenStale();
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.error(`Measuring ${name}…`);
  // each part has its own database and shop, so that none inherits the load of the one before
  const bench = await openBench();
  try {
    figures.push(...(await measure(bench)));
  } catch (error) {
    // the other parts are measured all the same
    console.error(`${name} failed:`, error);
    process.exitCode = 1;
  } finally {
    await bench.close();
  }
}
console.log(asTable(figures));
if (figures.some(isOver)) process.exitCode = 1;
