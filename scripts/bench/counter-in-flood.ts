import { browse, listOf, TOO_MUCH, times } from "./crowd.ts";
import { type Answered, type Asked, askAside, askInTurn, median, percentile } from "./load.ts";
import type { Figure, Running, Stage } from "./stage.ts";

/** How long what it can do is measured, and then the flood. */
const CAPACITY_MS = 10_000;
const FLOOD_MS = 30_000;
/** Calls of staff each second meanwhile: a handful of people at work. */
const STAFF_EACH = 5;
/** Milliseconds that 99 of 100 calls of staff may take at most (issue). */
const BUDGET = 1_000;

/** What staff are answered while shoppers ask for four times the pages that can be made. */
export async function counterInFlood(
  stage: Stage,
  { url }: Running,
  headers: Record<string, string>,
): Promise<Figure[]> {
  const warm = await askInTurn(url, { at: 32, ms: CAPACITY_MS, next: browse });
  const capacity = countOf(warm, 200) / (CAPACITY_MS / 1_000);
  const flood = (sockets: number, perSecond: number, next: (turn: number) => Asked) =>
    askAside({ url, sockets, perSecond, ms: FLOOD_MS, asks: listOf((perSecond * FLOOD_MS) / 1_000, next) });
  const orders = await stage.query<{ id: string }>("select id from orders order by random() limit 200");
  const [pages, staff] = await Promise.all([
    flood(1_000, capacity * TOO_MUCH, browse),
    flood(20, STAFF_EACH, (turn) => dayAtTheCounter(orders[turn % orders.length]?.id ?? "", turn, headers)),
  ]);
  const failed = staff.find(({ status }) => status !== 200 && status !== 503 && status !== 0);
  if (failed) throw new Error(`a call of staff answered ${failed.status}`);
  return [
    {
      what: `counter, at ${TOO_MUCH} times what the shop can: staff, p99 of ${staff.length}`,
      got: percentile(times(staff), 99),
      budget: BUDGET,
      unit: "ms",
    },
    { what: "the same, median", got: median(times(staff)), unit: "ms" },
    { what: "staff refused or cut off", got: staff.length - countOf(staff, 200), budget: 0, unit: "" },
    { what: "shoppers refused meanwhile", got: (100 * countOf(pages, 503)) / pages.length, unit: "%" },
  ];
}

/** What staff do all day: look at lists, search, open an order, write a note. */
function dayAtTheCounter(id: string, turn: number, { cookie = "" }: Record<string, string>): Asked {
  const headers = { cookie };
  const reads = [
    "/staff/orders",
    "/api/staff/today",
    "/api/staff/orders?q=wanjiku",
    `/staff/orders/${id}`,
    "/api/staff/orders?status=Packing",
    "/api/staff/codes",
  ];
  const path = reads[turn % (reads.length + 1)];
  if (path) return { path, headers };
  const writes = { ...headers, "x-staff": "1", "idempotency-key": `flood-${turn}` };
  return { path: `/api/staff/orders/${id}/note`, headers: writes, body: { text: "Called, will be home." } };
}

function countOf(answers: Answered[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}
