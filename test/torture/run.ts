import { setTimeout as pause } from "node:timers/promises";
import { addProduct } from "../goods.ts";
import { crowd } from "../people.ts";
import { type Dice, diceOf } from "./dice.ts";
import type { Lane } from "./lane.ts";
import { judge, unsettled, type Verdict } from "./oracle.ts";
import { PLAN, type Point } from "./points.ts";
import { SHOPPERS, type Told } from "./shoppers.ts";

export type Outcome = Verdict & {
  /** Where processes were ended, and for how long (ms) nobody stood there. */
  deaths: { at: string; downMs: number }[];
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
  lane: Lane,
  told: Told,
  { seed, point }: { seed: number; point: Point | "any moment" },
): Promise<Outcome> {
  lane.begin();
  const dice = diceOf(seed);
  const before = lane.deaths.length;
  const rare = await addProduct(lane, { price: 900, stock: { M: 2 } });
  // each pays another amount, as money of one amount at one time is told apart by staff
  const goods = await Promise.all(LIVELY.map((_kind, index) => addProduct(lane, { price: 1_000 + index })));
  const people = await crowd(lane, LIVELY.length);
  const shoppers = people.map((person, index) => {
    const kind = LIVELY[index] ?? "prompted";
    return SHOPPERS[kind]({
      lane,
      dice: diceOf(dice.roll(2 ** 31)),
      person,
      // the last of something is wanted by several
      product: (WANT_IT.has(kind) && dice.chance(50) ? undefined : goods[index]) ?? rare,
      phone: `2547${String(dice.roll(10 ** 8)).padStart(8, "0")}`,
      key: `${seed}-${index}-${person.userId}`,
      told,
    });
  });
  const then = dice.chance(15) ? `${dice.pick(POINTS_LATER)} 1` : "";
  if (point === "any moment") {
    const doomed = anyOf(lane, dice);
    void pause(dice.roll(300)).then(() => doomed.kill());
  } else {
    const order = `${point} ${RARE.has(point) ? 1 : 1 + dice.roll(2)}`;
    for (const shop of lane.shops) shop.arm(order, then);
  }
  await Promise.all(shoppers);
  const settledAfter = await settle(lane, new Set(told.codes));
  for (const shop of lane.shops) shop.disarm();
  // whoever never got there dies now
  if (lane.deaths.length === before) {
    await anyOf(lane, dice).kill();
    await lane.pass(60);
  }
  return { ...(await judge(lane, told)), deaths: lane.deaths.slice(before), settledAfter };
}

function anyOf({ shops }: Lane, dice: Dice) {
  const shop = shops[dice.roll(shops.length)];
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
async function settle(lane: Lane, promised: ReadonlySet<string>): Promise<number> {
  let worst = 0;
  let deaths = lane.deaths.length;
  /** Since when the shop could know of it: virtual milliseconds, by the payment's name. */
  let open = new Map<string, number>();
  const look = async () => {
    const now = lane.clock.now();
    const still = new Set((await unsettled(lane, promised)).map(({ reference }) => reference));
    for (const [reference, since] of open)
      if (!still.has(reference)) worst = Math.max(worst, (now - since) / 1000);
    const died = lane.deaths.length > deaths;
    deaths = lane.deaths.length;
    open = new Map([...still].map((reference) => [reference, died ? now : (open.get(reference) ?? now)]));
  };
  await look();
  for (let minutes = 0; minutes < 60; minutes++) {
    await lane.pass(minutes === 0 ? 5 : 60);
    await look();
    if (open.size === 0) break;
  }
  for (const seconds of AFTERWARDS) {
    await lane.pass(seconds);
    await look();
  }
  return worst;
}

/** What the n-th run of many is about. */
export function pointOf(index: number, only: string | undefined): Point | "any moment" {
  return (PLAN.find((point) => point === only) ?? PLAN[index % PLAN.length] ?? "any moment") as Point;
}
