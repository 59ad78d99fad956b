import { setTimeout as pause } from "node:timers/promises";
import { FIRST_LOOK } from "../../src/payments/mpesa/till-code/typed-code.server.ts";
import { ADDRESS, freshCode, type Person, regulars } from "../../test/people.ts";
import { type Asked, askInTurn, median, percentile, WARM_MS } from "./load.ts";
import { recordOrder, SHORTEST } from "./order-script.ts";
import { CLIENTS, findPgbench, GOODS, runPgbench, SHOPPERS } from "./pgbench.ts";
import type { Figure, Stage } from "./stage.ts";

const ROUNDS = 3;
const SECONDS = 4;
/** The least of pgbench's orders per second that ours may be, in percent (issue: 50 %). */
const SHARE = 50;
/** And of pgbench's with the shortest transaction that does the same, prepared. */
const SHARE_OF_SHORTEST = 25;

/** Milliseconds that one order of a hundred may take longer than. */
const P99 = 80;

/** Cash-on-order orders per second over HTTP, beside pgbench sending the statements of one to the same server. */
export async function benchOrders(stage: Stage): Promise<Figure[]> {
  const pgbench = findPgbench();
  const what = `cash-on-order orders at ${CLIENTS} shoppers, of pgbench with the same statements`;
  if (!pgbench) return [{ what, got: Number.NaN, unit: "%", skipped: "no pgbench" }];
  await stage.query(FILL, [GOODS, SHOPPERS]);
  const script = await recordOrder(stage);
  const { url } = await stage.startShop({ PAYMENT_METHODS: "cod" });
  const people = await regulars(stage, SHOPPERS);
  const place = orders(people);
  const rounds: { ours: number; theirs: number; shortest: number; p99: number; refused: number }[] = [];
  await askInTurn(url, { at: CLIENTS, ms: WARM_MS, next: place });
  for (let round = 0; round < ROUNDS; round += 1) {
    // so that the shop looks for as many codes meanwhile as are typed, and for none while pgbench has its turn
    await askInTurn(url, { at: CLIENTS, ms: SECONDS * 1_000, next: place });
    await pause((FIRST_LOOK - SECONDS) * 1_000);
    const answers = await askInTurn(url, { at: CLIENTS, ms: SECONDS * 1_000, next: place });
    const failed = answers.find(({ status }) => status !== 200 && status !== 503);
    if (failed) throw new Error(`an order answered ${failed.status}: ${failed.body}`);
    await pause((FIRST_LOOK + SECONDS) * 1_000);
    await haveNothingToDo(stage);
    const beside = { pgbench, seconds: SECONDS };
    const theirs = await runPgbench(stage, { ...beside, script: script.text, mode: "extended", round });
    const shortest = await runPgbench(stage, {
      ...beside,
      script: SHORTEST,
      mode: "prepared",
      round: ROUNDS + round,
    });
    const placed = answers.filter(({ status }) => status === 200);
    rounds.push({
      ours: placed.length / SECONDS,
      theirs,
      shortest,
      refused: answers.length - placed.length,
      p99: percentile(
        placed.map(({ ms }) => ms),
        99,
      ),
    });
  }
  await stage.stopShop();
  return [
    {
      what,
      got: median(rounds.map(({ ours, theirs }) => (100 * ours) / theirs)),
      atLeast: SHARE,
      unit: "%",
    },
    {
      what: "the same, of pgbench with the shortest transaction that does the same, prepared",
      got: median(rounds.map(({ ours, shortest }) => (100 * ours) / shortest)),
      atLeast: SHARE_OF_SHORTEST,
      unit: "%",
    },
    { what: "pgbench with the shortest", got: median(rounds.map(({ shortest }) => shortest)), unit: "/s" },
    { what: "orders placed", got: median(rounds.map(({ ours }) => ours)), unit: "/s" },
    { what: "pgbench", got: median(rounds.map(({ theirs }) => theirs)), unit: "/s" },
    { what: "an order, p99", got: median(rounds.map(({ p99 }) => p99)), budget: P99, unit: "ms" },
    {
      what: "orders refused",
      got: rounds.reduce((sum, { refused }) => sum + refused, 0),
      budget: 0,
      unit: "",
    },
    { what: "statements of an order", got: script.statements, unit: "" },
  ];
}

/** One after the other, each somebody else's: orders of one shopper wait for each other. */
export function orders(people: Person[]): () => Asked {
  let placed = 0;
  return () => {
    const person = people[placed % people.length];
    placed += 1;
    const body = {
      address: ADDRESS,
      items: [{ _id: `bench${1 + Math.floor(Math.random() * GOODS)}`, size: "M", quantity: 1 }],
      amount: 1501,
      mpesaCode: freshCode(),
      paymentMethod: "cod",
      again: true,
    };
    const headers = { token: person?.token ?? "", "idempotency-key": freshCode() };
    return { path: "/api/order/placeOrder", headers, body };
  };
}

export const FILL = `
  with goods as (
    insert into products (id, name, description, price, category, sub_category, sizes, images, colour)
    select 'bench' || n, 'Bench tee', 'Sample.', 1500, 'Unisex', 'Topwear', '{M}', '{/images/sample.svg}', '#cccccc'
    from generate_series(1, $1::int) as n returning id
  ), shelf as (
    insert into stock (product_id, size, on_hand, received) select id, 'M', 1000000, 1000000 from goods
  ), people as (
    insert into users (id, name, email, password_hash, verified_at)
    select 'bench' || n, 'Wanjiku Otieno', 'bench' || n || '@example.com', 'none', now()
    from generate_series(1, $2::int) as n returning id
  )
  insert into sessions (user_id, token_hash, expires_at) select id, id, now() + interval '1 day' from people`;

/** Waits until the shop has looked for every code that is due. */
async function haveNothingToDo({ query }: Stage): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    const due = await query("select from payments where next_check_at < now() limit 1");
    if (due.length === 0) return;
    await pause(100);
  }
  throw new Error("the shop is still looking for codes");
}
