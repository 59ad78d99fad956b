import { setTimeout as pause } from "node:timers/promises";
import { addCoupon } from "../../coupons.ts";
import { addProduct } from "../../goods.ts";
import { crowd } from "../../people.ts";
import type { Environment } from "../environment.ts";
import type { Observations } from "../invariants.ts";
import type { Random } from "../random.ts";
import { SCENARIOS, type Scenario } from "../scenarios.ts";
import type { Visit } from "../visit.ts";
import { inventedCode, payByCard, payByCode, payByPush, typeCode } from "../ways.ts";

const BUYERS = 50;
/** Milliseconds within which all of them have come. */
const COMING = 12_000;

/** All three ways to pay; two in three pay as they should. */
const STORIES: readonly [Scenario, ...Scenario[]] = [
  { first: (visit) => payByPush(visit, "001") },
  { first: (visit) => payByPush(visit, "001") },
  { first: (visit) => payByCard(visit, "001") },
  { first: (visit) => payByCard(visit, "001") },
  { first: (visit) => payByCode(visit) },
  { first: (visit) => payByCode(visit) },
  { first: (visit) => typeCode(visit, inventedCode(visit)) },
  { first: (visit) => typeCode(visit, inventedCode(visit)) },
  SCENARIOS.prompted,
  SCENARIOS.prompted,
  SCENARIOS.card,
  SCENARIOS.twice,
  SCENARIOS.regular,
];

/** Orders that may have the day's coupon, which half of the buyers type. */
const COUPON_USES = 12;

/** The goods, and fifty people who buy of them while staff are at work; of two goods there are too few. */
export async function openDay(
  environment: Environment,
  observed: Observations,
  random: Random,
  seed: number,
) {
  const goods = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      addProduct(environment, { price: 700 + 37 * index, stock: { M: index < 2 ? 6 : 400 } }),
    ),
  );
  const people = await crowd(environment, BUYERS);
  const coupon = { ...(await addCoupon(environment, { value: 15, maxUses: COUPON_USES })), percent: 15 };
  const visits = people.map((person, index) => {
    const products = [random.below(goods.length), random.below(goods.length)];
    const visit: Visit = {
      environment,
      random: random.fork(),
      person,
      items: [...new Set(products)].flatMap((product) => {
        const found = goods[product];
        return found ? [{ product: found, quantity: 1 + random.below(3) }] : [];
      }),
      phone: `2547${String(random.below(10 ** 8)).padStart(8, "0")}`,
      key: `day-${seed}-${index}`,
      observed,
      coupon: random.chance(50) ? coupon : undefined,
    };
    return { visit, story: random.pick(STORIES), comes: random.below(COMING) };
  });
  return {
    /** Everybody comes, and pays. */
    buy: () =>
      Promise.all(
        visits.map(async ({ visit, story, comes }) => {
          await pause(comes);
          await story.first(visit);
          if (story.later) {
            await pause(3_000);
            await story.later(visit);
          }
        }),
      ),
  };
}
