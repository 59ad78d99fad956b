import { bundleShop, type Files } from "./bundle.ts";
import { KINDS, type Kind, makeTemplate } from "./database.ts";
import { type Environment, openEnvironment } from "./environment.ts";
import { INVARIANTS, type Invariant, noObservations } from "./invariants.ts";
import { PLAN, POINTS, type Point } from "./points.ts";
import { seedOf } from "./random.ts";
import { type Outcome, pointOf, run } from "./run.ts";

type Report = ReturnType<typeof reportOf>;

/** Runs on one database and its two processes, before both are laid out afresh. */
const SERIES = 20;

type TortureOptions = {
  runs: number;
  seed: number;
  only?: string | undefined;
  /** Whose PostgreSQL it is in all runs; by turns when not said. */
  kind?: Kind | undefined;
  /** Processes of the shop on one database; a shop with an embedded one has one. */
  processes?: number | undefined;
  /** Whether the shop has a till beside its shortcode; by turns when not said. */
  till?: boolean | undefined;
  /** Shops at the same time. */
  parallel?: number;
  onRun?: (done: number, failures: string[]) => void;
};
type Tally = {
  /** Where the process dies in each run. */
  points: (Point | "any moment")[];
  next: number;
  series: number;
  outcomes: Outcome[];
  /** The last of each series: what there is on its database then. */
  lasts: Outcome[];
  /** What went wrong, each with the seed that repeats it. */
  failures: string[];
};

/** How often a point that no process died at gets another turn. */
const TURNS = 5;

/**
 * Crashes the shop so many times, `parallel` shops side by side, and tells what came of it. What people do in a run is drawn
 * by lot: where every point should have had its turn, one that nobody came to gets a few more.
 */
export async function torture(asked: TortureOptions): Promise<Report> {
  const { runs, only, parallel = 3 } = asked;
  const began = performance.now();
  const [files, template] = await Promise.all([bundleShop(), makeTemplate()]);
  const points = Array.from({ length: runs }, (_, index) => pointOf(index, only));
  const tally: Tally = {
    points,
    next: 0,
    series: 0,
    outcomes: [],
    lasts: [],
    failures: [],
  };
  const work = async () => {
    while (tally.next < points.length) await runSeries(asked, { files, template: template.folder }, tally);
  };
  try {
    for (let turn = 0; turn <= TURNS && tally.next < points.length; turn++) {
      await Promise.all(Array.from({ length: Math.min(parallel, points.length - tally.next) }, work));
      if (only === undefined && runs >= PLAN.length) points.push(...missed(tally));
    }
  } finally {
    files.remove();
    await template.remove();
  }
  return reportOf(tally, (performance.now() - began) / 1000);
}

function missed({ outcomes }: Tally): Point[] {
  const reached = new Set(outcomes.flatMap(({ deaths }) => deaths.map(({ at }) => at)));
  return POINTS.filter((point) => !reached.has(point));
}

/** Runs on one database, until it is worn or something went wrong: that stays in its tables, and would be reported again. */
async function runSeries(
  asked: TortureOptions,
  parts: { files: Files; template: string },
  tally: Tally,
): Promise<void> {
  const { seed, onRun = () => {} } = asked;
  const series = tally.series++;
  const kind = asked.kind ?? KINDS[series % KINDS.length] ?? "server";
  const processes = kind === "embedded" ? 1 : (asked.processes ?? 1 + ((series % 4) >> 1));
  const till = asked.till ?? (series + (series >> 1)) % 2 === 1;
  const setup = `--database ${kind} --processes ${processes}${till ? " --till" : ""}`;
  const seeded = { ...parts, kind, processes, till, seed: seedOf(seed, tally.next) };
  const environment = await openEnvironment(seeded);
  const observed = noObservations();
  let last: Outcome | undefined;
  let wrong: string[] = [];
  try {
    for (let count = 0; count < SERIES && tally.next < tally.points.length && wrong.length === 0; count++) {
      const index = tally.next++;
      const point = tally.points[index] ?? "any moment";
      try {
        last = await run(environment, observed, { seed: seedOf(seed, index), point });
        tally.outcomes.push(last);
        wrong = [...wrongIn(last), ...saidIn(environment)];
      } catch (error) {
        wrong = [`the run could not go on: ${error}`, ...saidIn(environment)];
      }
      tally.failures.push(
        ...wrong.map((line) => `--seed ${seedOf(seed, index)} --only "${point}" ${setup}: ${line}`),
      );
      onRun(tally.outcomes.length, wrong);
    }
  } finally {
    await environment.close();
  }
  if (last) tally.lasts.push(last);
}

function reportOf({ outcomes, lasts, failures }: Tally, seconds: number) {
  const sum = (count: (outcome: Outcome) => number, of = outcomes) =>
    of.reduce((total, outcome) => total + count(outcome), 0);
  const deaths = outcomes.flatMap((outcome) => outcome.deaths);
  return {
    runs: outcomes.length,
    kills: countOf(deaths.map(({ at }) => at)),
    orders: sum(({ orders }) => orders, lasts),
    reduced: sum(({ reduced }) => reduced, lasts),
    refunds: sum(({ refunds }) => refunds, lasts),
    // the four invariants, and how often each was violated
    answers: {
      lost: sum(({ lost }) => lost.length),
      doubled: sum(({ doubled }) => doubled.length),
      barred: sum(({ barred }) => barred.length),
      unlisted: sum(({ unlisted }) => unlisted.length),
    },
    drift: sum(({ drift }) => drift.length),
    broken: sum(({ broken }) => broken.length),
    failures,
    seconds,
  };
}

function wrongIn(outcome: Outcome): string[] {
  const { drift, broken, others, deaths } = outcome;
  const unkilled = deaths.length === 0 ? ["no process died"] : [];
  const asked = Object.entries(INVARIANTS).flatMap(([invariant, title]) =>
    outcome[invariant as Invariant].map((line) => `${title}: ${line}`),
  );
  return [...asked, ...drift, ...broken, ...others, ...unkilled];
}

/** The table at the end of a report: the violations of each invariant. */
export function tableOf({ runs, answers, failures }: Pick<Report, "runs" | "answers" | "failures">): string {
  const rows: [string, number][] = [
    ["runs", runs],
    ...Object.entries(INVARIANTS).map(([invariant, title]): [string, number] => [
      title,
      answers[invariant as Invariant],
    ]),
    ["all that went wrong", failures.length],
  ];
  const width = Math.max(...rows.map(([title]) => title.length));
  return rows.map(([title, count]) => `${title.padEnd(width)}  ${String(count).padStart(5)}`).join("\n");
}

/**
 * Errors in the shop's own log, but for what providers themselves refused, words of a database that was killed, waits for
 * rows that are just being aged, and hooks that cannot be worked on: those are parked, and the checker knows which may be.
 */
function saidIn({ lines, faults }: Environment): string[] {
  const said = lines
    .splice(0)
    .filter((line) => /"level":(50|60)|a shop ended/.test(line) && !EXPECTED.test(line))
    .map((line) => `the shop logged: ${line.slice(0, 600)}`);
  return [...faults.splice(0), ...said];
}

const EXPECTED =
  /"msg":"a webhook could not be processed"|"message":"(55P03|57014)|"status":50[23]\b|"message":"[^"]*(57P0\d|ECONN|EPIPE|ENOENT|Connection terminated|not queryable|trying to connect)/;

function countOf(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
