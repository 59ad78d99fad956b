import { eatStamp } from "../src/payments/mpesa/password.ts";
import { tillSecret } from "../src/payments/mpesa/till-code/secret.server.ts";
import { listCodes } from "../src/payments/staff/code-queue.server.ts";
import { addProduct, type Goods } from "./goods.ts";
import { PLACE } from "./orders.ts";
import { type PaidShop, paymentOf } from "./payments.ts";
import { freshCode, orderOf, type Person } from "./people.ts";
import type { Answer, TestShop } from "./shop.ts";

/** The address M-Pesa was given for payments at the till. */
export function tillHook(shop: TestShop, end: "confirm" | "validate" = "confirm"): string {
  return `/hooks/mm/c2b/${tillSecret(shop.config)}/${end}`;
}

/** A confirmation as M-Pesa sends it: all of it text, the phone masked. */
export function confirmationOf(code: string, change: Record<string, unknown> = {}) {
  return {
    TransactionType: "Pay Bill",
    TransID: code,
    TransTime: eatStamp(new Date()),
    TransAmount: "1501.00",
    BusinessShortCode: "174379",
    BillRefNumber: "",
    InvoiceNumber: "",
    OrgAccountBalance: "20501.00",
    ThirdPartyTransID: "",
    MSISDN: "2547 ***** 126",
    FirstName: "JANE",
    MiddleName: "",
    LastName: "",
    ...change,
  };
}

/** M-Pesa tells of money at the till, and the shop takes it in. */
export async function tellOfMoney(
  shop: TestShop & { work(): Promise<void> },
  code: string,
  change: Record<string, unknown> = {},
): Promise<Answer> {
  const answer = await shop.post(tillHook(shop), confirmationOf(code, change));
  await shop.work();
  return answer;
}

/** An order on a typed code; gives its ids. */
export async function typeCode(shop: TestShop, buyer: Person, goods: Goods, mpesaCode = freshCode()) {
  const { status, body } = await shop.post(PLACE, orderOf(goods, { mpesaCode }), buyer.token);
  if (status !== 200) throw new Error(`order refused: ${status} ${body.message}`);
  const { id } = await paymentOf(shop, buyer);
  return { orderId: String(body.orderId), paymentId: String(id), code: mpesaCode.toUpperCase() };
}

/** The code in the queue of those that nobody has found. */
export async function queued(shop: Pick<TestShop, "db">, code: string) {
  const { rows } = await listCodes(shop.db, { limit: 1_000 });
  return rows.filter((row) => row.code === code);
}

type Ends = { created: number; warns: number; ends: number; warned: number | null; now: number };

/** When codes end that nobody can be asked about, in this shop. */
export function endsOn(shop: Pick<PaidShop, "query" | "pass">) {
  /** When a code was typed, when its shopper is warned, and when its order ends, in milliseconds since 1970. */
  async function endsOf({ paymentId }: { paymentId: string }): Promise<Ends> {
    const [row] = await shop.query<Ends>(
      `select floor(extract(epoch from created_at) * 1000)::float8 as created, extract(epoch from warns_at)::float8 * 1000 as warns,
         extract(epoch from ends_at)::float8 * 1000 as ends, extract(epoch from now())::float8 * 1000 as now,
         floor(extract(epoch from warned_at) * 1000)::float8 as warned
       from payments where id = $1`,
      [paymentId],
    );
    if (!row) throw new Error("no such payment");
    return row;
  }

  /** Time goes by until so many seconds after the warning, or the end. */
  async function pass(code: { paymentId: string }, to: "warns" | "ends", seconds: number): Promise<void> {
    const at = await endsOf(code);
    const wait = (at[to] - at.now) / 1_000 + seconds;
    await shop.pass(wait, wait);
  }

  return { endsOf, pass };
}

/** In a query of attempts: the order that a code has paid, or that was placed on it and waits for it. */
export const ORDER_OF_CODE = `(select o.id from orders o where o.id = payments.order_id and o.phase = 'placed'
  and case when o.payment then exists (select from transactions t where t.id = payments.transaction_id and t.order_id = o.id)
    else not payments.added end) as order_id`;

/** The row of the money with this receipt. */
export async function moneyUnder(shop: Pick<TestShop, "query">, receipt: string) {
  const [row] = await shop.query<Record<string, unknown> & { id: string }>(
    "select * from transactions where receipt = $1",
    [receipt],
  );
  return row;
}

/** This shopper has paid an order by code before: a found payment, and no goods of this test. */
export async function paidBefore(shop: TestShop, buyer: Person): Promise<void> {
  await typeCode(shop, buyer, await addProduct(shop));
  await findCodes(shop, buyer);
}

/** The money behind every code this shopper typed has been found. */
export async function findCodes(shop: Pick<TestShop, "query">, { userId }: Person): Promise<void> {
  await shop.query(
    `with came as (
       insert into transactions (id, provider, receipt, amount, unallocated, allocated, source, verified, order_id, payment_id)
       select 'found-' || id, 'mpesa', typed_code, amount, 0, amount, 'c2b', true, order_id, id from payments
       where order_id in (select id from orders where user_id = $1) and method = 'cod' and paid_at is null and not added and refused_at is null
       returning payment_id, id)
     update payments set state = 'paid', code = '0', transaction_id = came.id, paid_at = now(), next_check_at = null
     from came where payments.id = came.payment_id`,
    [userId],
  );
  await shop.query("update orders set payment = true where user_id = $1 and phase = 'placed'", [userId]);
  await shop.query(
    `with sold as (delete from holds where until is null
       and order_id in (select id from orders where user_id = $1) returning *),
     sums as (select product_id, size, sum(quantity) as quantity from sold group by 1, 2)
     update stock set held = held - sums.quantity from sums
     where stock.product_id = sums.product_id and stock.size = sums.size`,
    [userId],
  );
}

/** How an order and its payment stand. */
export async function orderStanding(shop: Pick<TestShop, "query">, orderId: string) {
  const [row] = await shop.query(
    `select o.payment, o.status, o.refund, p.state, p.reason, t.receipt
     from orders o join payments p on p.order_id = o.id left join transactions t on t.id = p.transaction_id
     where o.id = $1 order by p.paid_at is null, p.added, p.id limit 1`,
    [orderId],
  );
  return row;
}

/** How they stand once the money under this receipt has paid the order. */
export const paidUnder = (receipt: string) => ({ payment: true, state: "paid", receipt });
/** How they stand while the money waits for a person, for this reason. */
export const heldFor = (reason: string) => ({ payment: false, state: "paid_held", reason });
