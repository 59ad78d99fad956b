import { brokenInvariants } from "../invariants.ts";
import type { Environment } from "./environment.ts";
import type { Told } from "./shoppers.ts";

/** What the world came to, held against what the providers know. */
export type Verdict = {
  orders: number;
  refunds: number;
  /** Money that may be another payment's: staff were told, and decide. */
  held: number;
  lost: string[];
  doubles: string[];
  drift: string[];
  broken: string[];
  others: string[];
};

type Row = {
  id: string;
  method: string;
  state: string;
  why: string | null;
  reference: string;
  receipt: string | null;
  order_id: string | null;
  has_order: boolean;
  held: boolean;
  refund: string | null;
  refunded: number | null;
};

/** Money that somebody really paid, by the name the shop gave it; `back`: how much of it was given back. */
export type Money = { reference: string; receipt: string; back: number; amount: number };

/** Everything the providers took in, in full and in shillings. */
export function moneyOf({ daraja, flutterwave }: Environment): Money[] {
  const prompts = new Map(daraja.payments().map((prompt) => [prompt.receipt, prompt.accountReference]));
  const mobile = daraja.ledger().map(({ receipt, amount, reversed }) => ({
    reference: prompts.get(receipt) ?? `till:${receipt}`,
    receipt,
    amount,
    back: reversed ? amount : 0,
  }));
  const cards = flutterwave
    .transactions()
    .filter(({ status }) => status === "successful")
    .map(({ tx_ref, id, amount, refunded }) => ({
      reference: tx_ref,
      receipt: String(id),
      amount,
      back: refunded,
    }));
  return [...mobile, ...cards];
}

/** Money that has become neither an order nor a refund yet. */
export async function unsettled(environment: Environment, promised: ReadonlySet<string>): Promise<Money[]> {
  const settled = new Set(
    (
      await environment.query<{ reference: string }>(
        `select p.reference from payments p left join refunds r on r.payment_id = p.id
         where p.state = 'ordered' or r.state in ('sent', 'done', 'unknown', 'failed') or ${HELD}`,
      )
    ).map(({ reference }) => reference),
  );
  return moneyOf(environment).filter(
    ({ reference, receipt }) =>
      !settled.has(reference) && (!reference.startsWith("till:") || promised.has(receipt)),
  );
}

/** Two payments of one amount at one time, of which one has no receipt: only a person can tell whose a code is. */
const HELD = "p.state = 'paid_held' and p.why like 'its money may %'";

export async function judge(environment: Environment, told: Told): Promise<Verdict> {
  const rows = await environment.query<Row>(
    `select p.id, p.method, p.state, p.why, p.reference, p.receipt, p.order_id, o.id is not null as has_order,
       r.state as refund, coalesce(${HELD}, false) as held, case when r.state = 'done' then r.amount end as refunded
     from payments p left join orders o on o.id = p.order_id left join refunds r on r.payment_id = p.id`,
  );
  const byReference = new Map(rows.map((row) => [row.reference, row]));
  const money = moneyOf(environment);
  const promised = new Set(told.codes);
  const broken = (await brokenInvariants(environment)).map(({ rule, place }) => `${rule}: ${place}`);
  const [counts] = await environment.query<{ orders: number; unread: number; holds: number }>(
    `select (select count(*)::int from orders) as orders, (select count(*)::int from holds where until is not null) as holds,
       (select count(*)::int from hook_inbox where processed_at is null) as unread`,
  );
  const missing = await missingOrders(environment, told.orders);
  return {
    orders: counts?.orders ?? 0,
    refunds: rows.filter((row) => row.refund !== null).length,
    held: rows.filter((row) => row.held).length,
    lost: [
      ...money.flatMap(({ reference, receipt }) => {
        const row = byReference.get(reference);
        if (!row && reference.startsWith("till:") && !promised.has(receipt)) return [];
        const settled =
          row && (row.held || row.refund !== null || (row.state === "ordered" && row.has_order));
        return settled
          ? []
          : [
              `paid, and neither ordered nor given back: ${reference} is ${row?.state} (${row?.why ?? "no word why"}); ${heardOf(environment, reference, receipt)}`,
            ];
      }),
      ...missing.map((id) => `somebody was shown order ${id}, and it is not there`),
    ],
    doubles: doublesOf(environment, rows, money),
    drift: broken.filter((line) => line.startsWith("I1")),
    broken: broken.filter((line) => !line.startsWith("I1")),
    others: [
      ...told.faults,
      ...unpaidYetOrdered(rows, money),
      ...refundsThatDiffer(rows, money),
      ...stillOpen(rows),
      ...(counts?.unread ? [`${counts.unread} hooks were never read`] : []),
      ...(counts?.holds ? [`${counts.holds} holds were never let go`] : []),
      ...(await failedJobs(environment)),
    ],
  };
}

