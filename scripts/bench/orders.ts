import { ADDRESS, freshCode, type Person, regulars } from "../../test/people.ts";
import { type Figure, rowsOf } from "./figures.ts";
import { type Call, composed, measure, type Sequence } from "./load.ts";
import { preparePgbench } from "./pgbench.ts";
import { type Bench, type Item, stopShop } from "./shop.ts";

/** Each orders a few times: a customer has at most five codes that nobody has found. */
const SHOPPERS = 10_000;
/** Products that sell: sixteen concurrent shoppers sometimes want the same one. */
const SOLD = 100;
/** Seconds in which V8 compiles what a checkout needs. */
const WARM_UP = 10;
/** The shop looks a code up after 15 seconds: from then on each order meets the lookup of an earlier one. */
const LOOKED_UP = 16;

/** A shopper's way to an order by a typed code, and the order beside what PostgreSQL does on this machine. */
export async function benchOrders(bench: Bench): Promise<Figure[]> {
  const pgbench = await preparePgbench(bench);
  const before = await pgbench();
  const { url, child } = await bench.startShop();
  const people = await regulars(bench, SHOPPERS);
  await bench.query("analyze");
  const calls = callsOf(people, (await bench.items()).slice(0, SOLD));
  const add = await measure(url, [composed(calls.add)]);
  const checkout = await measure(url, Object.values(calls).map(composed), { warmUp: WARM_UP });
  const order = await measure(url, [composed(calls.order)], { warmUp: LOOKED_UP, seconds: 5 });
  await stopShop(child);
  const after = await pgbench();
  return [
    ...rowsOf("cart add", add, { atLeast: 200, p99: 150, others: "Vendure 20, Medusa 4" }),
    ...rowsOf("whole checkout: product, cart add, cart, quote, order", checkout, {
      atLeast: 30,
      p99: 300,
      others: "Vendure 6.1, Medusa 1.0",
    }),
    ...rowsOf("placeOrder", order, { p99: 80 }),
    {
      what: "transactions of pgbench in the time of one placeOrder",
      got: (before + after) / 2 / order.perSecond,
      unit: "",
      budget: { atMost: 40 },
      ...(Number.isNaN(before) ? { skipped: "no pgbench" } : {}),
    },
  ];
}

/** The calls of a checkout, in their order: one shopper and one product from the first to the last. */
function callsOf(people: Person[], items: Item[]) {
  let turn = 0;
  const chosen = (sequence: Sequence) => {
    if (sequence.person === undefined) {
      sequence.person = turn++ % people.length;
      sequence.item = Math.floor(Math.random() * items.length);
    }
    const { id = "", price = 0 } = items[sequence.item ?? 0] ?? {};
    return { token: people[sequence.person]?.token ?? "", id, price };
  };
  const post = (path: string, token: string, body: object, headers = {}): Call => ({
    path,
    method: "POST",
    headers: { token, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const line = (id: string) => [{ _id: id, size: "M", quantity: 1 }];
  return {
    product: (sequence: Sequence): Call => ({ path: `/product/${chosen(sequence).id}` }),
    add: (sequence: Sequence) => {
      const { token, id } = chosen(sequence);
      return post("/api/cart/add", token, { itemId: id, size: "M" });
    },
    cart: (sequence: Sequence) => post("/api/cart/get", chosen(sequence).token, {}),
    quote: (sequence: Sequence) => {
      const { token, id } = chosen(sequence);
      return post("/api/order/quote", token, { items: line(id), state: ADDRESS.state, city: ADDRESS.city });
    },
    order: (sequence: Sequence) => {
      const { token, id, price } = chosen(sequence);
      const payment = { mpesaCode: freshCode(), paymentMethod: "cod", again: true };
      const order = { address: ADDRESS, items: line(id), amount: price + 1, ...payment };
      return post("/api/order/placeOrder", token, order, { "idempotency-key": payment.mpesaCode });
    },
  };
}
