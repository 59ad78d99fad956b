import { setTimeout as pause } from "node:timers/promises";
import { addProduct } from "../../test/goods.ts";
import { ADDRESS, freshCode, type Person, regulars } from "../../test/people.ts";
import { percentile } from "./load.ts";
import type { Figure, Stage } from "./stage.ts";

/** Phones that wait for M-Pesa, each asking every three seconds, while others order; for so many seconds. */
const POLLERS = 200;
const SHOPPERS = 40;
const POLL_EVERY = 3_000;
const ORDER_EVERY = 8_000;
const SECONDS = 24;

/** p99 of /token/query for 200 open payment pages while cash-on-order orders come in. */
export async function benchPollers(stage: Stage): Promise<Figure[]> {
  await stage.startShop();
  const tee = await addProduct(stage, { stock: { M: 10_000 } });
  const people = await regulars(stage, POLLERS + SHOPPERS);
  const items = [{ _id: tee._id, size: "M", quantity: 1 }];
  const amount = tee.price + 1;
  const pollers = people.slice(0, POLLERS);
  const shoppers = people.slice(POLLERS);
  const requests: string[] = [];
  for (const [index, person] of pollers.entries()) {
    const phoneNumber = `2547${String(20_000_000 + index)}`;
    const asked = { amount: String(amount), phoneNumber, items, address: ADDRESS };
    const { body } = await call(stage, person, index, "/token/stkpush", asked);
    requests.push(String(body.CheckoutRequestID));
  }
  const polls: number[] = [];
  const orders: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  await Promise.all([
    ...pollers.map((person, index) =>
      repeat(until, (POLL_EVERY / POLLERS) * index, POLL_EVERY, async () => {
        const asked = { checkoutRequestID: requests[index] };
        polls.push((await call(stage, person, index, "/token/query", asked)).ms);
      }),
    ),
    ...shoppers.map((person, index) =>
      repeat(until, (ORDER_EVERY / SHOPPERS) * index, ORDER_EVERY, async () => {
        const order = { address: ADDRESS, items, amount, mpesaCode: freshCode(), paymentMethod: "cod" };
        orders.push((await call(stage, person, index, "/api/order/placeOrder", order)).ms);
      }),
    ),
  ]);
  await stage.stopShop();
  return [
    {
      what: `/token/query p99, ${POLLERS} pollers, ${polls.length} polls`,
      got: percentile(polls, 99),
      budget: 50,
      unit: "ms",
    },
    { what: "/token/query median", got: percentile(polls, 50), unit: "ms" },
    {
      what: `placeOrder p99 meanwhile, ${orders.length} orders`,
      got: percentile(orders, 99),
      budget: 500,
      unit: "ms",
    },
  ];
}

async function repeat(until: number, delay: number, every: number, work: () => Promise<void>): Promise<void> {
  await pause(delay);
  while (performance.now() < until) {
    const begun = performance.now();
    await work();
    await pause(Math.max(0, every - (performance.now() - begun)));
  }
}

async function call({ url }: Stage, person: Person, index: number, path: string, body: object) {
  const begun = performance.now();
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      token: person.token,
      "x-forwarded-for": `10.0.${index >> 8}.${index & 255}`,
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer.message}`);
  return { body: answer, ms: performance.now() - begun };
}
