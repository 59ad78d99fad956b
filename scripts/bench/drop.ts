import { setTimeout as pause } from "node:timers/promises";
import { addProduct, type Goods } from "../../test/goods.ts";
import { ADDRESS, freshCode, type Person } from "../../test/people.ts";
import { browse, listOf, times } from "./crowd.ts";
import { type Answered, type Asked, ask, askAside, askInTurn, connections, percentile } from "./load.ts";
import { regulars } from "./regulars.ts";
import type { Figure, Stage } from "./stage.ts";

const PHONES = 2_000;
/** Codes that nobody has found keep half of them: so many are ordered. */
const PIECES = 1_000;
const ORDERED = PIECES / 2;
/** The pages of all phones ask within so many milliseconds (src/catalogue/watch-opening.ts), and order a little later. */
const SPREAD = 3_000;
const ORDER_AFTER = 500;
const WARM_MS = 5_000;
/** Time for the crowds' own processes to be there before the moment. */
const AHEAD = 12_000;
/** Milliseconds after which who was turned away asks again, and how often at most. */
const AGAIN_AFTER = 2_000;
const TRIES = 10;
const BUDGET = 1_000;

/** A drop at whose moment 2,000 phones ask for its page and order it. */
export async function benchDrop(stage: Stage): Promise<Figure[]> {
  const { url } = await stage.startShop({ PAYMENT_METHODS: "cod" });
  const people = await regulars(stage, PHONES);
  const drop = await addProduct(stage, { stock: { M: PIECES }, onSaleIn: 3_600, announced: true });
  await askInTurn(url, { at: 8, ms: WARM_MS, next: browse });
  const moment = await setMoment(stage, drop);
  const page = { path: `/product/${drop._id}.data?_routes=catalogue%2Fproduct-page` };
  await demandCached(url, page);
  const perSecond = (1_000 * PHONES) / SPREAD;
  const [pages, orders] = await Promise.all([
    askAside({
      url,
      sockets: PHONES,
      perSecond,
      ms: SPREAD,
      startAt: moment,
      asks: listOf(PHONES, () => page),
    }),
    orderUntilAnswered(url, moment + ORDER_AFTER, people, drop),
  ]);
  const sold = await readSold(stage, drop);
  await stage.stopShop();
  const none = { budget: 0, unit: "" };
  return [
    {
      what: `${PHONES} phones at the moment of a drop: its page, p99`,
      got: percentile(times(pages.filter(isLetIn)), 99),
      budget: BUDGET,
      unit: "ms",
    },
    { what: "orders let in, p99", got: percentile(times(orders.letIn), 99), budget: BUDGET, unit: "ms" },
    { what: "turned away at first, and let in later", got: orders.turnedAway, unit: "" },
    { what: "never answered", got: PHONES - orders.letIn.length, ...none },
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

/** What stands in the cache when the moment comes is the page from before it. */
async function demandCached(url: string, page: Asked): Promise<void> {
  const agent = connections(1);
  const answer = await ask(url, agent, page);
  agent.destroy();
  if (answer.status !== 200) throw new Error(`the drop's page answered ${answer.status}`);
}

/** Everybody orders one; who is turned away asks again a little later, as the browser says to. */
async function orderUntilAnswered(url: string, startAt: number, people: Person[], drop: Goods) {
  const letIn: Answered[] = [];
  let waiting = people.map((person, index) => orderOf(drop, person, index));
  let turnedAway = 0;
  for (let tries = 0; waiting.length > 0 && tries < TRIES; tries += 1) {
    if (tries > 0) await pause(AGAIN_AFTER);
    const perSecond = (1_000 * waiting.length) / SPREAD;
    const given = { url, sockets: PHONES, perSecond, ms: SPREAD, startAt, asks: waiting };
    const answers = await askAside(given);
    letIn.push(...answers.filter(isLetIn));
    waiting = waiting.filter((_, at) => !answers[at] || !isLetIn(answers[at]));
    if (tries === 0) turnedAway = waiting.length;
  }
  return { letIn, turnedAway };
}

function orderOf({ _id, price }: Goods, { token, userId }: Person, index: number): Asked {
  return {
    path: "/api/order/placeOrder",
    headers: {
      token,
      "idempotency-key": userId,
      "x-forwarded-for": `10.0.${(index >> 8) & 255}.${index & 255}`,
    },
    body: {
      address: ADDRESS,
      items: [{ _id, size: "M", quantity: 1 }],
      amount: price + 1,
      mpesaCode: freshCode(),
      paymentMethod: "cod",
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
