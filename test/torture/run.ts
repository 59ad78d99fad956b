import { setTimeout as pause } from "node:timers/promises";
import { checkInvariants, unreadHooks, unsettled } from "./checker.ts";
import type { Environment } from "./environment.ts";
import type { Observations } from "./invariants.ts";
import { VICTIMS, type Victim } from "./kill-postgres.ts";
import { openMarket } from "./market.ts";
import { planOutage, planRefunds } from "./outages.ts";
import { runOwnerActions } from "./owner-actions.ts";
import { PAY_AGAIN_AFTER, payAgain } from "./pay-again.ts";
import { PLAN, type Point } from "./points.ts";
import { type Random, randomFrom } from "./random.ts";
import { rejectTyped } from "./typed-codes.ts";

export type Outcome = Awaited<ReturnType<typeof run>>;

/** Seconds that pass in steps once all money has found its order, until the jobs of the shop are over. */
const AFTERWARDS = [360, 2_400];
/** Seconds after the owner's first and second sitting. */
const DECIDED = [
  [10, 4_000, 90_000],
  [10, 60, 4_000, 90_000],
];

/** Seconds between what shoppers do first and what they do later: a prompt that nobody answered has made way by then. */
const BETWEEN = 200;

/**
 * One crash, or two: people pay, a process dies at its fail point, in some runs a provider is away, ten minutes later
 * all of them pay once more, and the world is left alone until it is quiet.
 */
export async function run(
  environment: Environment,
  observed: Observations,
  { seed, point }: { seed: number; point: Point | "any moment" },
) {
  environment.begin();
  const random = randomFrom(seed);
  const before = environment.deaths.length;
  const victim = random.pick(LIKELY_VICTIMS);
  const { shoppers, change } = await openMarket(environment, observed, random, seed);
  const outage = planOutage(environment, random);
  const refunds = planRefunds(environment, random);
  refunds.begin();
  const arm = armed(environment, random, point, victim);
  arm();
  outage.atFirst();
  await Promise.all(shoppers.map(({ scenario, scarce }) => scenario.first(scarce)));
  outage.later();
  await change();
  const pass = async (...steps: number[]) => {
    for (const seconds of steps) await environment.pass(seconds);
  };
  await pass(5, BETWEEN - 5);
  await Promise.all(shoppers.map(({ scenario, scarce }) => scenario.later?.(scarce)));
  await pass(5, 55, ...Array(PAY_AGAIN_AFTER / 60 - 1).fill(60));
  const late = await untilPayAgain(environment);
  if (late > 0) await pass(late);
  // nobody is asked to pay in the very second in which the shop dies
  for (const shop of environment.shops) shop.disarm();
  await environment.whenUp();
  await Promise.all(shoppers.map(({ visit }) => payAgain(visit)));
  if (environment.deaths.length === before && point !== "any moment") arm();
  for (let hour = 0; hour < outage.hours; hour += 1 + (hour >> 1))
    await environment.pass(3_600 * (1 + (hour >> 1)));
  outage.end();
  await pass(5);
  const promised = new Set(observed.codes);
  for (let minutes = 0; minutes < 60 && (await unsettled(environment, promised)).length > 0; minutes++)
    await pass(60);
  await pass(...AFTERWARDS);
  for (const [turn, steps] of DECIDED.entries()) {
    await runOwnerActions(environment, observed, random);
    const typist = shoppers[random.below(shoppers.length)]?.visit;
    if (typist) await rejectTyped(typist, turn);
    await pass(...steps);
    refunds.end();
  }
  for (const shop of environment.shops) shop.disarm();
  // a process that never reached the point is killed now
  if (environment.deaths.length === before) {
    await environment.kill(victim, anyOf(environment, random));
    await environment.pass(60);
  }
  // who died last may still be starting when these minutes are over, on a busy machine
  for (let minutes = 0; minutes < 20 && (await unreadHooks(environment)).length > 0; minutes++)
    await environment.pass(60);
  const verdict = await checkInvariants(environment, observed);
  return { ...verdict, deaths: environment.deaths.slice(before) };
}

/** Seconds until the last prompt is old enough: on a busy machine one left while the minutes above passed. */
async function untilPayAgain(environment: Environment): Promise<number> {
  const [last] = await environment.query<{ age: number }>(
    "select extract(epoch from now() - max(coalesce(submitted_at, created_at)))::float8 as age from payments",
  );
  return Math.max(0, Math.ceil(PAY_AGAIN_AFTER - (last?.age ?? PAY_AGAIN_AFTER)));
}

/** Gives what makes the shop die at the point, or at a moment that nobody chose. */
function armed(environment: Environment, random: Random, point: Point | "any moment", victim: Victim) {
  const then = random.chance(15) ? `${random.pick(POINTS_LATER)} 1 shop` : "";
  const order = `${point} ${RARE.has(point) ? 1 : 1 + random.below(2)} ${victim}`;
  const doomed = anyOf(environment, random);
  const moment = random.below(300);
  return () => {
    if (point === "any moment") void pause(moment).then(() => environment.kill(victim, doomed));
    else for (const shop of environment.shops) shop.arm(order, then);
  };
}

/** Half of all runs end the shop's process alone. */
const LIKELY_VICTIMS = ["shop", "shop", "shop", "shop", ...VICTIMS.slice(1)] as [Victim, ...Victim[]];

function anyOf({ shops }: Environment, random: Random) {
  const shop = shops[random.below(shops.length)];
  if (!shop) throw new Error("there is no process");
  return shop;
}

/** Reached once or twice in a run. */
const RARE = new Set<string>([
  "refunding",
  "returned",
  "refunded",
  "releasing",
  "released",
  "written",
  "placed",
]);

/** Where the successor dies once more. */
const POINTS_LATER = ["leased", "asked", "ordering", "paid", "settled", "callback", "understood"] as const;

/** What the n-th run of many is about. */
export function pointOf(index: number, only: string | undefined): Point | "any moment" {
  return (PLAN.find((point) => point === only) ?? PLAN[index % PLAN.length] ?? "any moment") as Point;
}
