import { regulars } from "../../test/people.ts";
import { browse } from "./crowd.ts";
import { askInTurn, median, percentile, WARM_MS } from "./load.ts";
import { FILL, orders } from "./orders.ts";
import { CLIENTS, GOODS, SHOPPERS } from "./pgbench.ts";
import { processorTime } from "./processor-time.ts";
import type { Figure, Stage } from "./stage.ts";

/** How long orders are placed without a pause; the last part, at most a minute, is held against the first. */
const LASTS = Number(process.env.BENCH_ORDER_SECONDS || 24);
const PART = Math.min(60, LASTS / 4);
/** Milliseconds of processor time that an order may take. */
const SHOP_MS = 3;
const POSTGRES_MS = 3;
/** Checks that wait for a later moment, and the least that orders and pages may then still be of before, in percent. */
const WAITING = 100_000;
const STAY = 90;
const ROUNDS = 3;
const ROUND_MS = 3_000;

/** What an order costs, whether its price goes up with time, and whether checks that wait are in anybody's way. */
export async function benchOrderCosts(stage: Stage): Promise<Figure[]> {
  await stage.query(FILL, [GOODS, 0]);
  const shop = await stage.startShop({ PAYMENT_METHODS: "cod" });
  const place = orders(await regulars(stage, Math.max(SHOPPERS, LASTS * 100)));
  const placeFor = async (ms: number) => {
    const answers = await askInTurn(shop.url, { at: CLIENTS, ms, next: place });
    const failed = answers.find(({ status }) => status !== 200);
    if (failed) throw new Error(`an order answered ${failed.status}: ${failed.body}`);
    return answers;
  };
  const visit = async (ms: number) => (await askInTurn(shop.url, { at: CLIENTS, ms, next: browse })).length;
  await placeFor(WARM_MS);
  await visit(ROUND_MS);

  const before = await processorTime(stage, shop);
  const parts: number[] = [];
  const times: number[] = [];
  for (let gone = 0; gone < LASTS; gone += PART) {
    const answers = await placeFor(PART * 1_000);
    parts.push(answers.length / PART);
    times.push(...answers.map(({ ms }) => ms));
  }
  const after = await processorTime(stage, shop);

  const measure = async () => {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ orders: (await placeFor(ROUND_MS)).length, pages: await visit(ROUND_MS) });
    return {
      orders: median(rounds.map((each) => each.orders)),
      pages: median(rounds.map((each) => each.pages)),
    };
  };
  const without = await measure();
  await stage.query(WAITING_CHECKS, [WAITING]);
  await stage.query("vacuum analyze payments");
  const beside = await measure();
  await stage.stopShop();

  const of = (total: number) => total / times.length;
  const waiting = `with ${WAITING} checks waiting, of without`;
  return [
    {
      what: "processor time of an order, the shop's",
      got: of(after.shop - before.shop),
      budget: SHOP_MS,
      unit: "ms",
    },
    {
      what: "the same, PostgreSQL's",
      got: of(after.postgres - before.postgres),
      budget: POSTGRES_MS,
      unit: "ms",
    },
    {
      what: `orders in the last ${PART} of ${LASTS} seconds, of the first`,
      got: (100 * (parts.at(-1) ?? Number.NaN)) / (parts[0] ?? Number.NaN),
      atLeast: STAY,
      unit: "%",
    },
    { what: "an order meanwhile, p99", got: percentile(times, 99), unit: "ms" },
    { what: `orders ${waiting}`, got: (100 * beside.orders) / without.orders, atLeast: STAY, unit: "%" },
    { what: `pages ${waiting}`, got: (100 * beside.pages) / without.pages, atLeast: STAY, unit: "%" },
  ];
}

/** Orders' typed codes that nobody has found, spread over other shoppers' accounts. */
const WAITING_CHECKS = `
  with people as (
    insert into users (id, name, email, password_hash, verified_at)
    select 'waits' || n, 'Achieng Were', 'waits' || n || '@example.com', 'none', now()
    from generate_series(1, $1::int / 5) as n returning id
  )
  insert into payments (id, user_id, method, state, active, checkout, draft, lines, subtotal, delivery_fee, amount,
    reference, next_check_at)
  select id || ' ' || n, id, 'cod', 'pending', false, id || n, id || n, '[]', 1500, 1, 1501, 'till:' || id || n,
    now() + interval '1 hour' + random() * interval '1 day'
  from people, generate_series(1, 5) as n`;
