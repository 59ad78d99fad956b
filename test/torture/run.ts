import { setTimeout as pause } from "node:timers/promises";
import { addProduct } from "../goods.ts";
import { crowd } from "../people.ts";
import { judge, unsettled, type Verdict } from "./checker.ts";
import type { Environment } from "./environment.ts";
import { VICTIMS, type Victim } from "./kill-postgres.ts";
import { PLAN, type Point } from "./points.ts";
import { type Random, randomFrom } from "./random.ts";
import type { Death } from "./shop.ts";
import { SHOPPERS, type Told } from "./shoppers.ts";

export type Outcome = Verdict & {
  /** What was ended where, and for how long (ms) the shop was away. */
  deaths: Death[];
  /** Seconds of the shop's time from the last restart, or from the paying if that was later, to the last money's order. */
  settledAfter: number;
};

/** Seconds that pass in steps once all money has found its order, until whatever the shop does by itself is over. */
const AFTERWARDS = [360, 2_400, 90_000, 4_000];

/** Who comes to shop in a run. */
const LIVELY = ["prompted", "prompted", "absent", "card", "typist", "twice", "impatient"] as const;

/** Whose product may be one of which there are only two. */
const WANT_IT = new Set<string>(["prompted", "impatient"]);

/** One crash, or two: people pay, a process dies where it was told to, and the world is left alone until it is quiet. */
export async function run(
  environment: Environment,
  told: Told,
  { seed, point }: { seed: number; point: Point | "any moment" },
): Promise<Outcome> {
  environment.begin();
  const random = randomFrom(seed);
  const before = environment.deaths.length;
  const victim = random.pick(LIKELY_VICTIMS);
  const rare = await addProduct(environment, { price: 900, stock: { M: 2 } });
  // each pays another amount, as money of one amount at one time is told apart by staff
  const goods = await Promise.all(
    LIVELY.map((_kind, index) => addProduct(environment, { price: 1_000 + index })),
  );
  const people = await crowd(environment, LIVELY.length);
  const shoppers = people.map((person, index) => {
    const kind = LIVELY[index] ?? "prompted";
    return SHOPPERS[kind]({
      environment,
      random: random.fork(),
      person,
      // the last of something is wanted by several
      product: (WANT_IT.has(kind) && random.chance(50) ? undefined : goods[index]) ?? rare,
      phone: `2547${String(random.below(10 ** 8)).padStart(8, "0")}`,
      key: `${seed}-${index}-${person.userId}`,
      told,
    });
  });
  const then = random.chance(15) ? `${random.pick(POINTS_LATER)} 1 shop` : "";
  if (point === "any moment") {
    const doomed = anyOf(environment, random);
    void pause(random.below(300)).then(() => environment.kill(victim, doomed));
  } else {
    const order = `${point} ${RARE.has(point) ? 1 : 1 + random.below(2)} ${victim}`;
    for (const shop of environment.shops) shop.arm(order, then);
  }
  await Promise.all(shoppers);
  const settledAfter = await settle(environment, new Set(told.codes));
  for (const shop of environment.shops) shop.disarm();
  // whoever never got there dies now
  if (environment.deaths.length === before) {
    await environment.kill(victim, anyOf(environment, random));
    await environment.pass(60);
  }
  return { ...(await judge(environment, told)), deaths: environment.deaths.slice(before), settledAfter };
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

/** Lets the world go on until it is quiet; gives how long the slowest money waited. */
async function settle(environment: Environment, promised: ReadonlySet<string>): Promise<number> {
  let worst = 0;
  let deaths = environment.deaths.length;
  /** Since when the shop could know of it: virtual milliseconds, by the payment's name. */
  let open = new Map<string, number>();
  const look = async () => {
    const now = environment.clock.now();
    const still = new Set((await unsettled(environment, promised)).map(({ reference }) => reference));
    for (const [reference, since] of open)
      if (!still.has(reference)) worst = Math.max(worst, (now - since) / 1000);
    const died = environment.deaths.length > deaths;
    deaths = environment.deaths.length;
    open = new Map([...still].map((reference) => [reference, died ? now : (open.get(reference) ?? now)]));
  };
  await look();
  for (let minutes = 0; minutes < 60; minutes++) {
    await environment.pass(minutes === 0 ? 5 : 60);
    await look();
    if (open.size === 0) break;
  }
  for (const seconds of AFTERWARDS) {
    await environment.pass(seconds);
    await look();
  }
  return worst;
}

/** What the n-th run of many is about. */
export function pointOf(index: number, only: string | undefined): Point | "any moment" {
  return (PLAN.find((point) => point === only) ?? PLAN[index % PLAN.length] ?? "any moment") as Point;
}
