import { addCoupon } from "../coupons.ts";
import { addProduct, type Goods } from "../goods.ts";
import { crowd } from "../people.ts";
import type { Environment } from "./environment.ts";
import type { Observations } from "./invariants.ts";
import type { Random } from "./random.ts";
import { SCENARIOS, type Scenario } from "./scenarios.ts";
import type { Item, Visit } from "./visit.ts";

/** Whoever comes in every run, so that every fail point is met; and who else may. */
const ALWAYS = ["prompted", "prompted", "absent", "card", "typist", "twice", "impatient"] as const;
const SOMETIMES = ["corrected", "regular", "inventor", "poisoned"] as const;

/** Of a hundred runs, in so many two pay the very same sum at the same time. */
const TWINS = 40;

/** Whose product may be one of which there are only two. */
const WANT_IT = new Set<string>(["prompted", "impatient", "corrected"]);

/** A shopper with a story; `scarce` is what the story is about where that is not the visit's own goods. */
export type Shopper = { scenario: Scenario; visit: Visit; scarce: Visit };

/** Orders that may have the coupon of a run: fewer than those who type it. */
const COUPON_USES = 3;

/** The goods and the people of a run. Prices and stock change between two acts, as an owner changes them. */
export async function openMarket(
  environment: Environment,
  observed: Observations,
  random: Random,
  seed: number,
) {
  const kinds: (keyof typeof SCENARIOS)[] = [...ALWAYS, random.pick(SOMETIMES), random.pick(SOMETIMES)];
  if (random.chance(TWINS)) kinds.push("twin", "twin");
  const rare = await addProduct(environment, { price: 900, stock: { M: 2 } });
  const more = await addProduct(environment, { price: 230 });
  // each pays another amount but for twins
  const goods = await Promise.all(
    kinds.map((_kind, index) => addProduct(environment, { price: 1_000 + index })),
  );
  const people = await crowd(environment, kinds.length);
  const coupon = { ...(await addCoupon(environment, { value: 10, maxUses: COUPON_USES })), percent: 10 };
  const shoppers = people.map((person, index): Shopper => {
    const kind = kinds[index] ?? "prompted";
    const isTwin = kind === "twin";
    const items: Item[] = [
      { product: goods[index] ?? rare, quantity: random.chance(70) ? 1 : 2 + random.below(2) },
    ];
    if (random.chance(40)) items.push({ product: more, quantity: 1 + random.below(3) });
    const visit: Visit = {
      environment,
      random: random.fork(),
      person,
      items: isTwin ? [{ product: more, quantity: 1 }] : items,
      phone: `2547${String(random.below(10 ** 8)).padStart(8, "0")}`,
      key: `${seed}-${index}-${person.userId}`,
      observed,
      coupon: random.chance(60) && !isTwin ? coupon : undefined,
    };
    // the last of something is wanted by several
    const isScarce = WANT_IT.has(kind) && random.chance(50);
    return {
      scenario: SCENARIOS[kind],
      visit,
      scarce: isScarce ? { ...visit, items: [{ product: rare, quantity: 1 }] } : visit,
    };
  });

  /** Some prices change; rare stock is gone, or there again. */
  async function change(): Promise<void> {
    for (const product of [...goods, more])
      if (random.chance(20)) await reprice(product, random.below(90) - 30);
    if (random.chance(30)) await recount(random.chance(50) ? 0 : 3);
  }

  async function reprice(product: Goods, by: number): Promise<void> {
    product.price += by;
    await environment.query("update products set price = $2 where id = $1", [product._id, product.price]);
  }

  async function recount(count: number): Promise<void> {
    await environment.query(
      "update stock set received = received + $2 - on_hand, on_hand = $2 where product_id = $1",
      [rare._id, count],
    );
  }

  return { shoppers, change };
}
