import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import type { Clock } from "../../simulators/clock.ts";
import type { Daraja } from "../../simulators/daraja/simulator.ts";
import type { startFlutterwave } from "../../simulators/flutterwave/simulator.ts";
import { cancelOrder } from "../../src/ordering/change-status.server.ts";
import { STATUSES, type Status } from "../../src/ordering/rules.ts";
import { stepOrder } from "../../src/ordering/staff/step-order.server.ts";
import type { Actor } from "../../src/platform/audit/actor.server.ts";
import { type connectDatabase, transaction } from "../../src/platform/database/db.server.ts";

/** Who the sample orders belong to. */
export const ACCOUNT = { email: "demo@sauti.example", password: "jembe na nyundo 7" };

const ADDRESS = {
  firstName: "Amina",
  lastName: "Otieno",
  email: ACCOUNT.email,
  street: "Ngong Road 12",
  city: "Nairobi",
  state: "Nairobi",
  zipCode: "00100",
  country: "Kenya",
  phone: "0712345678",
};

type Demo = {
  url: string;
  database: ReturnType<typeof connectDatabase>;
  daraja: Daraja;
  flutterwave: Awaited<ReturnType<typeof startFlutterwave>>;
  clock: Clock;
};
type Goods = { _id: string; price: number; sizes: string[]; stock: Record<string, number> };

/** Orders in every state, made through the shop's own calls; once, for an account of their own. */
export async function makeSampleOrders(demo: Demo): Promise<void> {
  const { pool } = demo.database;
  const known = await pool.query("select 1 from users where email = $1", [ACCOUNT.email]);
  if (known.rowCount) return;
  const token = await signUp(demo);
  const { products } = await call<{ products: Goods[] }>(demo, "/api/product/list");
  const goods = products.filter((product) => chosenSize(product) !== undefined);
  const pick = (n: number) => orderOf(goods[n % goods.length]);

  // paid by push and by card: five orders on their way to the door
  for (const [n, status] of STATUSES.slice(0, 3).entries()) {
    await payByPush(demo, token, pick(n), `25471100000${n}`);
    await markLast(demo, status);
  }
  for (const [n, status] of STATUSES.slice(3, 5).entries()) {
    await payByCard(demo, token, pick(3 + n));
    await markLast(demo, status);
  }
  // a code found at the till, one nobody has paid yet, and an order that was cancelled
  const found = pick(5);
  const { code } = demo.daraja.control.payTill({ amount: found.amount, phone: "254711000009", till: TILL });
  await demo.clock.advance(5_000);
  await placeByCode(demo, token, found, code);
  await placeByCode(demo, token, pick(6), "SKA1B2C3D4");
  await placeByCode(demo, token, pick(7), "SKA1B2C3D5");
  await cancelLast(demo);
  await payTwice(demo, token, pick(8));
  await forgetLimits(demo.database.pool);
}

/** Neither the account's nor a phone's limits are used up, or lifted as for a buyer's phone, by orders nobody made. */
async function forgetLimits(pool: Pool): Promise<void> {
  await pool.query(
    `update payments set phone = null, created_at = created_at - interval '2 days',
       submitted_at = submitted_at - interval '2 days', paid_at = paid_at - interval '2 days'
     where paid_at is not null and user_id = (select id from users where email = $1)`,
    [ACCOUNT.email],
  );
  await pool.query("delete from rate_limits");
}

const TILL = "600966";

async function signUp(demo: Demo): Promise<string> {
  await call(demo, "/api/user/register", { name: "Amina Otieno", ...ACCOUNT });
  const { rows } = await demo.database.pool.query(
    "select text from outbox where recipient = $1 order by id desc limit 1",
    [ACCOUNT.email],
  );
  const secret = /token=([\w-]+)/.exec(rows[0]?.text ?? "")?.[1];
  return (await call<{ token: string }>(demo, "/api/user/verify-email", { token: secret })).token;
}

function orderOf(product: Goods | undefined) {
  if (!product) throw new Error("There are no sample goods: the catalogue is empty.");
  const size = chosenSize(product);
  return { items: [{ _id: product._id, size, quantity: 1 }], amount: product.price + 1, address: ADDRESS };
}

