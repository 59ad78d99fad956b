import { setTimeout as pause } from "node:timers/promises";
import { addProduct } from "../../test/goods.ts";
import { ADDRESS, freshCode, type Person, regulars } from "../../test/people.ts";
import { type Answered, type Asked, ask, askAside, askInTurn, connections, percentile } from "./load.ts";
import type { Figure, Running, Stage } from "./stage.ts";
import { memoryOf } from "./start.ts";

/** Phones on the payment page or among the goods, shoppers who order, how often each acts (ms), and for how long. */
const PHONES = 500;
const SHOPPERS = 50;
const POLL_EVERY = 3_000;
const PAGE_EVERY = 10_000;
const ORDER_EVERY = 8_000;
const CROWD_MS = 24_000;
const WARM_MS = 5_000;
/** Times what it can do, and for how long. */
export const TOO_MUCH = 4;
const FLOOD_MS = 10_000;
/** Orders and callbacks each second meanwhile. */
const CHECKOUT_EACH = 10;
const BUDGET = { page: 300, order: 500, accepted: 1_000, refused: 250, checkoutRefused: 1, memory: 110 };
const QUIET_MS = 15_000;

/** A crowd of open phones; then four times what the shop can do, and what it holds when that is over. */
export async function benchCrowd(stage: Stage): Promise<Figure[]> {
  const shop = await stage.startShop();
  const tee = await addProduct(stage, { stock: { M: 100_000 } });
  const items = [{ _id: tee._id, size: "M", quantity: 1 }];
  const people = await regulars(stage, PHONES + SHOPPERS + 2_000);
  const place = (person: Person | undefined, index: number): Asked => ({
    path: "/api/order/placeOrder",
    headers: who(person, index),
    body: { address: ADDRESS, items, amount: tee.price + 1, mpesaCode: freshCode(), paymentMethod: "cod" },
  });
  const open = await openPhones(shop, people.slice(0, PHONES), { items, amount: String(tee.price + 1) });
  const shoppers = people.slice(PHONES, PHONES + SHOPPERS);
  // a shop that has been open for a while: the first pages of a new process take ten times as long
  await askInTurn(shop.url, { at: 8, ms: WARM_MS, next: browse });
  const calm = await inCrowd(shop, { open, order: (turn) => place(shoppers[turn % SHOPPERS], turn) });
  const flood = await inFlood(shop, (turn) => place(people[PHONES + SHOPPERS + turn], turn));
  await stage.stopShop();
  return [...calm, ...flood];
}

/** An address of his own for everybody. */
function who(person: Person | undefined, index: number) {
  return { token: person?.token ?? "", "x-forwarded-for": `10.0.${(index >> 8) & 255}.${index & 255}` };
}

/** Phones that were asked to pay and wait: how each of them polls. */
async function openPhones(shop: Running, people: Person[], goods: object): Promise<Asked[]> {
  const agent = connections(8);
  const polls: Asked[] = [];
  for (const [index, person] of people.entries()) {
    const headers = who(person, index);
    const body = { ...goods, phoneNumber: `2547${20_000_000 + index}`, address: ADDRESS };
    const answer = await ask(shop.url, agent, { path: "/token/stkpush", headers, body });
    if (answer.status !== 200) throw new Error(`a push answered ${answer.status}: ${answer.body}`);
    const { CheckoutRequestID: checkoutRequestID } = JSON.parse(answer.body);
    polls.push({ path: "/token/query", headers, body: { checkoutRequestID } });
  }
  agent.destroy();
  return polls;
}

