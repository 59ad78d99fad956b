import type pg from "pg";
import type { DestinationStream } from "pino";
import { afterAll, beforeAll } from "vitest";
import { createClock } from "../simulators/clock.ts";
import { startDaraja } from "../simulators/daraja/simulator.ts";
import { startFlutterwave } from "../simulators/flutterwave/simulator.ts";
import { settingsFor } from "../simulators/settings.ts";
import { releaseExpired } from "../src/ordering/holds.server.ts";
import { createPaymentContext } from "../src/payments/providers.server.ts";
import { listMoney } from "../src/payments/staff/list-money.server.ts";
import { listExceptions } from "../src/payments/staff/needs-decision.server.ts";
import type { Db } from "../src/platform/database/db.server.ts";
import type { Method } from "../src/shop.ts";
import { freePort } from "./free-port.ts";
import { addProduct, type Goods } from "./goods.ts";
import { PLACE } from "./orders.ts";
import { ADDRESS, customer, orderOf, type Person } from "./people.ts";
import { type Answer, openTestShop, type TestApp, type TestShop } from "./shop.ts";

export type PaidShop = Awaited<ReturnType<typeof openPaidShop>>;

/** Settings by which M-Pesa is asked as often as the schedule wants, and the simulator answers as often. */
export const ASKED_FREELY = { MPESA_QUERY_EVERY: "0" };
/** Settings without an operator's rights: M-Pesa cannot be asked about a typed code, and reverses nothing. */
export const NO_OPERATOR = { MPESA_INITIATOR: "", MPESA_SECURITY_CREDENTIAL: "" };

/** The one shop of a file's tests: there once they run, and closed after them. */
export function paidShop(settings: Record<string, string> = {}, log?: DestinationStream): PaidShop {
  const shop = {} as PaidShop;
  beforeAll(async () => {
    Object.assign(shop, await openPaidShop(settings, log));
  });
  afterAll(() => shop.close());
  return shop;
}

/** Another process on that shop's database, as long as its tests run. */
export function secondProcess(shop: PaidShop): TestApp {
  const app = {} as TestApp;
  beforeAll(async () => {
    Object.assign(app, await shop.second());
  });
  afterAll(() => app.close());
  return app;
}

/**
 * A whole shop with every way to pay, its door open, and both providers at the other end of the wire. Time stands still
 * until `pass` moves it: for the providers, for the rows, and for what the shop then has to do.
 */
export async function openPaidShop(
  settings: Record<string, string> = {},
  log?: DestinationStream,
  server?: pg.ClientConfig,
) {
  const clock = createClock({ scale: 0 });
  const daraja = await startDaraja({ clock });
  const flutterwave = await startFlutterwave({ clock });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  if (settings.MPESA_QUERY_EVERY === "0") daraja.control.switches({ queryLimit: false });
  const shop = await openTestShop(
    { ...settingsFor({ daraja: daraja.url, flutterwave: flutterwave.url, shop: url }), ...settings },
    { ...(log ? { log } : {}), ...(server ? { server } : {}) },
  );
  await shop.listen(port);
  flutterwave.control.webhookUrl({ url: `${url}/hooks/card` });

  /** What a worker would do now, in every app given; its own when none is. */
  const work = async (...apps: TestApp[]) => {
    await Promise.all((apps.length > 0 ? apps : [shop]).map((app) => app.jobs.cron.minute()));
  };

  /**
   * Seconds go by in steps, with a round after each in which something falls due, and one at the end. `app`: the process
   * that works.
   */
  const pass = async (seconds: number, step = 5, app: TestApp = shop) => {
    for (let left = seconds; left > 0; ) {
      const due = Math.min(await untilDue(shop), clock.untilNext() / 1000);
      const now = Math.min(Math.max(1, Math.ceil(due / step)) * step, left);
      await age(shop, now);
      await clock.advance(now * 1000);
      await work(app);
      left -= now;
    }
  };

  let phones = 0;
  /** A phone of no other test; without a scenario its owner decides by hand. */
  const phone = (scenario: string | null = null) => {
    phones += 1;
    const number = `254716${String(phones).padStart(6, "0")}`;
    daraja.control.scenario({ phone: number, scenario });
    return number;
  };

  return {
    ...shop,
    context: createPaymentContext(shop),
    phone,
    /** Somebody, and the product that they are about to buy. */
    sale: async (product: Parameters<typeof addProduct>[1] = {}) => ({
      tee: await addProduct(shop, product),
      buyer: await customer(shop),
    }),
    /** The same, and the card's page that they have open for it. */
    cardPage: async (product: Parameters<typeof addProduct>[1] = {}) => {
      const [tee, buyer] = [await addProduct(shop, product), await customer(shop)];
      const { tx_ref } = await intent(shop, buyer, tee);
      return { tee, buyer, tx_ref };
    },
    url,
    clock,
    daraja: daraja.control,
    darajaUrl: daraja.url,
    flutterwave: flutterwave.control,
    flutterwaveUrl: flutterwave.url,
    work,
    pass,
    close: async () => {
      await shop.close();
      await daraja.close();
      await flutterwave.close();
      clock.close();
    },
  };
}