function chosenSize(product: Goods): string | undefined {
  return product.sizes.find((size) => (product.stock[size] ?? 0) >= 5);
}

type Order = ReturnType<typeof orderOf>;

async function payByPush(demo: Demo, token: string, order: Order, phoneNumber: string) {
  demo.daraja.control.scenario({ phone: phoneNumber, scenario: "001" });
  const asked = { ...order, amount: String(order.amount), phoneNumber };
  const { CheckoutRequestID } = await call<{ CheckoutRequestID: string }>(
    demo,
    "/token/stkpush",
    asked,
    token,
  );
  await demo.clock.advance(9_000);
  await until(async () => {
    const query = { checkoutRequestID: CheckoutRequestID };
    return (
      (await call<{ data: { status: string } }>(demo, "/token/query", query, token)).data.status === "paid"
    );
  });
}

async function payByCard(demo: Demo, token: string, order: Order) {
  const { data } = await call<{ data: { tx_ref: string } }>(
    demo,
    "/api/payment/flutterwave/intent",
    order,
    token,
  );
  const paid = await demo.flutterwave.control.pay({
    tx_ref: data.tx_ref,
    amount: order.amount,
    email: ACCOUNT.email,
    card: "5061460166976054667",
  });
  const claim = { transactionId: paid.transaction_id, tx_ref: data.tx_ref };
  await call(demo, "/api/order/flutterwave", claim, token);
}

async function placeByCode(demo: Demo, token: string, order: Order, mpesaCode: string, key?: string) {
  await call(demo, "/api/order/placeOrder", { ...order, mpesaCode, paymentMethod: "cod" }, token, key);
}

/** A prompt answered late, when the shopper had typed a code already, and then the code's money too: that goes back. */
async function payTwice(demo: Demo, token: string, order: Order) {
  const phoneNumber = "254711000008";
  demo.daraja.control.scenario({ phone: phoneNumber, scenario: "017" });
  const asked = { ...order, amount: String(order.amount), phoneNumber };
  await call(demo, "/token/stkpush", asked, token, "sample-paid-twice");
  await placeByCode(demo, token, order, "SKA1B2C3D6", "sample-paid-twice");
  await demo.clock.advance(181_000);
  const query =
    "select 1 from payments p join orders o on o.id = p.order_id where p.typed_code = 'SKA1B2C3D6' and o.payment";
  await until(async () => (await demo.database.pool.query(query)).rowCount === 1);
  const money = { amount: order.amount, phone: phoneNumber, till: TILL, code: "SKA1B2C3D6" };
  demo.daraja.control.payTill(money);
  await demo.clock.advance(5_000);
  await until(async () => (await demo.database.pool.query("select 1 from refunds")).rowCount === 1);
}

/** The newest order goes on, step by step, as staff would move it. */
async function markLast({ database }: Demo, status: Status) {
  const { rows } = await database.pool.query<{ id: string }>(
    "select max(id) as id from orders where phase = 'placed'",
  );
  const id = rows[0]?.id ?? "";
  for (const to of STATUSES.slice(1, STATUSES.indexOf(status) + 1))
    if (to !== "Cancelled")
      await stepOrder(database.db, { id, to, ...(to === "Shipped" ? PARCEL : {}), by: SHOP });
}

const SHOP: Actor = { id: null, name: "npm run demo", role: "owner" };
const PARCEL = { courier: "G4S", tracking: "KE-2041-77" };

async function cancelLast({ database }: Demo) {
  const { rows } = await database.pool.query<{ id: string }>(
    "select max(id) as id from orders where phase = 'placed'",
  );
  await transaction(database.db, (tx) => cancelOrder(tx, rows[0]?.id ?? ""));
}

async function call<Answer>(demo: Demo, path: string, body?: object, token?: string, key?: string) {
  const response = await fetch(`${demo.url}${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      "content-type": "application/json",
      ...(token ? { token } : {}),
      ...(key ? { "idempotency-key": key } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as Answer & { success: boolean; message: string };
  if (!answer.success) throw new Error(`${path}: ${answer.message}`);
  return answer;
}

/** Jobs do the rest; a few seconds are plenty. */
async function until(done: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await done()) return;
    await pause(100);
  }
  throw new Error("The sample orders were not finished in time.");
}