async function inCrowd(
  { url }: Running,
  given: { open: Asked[]; order: (turn: number) => Asked },
): Promise<Figure[]> {
  const each = (count: number, every: number, asks: Asked[]) =>
    askAside({ url, sockets: count, perSecond: (count * 1_000) / every, ms: CROWD_MS, asks });
  const [polls, pages, orders] = await Promise.all([
    each(PHONES, POLL_EVERY, given.open),
    each(PHONES, PAGE_EVERY, listOf((PHONES * CROWD_MS) / PAGE_EVERY, browse)),
    each(SHOPPERS, ORDER_EVERY, listOf((SHOPPERS * CROWD_MS) / ORDER_EVERY, given.order)),
  ]);
  const p99 = (answers: Answered[]) => percentile(times(answers), 99);
  const refused = [...polls, ...pages, ...orders].filter(({ status }) => status !== 200).length;
  return [
    { what: `${PHONES} phones: pages, p99`, got: p99(pages), budget: BUDGET.page, unit: "ms" },
    { what: `${PHONES} phones: polls, p99`, got: p99(polls), budget: BUDGET.page, unit: "ms" },
    { what: `${SHOPPERS} shoppers: orders, p99`, got: p99(orders), budget: BUDGET.order, unit: "ms" },
    { what: "refused meanwhile", got: refused, budget: 0, unit: "" },
  ];
}

async function inFlood(shop: Running, order: (turn: number) => Asked): Promise<Figure[]> {
  const warm = await askInTurn(shop.url, { at: 32, ms: FLOOD_MS, next: browse });
  const capacity = warm.filter(({ status }) => status === 200).length / (FLOOD_MS / 1_000);
  const before = await memoryOf(shop.child);
  const at = (perSecond: number, next: (turn: number) => Asked) =>
    askAside({
      url: shop.url,
      sockets: 1_000,
      perSecond,
      ms: FLOOD_MS,
      asks: listOf((perSecond * FLOOD_MS) / 1_000, next),
    });
  const [pages, orders, callbacks] = await Promise.all([
    at(capacity * TOO_MUCH, browse),
    at(CHECKOUT_EACH, order),
    at(CHECKOUT_EACH, callback),
  ]);
  const accepted = pages.filter(({ status }) => status === 200);
  const refused = pages.filter(({ status }) => status === 503);
  const checkout = [...orders, ...callbacks];
  const turnedAway = checkout.filter(({ status }) => status === 503 || status === 0);
  const silent = refused.filter(({ headers }) => headers["retry-after"] === undefined).length;
  await pause(QUIET_MS);
  const after = await memoryOf(shop.child);
  return [
    { what: "pages made, as many as it can", got: capacity, unit: "/s" },
    {
      what: `at ${TOO_MUCH} times that: pages let in, slowest of 100`,
      got: percentile(times(accepted), 99),
      budget: BUDGET.accepted,
      unit: "ms",
    },
    {
      what: "let in, of what it can",
      got: (100 * accepted.length) / (capacity * (FLOOD_MS / 1_000)),
      unit: "%",
    },
    { what: "refused, median", got: percentile(times(refused), 50), budget: BUDGET.refused, unit: "ms" },
    { what: "refused without Retry-After, or cut off", got: silent + cutOff(pages), budget: 0, unit: "" },
    {
      what: "orders meanwhile, p99",
      got: percentile(times(orders), 99),
      budget: BUDGET.accepted,
      unit: "ms",
    },
    {
      what: "orders and callbacks turned away",
      got: (100 * turnedAway.length) / checkout.length,
      budget: BUDGET.checkoutRefused,
      unit: "%",
    },
    { what: "memory afterwards, of before", got: (100 * after) / before, budget: BUDGET.memory, unit: "%" },
  ];
}

export function listOf(length: number, next: (turn: number) => Asked): Asked[] {
  return Array.from({ length: Math.ceil(length) }, (_, turn) => next(turn));
}

let browsed = 0;
/** A page nobody has asked for before, so that it is made. */
export function browse(): Asked {
  browsed += 1;
  return { path: `/collection?search=${browsed}` };
}

/** One that nobody is waiting for: it is taken in and looked up all the same. */
function callback(turn: number): Asked {
  return { path: "/hooks/card", body: { event: "charge.completed", data: { id: turn, tx_ref: "none" } } };
}

export function times(answers: Answered[]): number[] {
  return answers.map(({ ms }) => ms);
}

function cutOff(answers: Answered[]): number {
  return answers.filter(({ status }) => status === 0).length;
}
