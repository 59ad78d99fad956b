import { METHODS, STATUSES } from "../../src/ordering/rules.ts";
import { addInventedOrders } from "../seed/invented-orders.ts";
import { counterInFlood } from "./counter-in-flood.ts";
import { askInTurn, median, percentile } from "./load.ts";
import { STAFF_SETTINGS, signInOwner } from "./owner-session.ts";
import type { Figure, Running, Stage } from "./stage.ts";

const ORDERS = 100_000;
const AT = 4;
/** Milliseconds that 95 of 100 answers may take at most (issue). */
const BUDGET = 100;
const WARM_MS = 5_000;
/** Of each kind of question, for so many milliseconds. */
const MS = 2_000;
/** Orders whose phones, names and codes are searched for. */
const SOUGHT = 200;

type Sought = { id: string; code: string; digits: string; first: string; last: string };

/** The counter's list of orders, its filters, searches and last page, asked by a signed-in owner; and the same in a flood. */
export async function benchCounter(stage: Stage): Promise<Figure[]> {
  await addInventedOrders(stage.connection, ORDERS);
  const shop = await stage.startShop(STAFF_SETTINGS);
  const headers = await signInOwner(stage, shop);
  const sought = await stage.query<Sought>(SOUGHT_ORDERS, [SOUGHT]);
  const one = (turn: number) => sought[turn % sought.length] as Sought;
  const searching = (typed: (order: Sought) => string) => (turn: number) =>
    `?q=${encodeURIComponent(typed(one(turn)))}`;
  const measure = (queries: Queries) => slowest(shop, headers, { path: LIST, queries, budget: BUDGET });
  await askInTurn(shop.url, { at: AT, ms: WARM_MS, next: () => ({ path: LIST, headers }) });
  const figures = [
    await measure({ list: () => "" }),
    await measure({ ...FILTERS }),
    await measure({
      "search by phone, 07…": searching(({ digits }) => `0${digits}`),
      "search by phone, +2547…": searching(({ digits }) => `+254${digits}`),
      "search by phone, 2547…": searching(({ digits }) => `254${digits}`),
      "search by phone, a part": searching(({ digits }) => `0${digits.slice(0, 6)}`),
    }),
    await measure({
      "search by first name": searching(({ first }) => first),
      "search by whole name": searching(({ first, last }) => `${first} ${last}`),
      "search by whole name in one status": (turn) =>
        `${searching(({ first, last }) => `${first} ${last}`)(turn)}&status=Packing`,
    }),
    await measure({
      "search by one letter": searching(({ first }) => first.slice(0, 1)),
      "search by a letter that begins no word": () => "?q=x",
      "search by two letters": searching(({ last }) => last.slice(0, 2)),
      "search by what nobody is called": () => "?q=wanjiku%20zzzz",
    }),
    await measure({ "search by M-Pesa code": searching(({ code }) => code) }),
    await measure({
      "search by last 8": searching(({ id }) => id.slice(-8)),
      "search by whole id": searching(({ id }) => id),
    }),
    await measure(await deepestPages(stage)),
    await slowest(shop, headers, { path: "/api/staff", queries: otherScreens(one) }),
  ];
  const flooded = await counterInFlood(stage, shop, headers);
  await stage.stopShop();
  return [...figures.flat(), ...flooded];
}

/** What follows the path, by what it asks for. */
type Queries = Record<string, (turn: number) => string>;

const LIST = "/api/staff/orders";

/** The calls behind the other screens that grow with the shop. */
function otherScreens(one: (turn: number) => Sought): Queries {
  const paths = ["today", "codes", "payments?which=doubtful", "payments?which=unmatched", "audit"];
  return {
    "an order": (turn) => `/orders/${one(turn).id}`,
    ...Object.fromEntries(paths.map((path) => [path, () => `/${path}`])),
  };
}

const FILTERS = Object.fromEntries(
  [
    ...STATUSES.map((status) => `status=${encodeURIComponent(status)}`),
    ...METHODS.map((method) => `method=${method}`),
    "paid=true",
    "paid=false",
    "status=Delivered&paid=false",
    "from=2020-01-01&to=2020-12-31",
    "from=2020-01-01&to=2099-12-31",
  ].map((query) => [`filter ${decodeURIComponent(query)}`, () => `?${query}`]),
);

const SOUGHT_ORDERS = `
  select id, mpesa_code as code, right(regexp_replace(address->>'phone', '[^0-9]', '', 'g'), 9) as digits,
    address->>'firstName' as first, address->>'lastName' as last
  from orders where mpesa_code is not null order by random() limit $1`;

/** The last page of everything, of a filter, and of a search for the most frequent name. */
async function deepestPages(stage: Stage): Promise<Queries> {
  const [common] = await stage.query<{ name: string }>(
    "select address->>'firstName' as name from orders group by 1 order by count(*) desc limit 1",
  );
  const name = common?.name ?? "";
  const pages = [
    { what: "deepest page", query: "", where: "true" },
    { what: "deepest page of a filter", query: "&status=Delivered", where: "status = 'Delivered'" },
    { what: "deepest page of a search", query: `&q=${name}`, where: `search like lower('%${name}%')` },
  ];
  const found: Queries = {};
  for (const { what, query, where } of pages) {
    const [row] = await stage.query<{ id: string }>(
      `select id from orders where ${where} order by placed_at, id offset 50 limit 1`,
    );
    found[what] = () => `?after=${row?.id}${query}`;
  }
  return found;
}

/** The slowest of several kinds of question, each asked for a while. */
async function slowest(
  { url }: Running,
  headers: Record<string, string>,
  { path, queries, budget }: { path: string; queries: Queries; budget?: number },
): Promise<Figure[]> {
  const measured: { what: string; p95: number; middle: number }[] = [];
  for (const [what, query] of Object.entries(queries)) {
    const next = (turn: number) => ({ path: path + query(turn), headers });
    const answers = await askInTurn(url, { at: AT, ms: MS, next });
    const failed = answers.find(({ status }) => status !== 200);
    if (failed) throw new Error(`${what} answered ${failed.status}: ${failed.body}`);
    const times = answers.map(({ ms }) => ms);
    measured.push({ what, p95: percentile(times, 95), middle: median(times) });
  }
  measured.sort((a, b) => b.p95 - a.p95);
  const [worst = { what: "nothing", p95: Number.NaN, middle: Number.NaN }] = measured;
  const among = measured.length > 1 ? `, slowest of ${measured.length}` : "";
  return [
    {
      what: `counter, ${ORDERS} orders: ${worst.what}${among}, p95 at ${AT}`,
      got: worst.p95,
      ...(budget ? { budget } : {}),
      unit: "ms",
    },
    { what: "the same, median", got: worst.middle, unit: "ms" },
  ];
}
