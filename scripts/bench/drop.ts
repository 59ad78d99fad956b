import { setTimeout as pause } from "node:timers/promises";
import { addProduct, type Goods } from "../../test/goods.ts";
import { ADDRESS, freshCode, type Person, regulars } from "../../test/people.ts";
import { browse, times } from "./crowd.ts";
import { type Answered, type Asked, askAside, askInTurn, percentile } from "./load.ts";
import type { Figure, Stage } from "./stage.ts";

const PHONES = 2_000;
/** Codes that nobody has found keep half of them: so many are ordered. */
const PIECES = 1_000;
const ORDERED = PIECES / 2;
/** All phones ask for the page within so many milliseconds (src/catalogue/watch-opening.ts), and order a little later. */
const SPREAD = 3_000;
const ORDER_AFTER = 500;
/** Before, the shop is open for a while, with others who look and order: enough that none types too many codes. */
const WARM_MS = 5_000;
const OTHERS = 1_000;
/** Time for all phones to have opened the page before the moment. */
const AHEAD = 25_000;
/** Milliseconds after which who was turned away asks again, and how often at most. */
const AGAIN_AFTER = 2_000;
const TRIES = 10;
const BUDGET = 1_000;

/** A drop at whose moment 2,000 phones ask for its page and order it. */
export async function benchDrop(stage: Stage): Promise<Figure[]> {
  const { url } = await stage.startShop({ PAYMENT_METHODS: "cod" });
  const everybody = await regulars(stage, PHONES + OTHERS);
  const [people, others] = [everybody.slice(0, PHONES), everybody.slice(PHONES)];
  const tee = await addProduct(stage, { stock: { M: 100_000 } });
  const drop = await addProduct(stage, { stock: { M: PIECES }, onSaleIn: 3_600, announced: true });
  await askInTurn(url, { at: 8, ms: WARM_MS, next: browse });
  await askInTurn(url, { at: 8, ms: WARM_MS, next: (turn) => orderOf(tee, others, turn) });
  const moment = await setMoment(stage, drop);
  const { pages, orders, turnedAway } = await openDrop(url, moment, people, drop);
  const sold = await readSold(stage, drop);
  await stage.stopShop();
  const none = { budget: 0, unit: "" };
  return [
    {
      what: `${PHONES} phones at the moment of a drop: its page, p99`,
      got: percentile(times(pages), 99),
      budget: BUDGET,
      unit: "ms",
    },
    { what: "orders let in, p99", got: percentile(times(orders), 99), budget: BUDGET, unit: "ms" },
    { what: "orders turned away at first, and let in later", got: turnedAway, unit: "" },
    { what: "never answered", got: PHONES - orders.length, ...none },
    { what: `of ${ORDERED} pieces ordered`, got: sold.ordered, atLeast: ORDERED, unit: "" },
    { what: "ordered beyond that, or not there", got: sold.ordered - ORDERED + sold.missing, ...none },
    { what: "ordered before the moment", got: sold.early, ...none },
  ];
}

/** Sets the moment, in a while; gives it in milliseconds since 1970: all clocks here are one machine's. */
async function setMoment(stage: Stage, { _id }: Goods): Promise<number> {
  const [row] = await stage.query<{ moment: number }>(
    `update products set on_sale_from = clock_timestamp() + make_interval(secs => $2) where id = $1
     returning (extract(epoch from on_sale_from) * 1000)::float8 as moment`,
    [_id, AHEAD / 1_000],
  );
  if (!row) throw new Error("The drop is not there.");
  return row.moment;
}

/**
 * Phones that have waited on the page, each with the connection by which it asked what time it is: at the moment they ask
 * for the page, and then order. Whose order was turned away sends it again a little later, as the browser is told to.
 */
async function openDrop(url: string, startAt: number, people: Person[], drop: Goods) {
  const page = { path: `/product/${drop._id}.data?_routes=catalogue%2Fproduct-page` };
  const before = { path: `/api/product/drop?id=${drop._id}` };
  const lag = Math.round((PHONES * ORDER_AFTER) / SPREAD);
  let waiting = people.map((_, index) => orderOf(drop, people, index));
  const asks = Array.from({ length: PHONES + lag }, (_, turn) => [
    turn < PHONES ? page : undefined,
    waiting[turn - lag],
  ]).flatMap((each) => each.filter((asked) => asked !== undefined));
  const sent = { url, sockets: PHONES, before };
  const ms = SPREAD + ORDER_AFTER;
  const first = await askAside({ ...sent, perSecond: (1_000 * asks.length) / ms, ms, startAt, asks });
  const answerOf = new Map(first.map((answer, turn) => [asks[turn], answer]));
  const pages = first.filter((answer, turn) => asks[turn] === page && isLetIn(answer));
  const orders: Answered[] = [];
  const take = (answers: (Answered | undefined)[]) => {
    orders.push(...answers.filter((answer) => answer !== undefined).filter(isLetIn));
    waiting = waiting.filter((_, at) => {
      const answer = answers[at];
      return !answer || !isLetIn(answer);
    });
  };
  take(waiting.map((order) => answerOf.get(order)));
  const turnedAway = waiting.length;
  for (let tries = 0; waiting.length > 0 && tries < TRIES; tries += 1) {
    await pause(AGAIN_AFTER);
    const perSecond = (1_000 * waiting.length) / SPREAD;
    take(await askAside({ ...sent, perSecond, ms: SPREAD, asks: waiting }));
  }
  return { pages, orders, turnedAway };
}

function orderOf({ _id, price }: Goods, people: Person[], turn: number): Asked {
  const index = turn % people.length;
  const { token = "", userId = "" } = people[index] ?? {};
  return {
    path: "/api/order/placeOrder",
    headers: {
      token,
      "idempotency-key": `${userId} ${turn}`,
      "x-forwarded-for": `10.0.${(index >> 8) & 255}.${index & 255}`,
    },
    body: {
      address: ADDRESS,
      items: [{ _id, size: "M", quantity: 1 }],
      amount: price + 1,
      mpesaCode: freshCode(),
      paymentMethod: "cod",
      again: true,
    },
  };
}

/** Placed, or told that nothing is left. */
function isLetIn({ status }: Answered): boolean {
  return status === 200 || status === 409;
}

async function readSold(stage: Stage, { _id }: Goods) {
  const [row] = await stage.query<{ ordered: number; missing: number; early: number }>(
    `select count(*)::int as ordered, (count(*) filter (where o.placed_at < p.on_sale_from))::int as early,
       abs(min(s.received) - min(s.on_hand) - count(*))::int as missing
     from orders o join order_items i on i.order_id = o.id join products p on p.id = i.product_id
     join stock s on s.product_id = p.id and s.size = i.size where p.id = $1`,
    [_id],
  );
  if (!row) throw new Error("Nothing was ordered.");
  return row;
}