/** What the shop was told of a payment, for whoever looks into it. */
function heardOf({ daraja }: Environment, reference: string, receipt: string): string {
  const prompt = daraja.payments().find((each) => each.accountReference === reference);
  const about = prompt?.checkoutRequestId ?? receipt;
  const calls = daraja
    .requests()
    .filter(({ body }) => JSON.stringify(body)?.includes(about))
    .map(({ direction, path, status }) => `${direction} ${path.split("/").slice(1, 4).join("/")} ${status}`);
  return [prompt ? `scenario ${prompt.scenario}` : "no prompt", ...calls].join(", ");
}

async function missingOrders(environment: Environment, shown: string[]): Promise<string[]> {
  const there = await environment.query<{ id: string }>("select id from orders where id = any($1)", [shown]);
  const ids = new Set(there.map(({ id }) => id));
  return shown.filter((id) => !ids.has(id));
}

/** More than one prompt of one tap, more than one order or refund of one payment. */
function doublesOf({ daraja, flutterwave }: Environment, rows: Row[], money: Money[]): string[] {
  const reversals = daraja
    .requests("/reversal/")
    // one refused for its token has done nothing, and is sent again
    .filter(({ status }) => status === 200)
    .map(({ body }) => (body as { TransactionID?: string }).TransactionID ?? "");
  const refunds = flutterwave
    .requests()
    .filter(({ method, path }) => method === "POST" && path.includes("/refund"));
  return [
    ...repeated(daraja.payments().map((prompt) => prompt.accountReference)).map(
      (reference) => `two prompts of one tap: ${reference}`,
    ),
    ...repeated(rows.flatMap((row) => row.order_id ?? [])).map((id) => `two payments of one order: ${id}`),
    ...repeated(reversals).map((receipt) => `reversed twice: ${receipt}`),
    ...repeated(refunds.map(({ path }) => path)).map((path) => `refunded twice: ${path}`),
    ...money
      .filter(({ back, amount }) => back > amount)
      .map(({ reference }) => `more given back than paid: ${reference}`),
  ];
}

function repeated(names: string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

function unpaidYetOrdered(rows: Row[], money: Money[]): string[] {
  const paid = new Set(money.map(({ reference }) => reference));
  return rows
    .filter((row) => (row.state === "ordered" || row.refund !== null) && !paid.has(row.reference))
    .map((row) => `ordered, and nobody paid: ${row.method} ${row.reference}`);
}

/** Given back and known to be; what was cut off waits for staff, who see both sides. */
function refundsThatDiffer(rows: Row[], money: Money[]): string[] {
  const byReference = new Map(money.map((each) => [each.reference, each]));
  return rows.flatMap((row) => {
    const back = byReference.get(row.reference)?.back ?? 0;
    if (row.refund === "unknown" || row.refund === "failed") return [];
    return back === (row.refunded ?? 0)
      ? []
      : [`${back} given back of ${row.reference}, the shop says ${row.refunded ?? 0} (${row.refund})`];
  });
}

const OPEN = new Set(["created", "submitting", "pending", "submit_unknown", "paid_held"]);

function stillOpen(rows: Row[]): string[] {
  return rows.flatMap((row) => [
    ...(OPEN.has(row.state) && !row.held
      ? [`still open after a day: ${row.method} ${row.reference} is ${row.state}`]
      : []),
    ...(row.refund === "due" || row.refund === "sending" || row.refund === "sent"
      ? [`a refund is still ${row.refund}: ${row.reference}`]
      : []),
  ]);
}

/** Jobs that were given up. One without its key was asked for anew meanwhile, and that one counts. */
async function failedJobs(environment: Environment): Promise<string[]> {
  const failed = await environment.query<{ task: string; error: string }>(
    `select t.identifier as task, left(j.last_error, 200) as error
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.last_error is not null and j.attempts >= j.max_attempts and j.key is not null`,
  );
  return failed.map(({ task, error }) => `the job ${task} failed: ${error}`);
}
