import { bundleShop, type Files } from "./bundle.ts";
import { seedOf } from "./dice.ts";
import { type Lane, openLane, type Server } from "./lane.ts";
import { type Outcome, pointOf, run } from "./run.ts";
import type { Told } from "./shoppers.ts";

export type Report = {
  runs: number;
  kills: Record<string, number>;
  orders: number;
  refunds: number;
  /** Payments that wait for staff, who were told. */
  held: number;
  lost: number;
  doubles: number;
  drift: number;
  broken: number;
  /** What went wrong, each with the seed that repeats it. */
  failures: string[];
  seconds: number;
  /** Seconds of the shop's time from restart to the last paid order: median and worst of all runs. */
  settled: { median: number; worst: number };
  /** Real milliseconds from a death to the successor's open door. */
  restart: { median: number; worst: number };
};

/** Runs on one database and its two processes, before both are laid out afresh. */
const SERIES = 20;

type Asked = Server & {
  runs: number;
  seed: number;
  only?: string | undefined;
  lanes?: number;
  onRun?: (done: number, failures: string[]) => void;
};
type Tally = {
  next: number;
  outcomes: Outcome[];
  failures: string[];
  orders: number;
  refunds: number;
  held: number;
};

/** Crashes the shop so many times, `lanes` shops side by side, and tells what came of it. */
export async function torture(asked: Asked): Promise<Report> {
  const began = performance.now();
  const files = await bundleShop();
  const tally: Tally = { next: 0, outcomes: [], failures: [], orders: 0, refunds: 0, held: 0 };
  const work = async () => {
    while (tally.next < asked.runs) await runSeries(asked, files, tally);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(asked.lanes ?? 3, asked.runs) }, work));
  } finally {
    files.remove();
  }
  return reportOf(tally, (performance.now() - began) / 1000);
}

/** Runs on one database, until it is worn or something went wrong: that stays in its tables, and would be told again. */
async function runSeries(asked: Asked, files: Files, tally: Tally): Promise<void> {
  const { runs, seed, only, onRun = () => {} } = asked;
  const lane = await openLane({ ...asked, files, seed: seedOf(seed, tally.next) });
  const told: Told = { orders: [], codes: [], faults: [] };
  let last: Outcome | undefined;
  let wrong: string[] = [];
  try {
    for (let count = 0; count < SERIES && tally.next < runs && wrong.length === 0; count++) {
      const index = tally.next++;
      const point = pointOf(index, only);
      last = await run(lane, told, { seed: seedOf(seed, index), point });
      tally.outcomes.push(last);
      wrong = [...wrongIn(last), ...saidIn(lane)];
      tally.failures.push(...wrong.map((line) => `--seed ${seedOf(seed, index)} --only "${point}": ${line}`));
      onRun(tally.outcomes.length, wrong);
    }
  } finally {
    await lane.close();
  }
  tally.orders += last?.orders ?? 0;
  tally.refunds += last?.refunds ?? 0;
  tally.held += last?.held ?? 0;
}

function reportOf({ outcomes, failures, orders, refunds, held }: Tally, seconds: number): Report {
  const sum = (count: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  const kills: Record<string, number> = {};
  for (const { at } of outcomes.flatMap((outcome) => outcome.deaths)) kills[at] = (kills[at] ?? 0) + 1;
  return {
    runs: outcomes.length,
    kills,
    orders,
    refunds,
    held,
    lost: sum(({ lost }) => lost.length),
    doubles: sum(({ doubles }) => doubles.length),
    drift: sum(({ drift }) => drift.length),
    broken: sum(({ broken }) => broken.length),
    failures,
    seconds,
    settled: spread(outcomes.map(({ settledAfter }) => settledAfter)),
    restart: spread(outcomes.flatMap(({ deaths }) => deaths.map(({ downMs }) => downMs))),
  };
}

function wrongIn({ lost, doubles, drift, broken, others, deaths }: Outcome): string[] {
  const unkilled = deaths.length === 0 ? ["no process died"] : [];
  return [...lost, ...doubles, ...drift, ...broken, ...others, ...unkilled];
}

/** Errors in the shop's own log, but for what M-Pesa itself refused. */
function saidIn({ lines }: Lane): string[] {
  return lines
    .splice(0)
    .filter((line) => /"level":(50|60)|a shop ended/.test(line) && !/"status":50[23]\b/.test(line));
}

function spread(values: number[]): { median: number; worst: number } {
  const sorted = values.sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1] ?? 0, worst: sorted.at(-1) ?? 0 };
}