/** A phone whose last three digits choose the simulator's scenario; each test takes one of its own. */
export function phoneOf(scenario: string): string {
  return `254700000${scenario}`;
}

let taps = 0;
/** A push for one product, as our own page asks for it. */
export function pushOf(product: Goods, phoneNumber: string, { quantity = 1, address = true, tap = "" } = {}) {
  taps += 1;
  return {
    amount: String(product.price * quantity + 1),
    phoneNumber,
    clientAttemptId: tap || `tap-${taps}`,
    items: [{ _id: product._id, size: product.size, quantity }],
    ...(address ? { address: ADDRESS } : {}),
  };
}

/** Asks for a push and gives its request id. */
export async function push(shop: TestShop, buyer: Person, body: object, key?: string): Promise<string> {
  const answer = await shop.post("/token/stkpush", body, buyer.token, key ? { "idempotency-key": key } : {});
  if (answer.status !== 200) throw new Error(`push refused: ${answer.status} ${answer.text}`);
  return String(answer.body.CheckoutRequestID);
}

/** The status of the push, as its page gets it. */
export async function standing(shop: TestShop, buyer: Person, checkoutRequestID: string) {
  const answer = await shop.post("/token/query", { checkoutRequestID }, buyer.token);
  return answer.body.data as { ResultCode: string | null; status: string; orderId?: string };
}

/** How this checkout stands for its shopper, as the page to pay gets it; `goods`: what it carries. */
export async function checkoutStanding(
  shop: Pick<TestShop, "post">,
  { token }: Pick<Person, "token">,
  checkout: string,
  goods: Goods[] = [],
  quantity = 1,
) {
  const items = goods.map(({ _id, size }) => ({ _id, size, quantity }));
  const asked = { checkout, ...(goods.length > 0 && { items }) };
  const { status, body } = await shop.post("/api/payment/checkout", asked, token);
  if (status !== 200) throw new Error(`not told how it stands: ${status} ${body.message}`);
  return body.standing;
}

export function confirm(shop: TestShop, buyer: Person, body: object): Promise<Answer> {
  return shop.post("/api/order/mpesa", body, buyer.token);
}

/** A card payment begun by this shopper; gives its tx_ref. */
export async function intent(shop: TestShop, buyer: Person, product: Goods, quantity = 1, key?: string) {
  const answer = await shop.post(
    "/api/payment/flutterwave/intent",
    {
      items: [{ _id: product._id, size: product.size, quantity }],
      address: ADDRESS,
      amount: product.price * quantity + 1,
    },
    buyer.token,
    key ? { "idempotency-key": key } : {},
  );
  if (answer.status !== 200) throw new Error(`intent refused: ${answer.status} ${answer.text}`);
  return answer.body.data as { tx_ref: string; amount: number; payload_hash: string; public_key: string };
}

/** Asks to pay for one size in this way, as our own page does; `key`: its checkout, `more`: what else is sent. */
export function payBy(
  shop: PaidShop,
  method: Method,
  { token }: Person,
  goods: Goods,
  {
    key = "",
    quantity = 1,
    phone = "",
    ...more
  }: { key?: string; quantity?: number; phone?: string; [field: string]: unknown } = {},
): Promise<Answer> {
  const { mpesaCode, paymentMethod, ...order } = orderOf(goods, { quantity });
  const [path, body] = {
    cod: [PLACE, { ...order, mpesaCode, paymentMethod }] as const,
    mpesa: ["/token/stkpush", pushOf(goods, phone || shop.phone(), { quantity })] as const,
    flutterwave: ["/api/payment/flutterwave/intent", order] as const,
  }[method];
  return shop.post(path, { ...body, ...more }, token, key ? { "idempotency-key": key } : {});
}

/** The time for which goods are kept for an attempt is over, and they are let go; what a code keeps has no end. */
export async function expireHold(shop: Pick<TestShop, "query">, db: Db, payment: string): Promise<void> {
  const [hold] = await shop.query<{ order_id: string }>(
    `update holds set until = now() - interval '1 second'
     where order_id = (select order_id from payments where id = $1) and until is not null returning order_id`,
    [payment],
  );
  if (hold) await releaseExpired(db, hold.order_id);
}

/** The one attempt of this shopper, or the newest, with the receipt of the money that paid it. */
export async function paymentOf(shop: TestShop, buyer: Person) {
  const [row] = await shop.query<Record<string, unknown>>(
    `select p.*, case when o.phase = 'placed' then o.id end as placed, o.address, o.language,
       o.key_hash, o.user_id, t.receipt, t.details
     from payments p join orders o on o.id = p.order_id left join transactions t on t.id = p.transaction_id
     where o.user_id = $1 order by p.id desc limit 1`,
    [buyer.userId],
  );
  return row ?? {};
}

/** What the owner's lists show of an attempt: its sums, and itself where it has none. */
export async function listedOf(shop: Pick<TestShop, "db" | "query">, paymentId: string) {
  const sums = await shop.query<{ id: string }>(
    "select id from transactions where payment_id = $1 order by id",
    [paymentId],
  );
  const pages = await Promise.all(sums.map(({ id }) => listMoney(shop.db, { id, open: true, page: 1 })));
  const attempts = (await listExceptions(shop.db)).filter(({ _id }) => _id === paymentId);
  return [
    ...pages.flatMap(({ rows }) => rows).map(({ amount, reason }) => ({ amount, reason })),
    ...attempts.map(({ amount, text }) => ({ amount, reason: text })),
  ];
}

/** What has a moment in it, by table. */
const MOMENTS = {
  payments: [
    "created_at",
    "submitted_at",
    "paid_at",
    "warned_at",
    "typed_at",
    "refused_at",
    "rejected_at",
    "warns_at",
    "ends_at",
    "next_check_at",
    "asked_at",
    "lease_until",
  ],
  holds: ["until"],
  coupon_uses: ["until", "lapses_at"],
  refunds: ["created_at", "next_try_at"],
  refund_attempts: ["started_at"],
  transactions: ["paid_at", "created_at"],
  exceptions: ["created_at", "closed_at"],
  webhook_inbox: ["received_at", "next_try_at"],
  owner_notices: ["mailed_at"],
  code_checks: ["asked_at"],
  provider_tokens: ["expires_at", "fetching_until"],
  provider_turns: ["next_at"],
  orders: ["placed_at", "announced_at"],
};

/** Seconds until a row has work; Infinity when none has. */
async function untilDue(shop: Pick<TestShop, "query">): Promise<number> {
  const [row] = await shop.query<{ seconds: number | null }>(
    `select extract(epoch from min(due) - now())::float as seconds from (
       select next_check_at as due from payments union all select until from holds
       union all select case when warned_at is null then warns_at else ends_at end from payments
         where ends_at is not null and state in ('pending', 'needs_review')
       union all select until from coupon_uses union all select next_try_at from refunds
       union all select coalesce(next_try_at, received_at) from webhook_inbox where processed_at is null and parked_at is null
     ) as work`,
  );
  return row?.seconds ?? Number.POSITIVE_INFINITY;
}

/** Rows become that many seconds older, as if the database's clock had moved on. */
export async function age(shop: Pick<TestShop, "query">, seconds: number): Promise<void> {
  // one round trip; each table in a transaction of its own, so that no lock is held while another is waited for
  await shop.query(
    agings(seconds)
      .map((update) => `begin; ${update}; commit`)
      .join("; "),
  );
}

/** The statement for each table. */
export function agings(seconds: number): string[] {
  const older = (column: string) => `${column} = ${column} - interval '${seconds} seconds'`;
  return [
    ...Object.entries(MOMENTS).map(
      ([table, columns]) => `update ${table} set ${columns.map(older).join(", ")}`,
    ),
    `update mail_times set leaves_at = array(select at - interval '${seconds} seconds' from unnest(leaves_at) at order by at)`,
    `update rate_limits set expire = expire - ${seconds * 1_000}`,
  ];
}

/** As if this had become of all attempts of this shopper; `set` is SQL. */
export function changePayments(shop: Pick<TestShop, "query">, { userId }: Person, set: string) {
  return shop.query(
    `update payments set ${set} where order_id in (select id from orders where user_id = $1)`,
    [userId],
  );
}
