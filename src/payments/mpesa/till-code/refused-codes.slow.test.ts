import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { WAMBUI } from "../../../../test/counter.ts";
import { addProduct, type Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE, refusal, refusedOrder } from "../../../../test/orders.ts";
import { breaksOf, mailText, outcomeOf, stockOf, toldStaff } from "../../../../test/outcome.ts";
import {
  ASKED_FREELY,
  age,
  checkoutStanding,
  paidShop,
  paymentOf,
  push,
  pushOf,
  secondProcess,
} from "../../../../test/payments.ts";
import { freshCode, orderOf, type Person } from "../../../../test/people.ts";
import {
  findCodes,
  moneyUnder,
  ORDER_OF_CODE,
  orderStanding,
  queued,
  tellOfMoney,
  typeCode,
} from "../../../../test/till.ts";
import { applyResult } from "../../core/apply-result.server.ts";
import { selectPayments } from "../../core/queries.server.ts";
import { payments } from "../../core/tables.server.ts";
import { acceptPaid, rejectUnfound } from "../../staff/act-on-attempt.server.ts";
import { rejectTypedCode } from "../../staff/decide-code.server.ts";
import { listMoney } from "../../staff/list-money.server.ts";
import { eatStamp } from "../password.ts";

// an order by a code that is refused for a limit: its money may be at the till
const shop = paidShop(ASKED_FREELY);
const other = secondProcess(shop);
beforeEach(() => shop.query("update payments set next_check_at = null"));

const WHY = "an order by its code was refused";
const BULK = 18_001;

type RefusedOrder = { tee: Goods; buyer: Person; code: string };
const begin = async (): Promise<RefusedOrder> => ({
  ...(await shop.sale({ stock: { M: 40 } })),
  code: freshCode(),
});
const rowsOf = (code: string) =>
  shop.query(
    `select orders.user_id, method, state, reason, ${ORDER_OF_CODE}, payments.amount from payments
     join orders on orders.id = payments.order_id where typed_code = $1`,
    [code],
  );
const kept = ({ userId }: Person, amount: number) => [
  { user_id: userId, method: "cod", state: "pending", reason: null, order_id: null, amount },
];
/** The money under this code that the owner must decide about. */
const undecided = async (code: string) =>
  (await listMoney(shop.db, { q: code, open: true, page: 1 })).rows.map(({ amount, reason }) => [
    amount,
    reason,
  ]);
const keptOf = ({ userId }: Person) =>
  shop.query(
    "select id from payments where order_id in (select id from orders where user_id = $1) and refused_at is not null",
    [userId],
  );

const standing = (who: Person, tee: Goods, checkout: string) =>
  checkoutStanding(shop, who, checkout, [tee], 12);

/** Twelve pieces by a code, of a shopper who has paid nothing yet: refused. */
const bulk = (tee: Goods, mpesaCode: string) => orderOf(tee, { quantity: 12, mpesaCode });
async function refuseBulk(tee: Goods, buyer: Person, code: string) {
  expect((await refusedOrder(shop, bulk(tee, code), buyer.token)).status).toBe(409);
}

async function refused(): Promise<RefusedOrder> {
  const made = await begin();
  await refuseBulk(made.tee, made.buyer, made.code);
  return made;
}

test("the code of a refused order is kept and listed once, however often it is typed; stock, orders and mails stay as they were", async () => {
  const { tee, buyer, code } = await refused();
  const again = () => [shop, other].map((app) => app.post(PLACE, bulk(tee, code.toLowerCase()), buyer.token));
  for (const { status } of await Promise.all([...again(), ...again()])) expect(status).toBe(409);
  expect(await rowsOf(code)).toEqual(kept(buyer, BULK));
  expect(await queued(shop, code)).toMatchObject([{ isOverdue: false, amount: BULK, orderId: null }]);
  expect(await outcomeOf(shop, buyer)).toEqual({ states: ["pending"], orders: [], mails: [] });
  expect(await toldStaff(shop, buyer)).toEqual([]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 40, held: 0, sold: 0 });
});

test("its money comes: the owner is notified, and makes it the order it was meant for", async () => {
  const { tee, buyer, code } = await refused();
  await tellOfMoney(shop, code, { TransAmount: `${BULK}.00` });
  expect(await rowsOf(code)).toMatchObject([{ state: "paid_held", reason: WHY, order_id: null }]);
  expect(await toldStaff(shop, buyer)).toEqual([`${WHY} (${code})`]);
  expect(await outcomeOf(shop, buyer)).toMatchObject({ orders: [], mails: [] });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 40, held: 0, sold: 0 });
  expect(await undecided(code)).toEqual([[BULK, WHY]]);
  const [{ id } = { id: "" }] = await keptOf(buyer);
  await acceptPaid(shop.context, id, { reason: "they may have twelve", by: WAMBUI });
  expect(await undecided(code)).toEqual([]);
  expect(await outcomeOf(shop, buyer)).toMatchObject({
    states: ["paid"],
    orders: [{ payment: true, status: "Order Placed", amount: BULK }],
    mails: ["placed"],
  });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 28, held: 0, sold: 12 });
});

test("M-Pesa is asked about it; what it finds waits for the owner", async () => {
  const { tee, buyer } = await begin();
  const code = "UKZ8888001";
  shop.daraja.payTill({ amount: BULK, phone: "254711222444", code, confirmation: false });
  await refuseBulk(tee, buyer, code);
  await shop.pass(30);
  await shop.pass(30);
  expect(await rowsOf(code)).toMatchObject([{ state: "paid_held", reason: WHY }]);
  expect(await undecided(code)).toEqual([[BULK, WHY]]);
});

test("typed again when there is room, it orders, and is the owner's no more", async () => {
  const { tee, buyer, code } = await begin();
  await typeCode(shop, buyer, tee);
  await typeCode(shop, buyer, tee);
  expect((await refusedOrder(shop, orderOf(tee, { mpesaCode: code }), buyer.token)).status).toBe(429);
  expect(await rowsOf(code)).toEqual(kept(buyer, 1501));
  await findCodes(shop, buyer);
  const placed = await Promise.all(
    [shop, other, shop].map((app) => app.post(PLACE, orderOf(tee, { mpesaCode: code }), buyer.token)),
  );
  expect(placed.map(({ status }) => status)).toEqual([200, 200, 200]);
  const orderId = String(placed[0]?.body.orderId);
  expect(await rowsOf(code)).toMatchObject([{ state: "pending", order_id: orderId, amount: 1501 }]);
  expect(await keptOf(buyer)).toEqual([]);
  expect(await queued(shop, code)).toMatchObject([{ orderId }]);
  await tellOfMoney(shop, code);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, state: "paid" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 37, held: 0, sold: 3 });
});

test("the money of a refused order is held first, then its checkout is paid by a prompt: it goes back by itself", async () => {
  const { tee, buyer, code } = await begin();
  const key = `held-${code}`;
  shop.daraja.payTill({ amount: BULK, phone: "254711222446", code, confirmation: false });
  expect((await shop.post(PLACE, bulk(tee, code), buyer.token, { "idempotency-key": key })).status).toBe(409);
  expect(await standing(buyer, tee, key)).toMatchObject({ status: "open" });
  await tellOfMoney(shop, code, { TransAmount: `${BULK}.00` });
  expect(await rowsOf(code)).toMatchObject([{ state: "paid_held", reason: WHY }]);
  expect(await standing(buyer, tee, key)).toEqual({ status: "confirming", method: "cod", amount: BULK });
  expect(await standing(buyer, tee, "another")).toMatchObject({ status: "open" });
  const asked = pushOf(tee, shop.phone(), { quantity: 12 });
  await shop.daraja.approve(await push(shop, buyer, asked, key));
  await shop.pass(45);
  expect(await outcomeOf(shop, buyer)).toMatchObject({
    states: ["paid", "paid"],
    orders: [{ payment: true, amount: BULK }],
  });
  expect(await moneyUnder(shop, code)).toMatchObject({ refunded: BULK, unallocated: 0 });
  expect(await standing(buyer, tee, key)).toMatchObject({ status: "ordered", paid: true });
  expect(await undecided(code)).toEqual([]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 28, held: 0, sold: 12 });
});

test("five refused codes of one shopper wait, however long, and not of those that the limit of an hour counts", async () => {
  const { tee, buyer, code } = await refused();
  for (let turn = 0; turn < 6; turn += 1) await refuseBulk(tee, buyer, freshCode());
  expect(await keptOf(buyer)).toHaveLength(5);
  await typeCode(shop, buyer, tee);
  await age(shop, 86_401);
  await refuseBulk(tee, buyer, freshCode());
  expect(await keptOf(buyer)).toHaveLength(5);
  const [{ at } = { at: "" }] = await shop.query<{ at: string }>(
    "select to_char(created_at + interval '3 hours', 'YYYYMMDDHH24MISS') as at from payments where typed_code = $1",
    [code],
  );
  await tellOfMoney(shop, code, { TransAmount: `${BULK}.00`, TransTime: at });
  expect(await rowsOf(code)).toMatchObject([{ state: "paid_held", reason: WHY }]);
  const next = freshCode();
  await refuseBulk(tee, buyer, next);
  expect(await rowsOf(next)).toEqual(kept(buyer, BULK));
});

test("M-Pesa does not know it: looked for no more after its day, and there is room for others", async () => {
  const { tee, buyer, code } = await refused();
  for (let turn = 0; turn < 4; turn += 1) await refuseBulk(tee, buyer, freshCode());
  await shop.pass(22.1 * 3_600, 22.1 * 3_600);
  expect(await rowsOf(code)).toEqual(kept(buyer, BULK));
  await shop.pass(2.1 * 3_600, 2.1 * 3_600);
  expect(await rowsOf(code)).toMatchObject([{ state: "failed", reason: "M-Pesa does not know its code" }]);
  expect(await queued(shop, code)).toEqual([]);
  expect(await toldStaff(shop, buyer)).toEqual([]);
  expect((await outcomeOf(shop, buyer)).mails).toEqual([]);
  const next = freshCode();
  await refuseBulk(tee, buyer, next);
  expect(await rowsOf(next)).toEqual(kept(buyer, BULK));
  await tellOfMoney(shop, code, { TransAmount: `${BULK}.00` });
  expect(await undecided(code)).toMatchObject([[BULK, expect.anything()]]);
});

/** The same code with other goods, or fewer of them. */
const retype = ({ buyer, code }: RefusedOrder, goods: Goods, quantity = 10) =>
  shop.post(PLACE, orderOf(goods, { quantity, mpesaCode: code }), buyer.token);

test("money judged before its code was typed again pays no order that costs more: it is held for the owner", async () => {
  const made = await refused();
  // M-Pesa has told of it, and nobody has looked yet
  await shop.query(
    `insert into transactions (id, provider, receipt, amount, unallocated, till, paid_at, source, verified)
     values ($1, 'mpesa', $1, ${BULK}, ${BULK}, '174379', now(), 'c2b', true)`,
    [made.code],
  );
  const [payment] = await selectPayments(shop.db).where(eq(payments.typedCode, made.code));
  const judged = payment && (await shop.context.provider("cod")?.check(payment));
  if (!judged) throw new Error("nothing was judged");
  expect(judged).toMatchObject({ type: "paid", amount: BULK });
  const dear = await addProduct(shop, { price: 3_222, stock: { M: 40 } });
  const { status, body } = await retype(made, dear, 9);
  expect(status).toBe(200);
  await applyResult(shop.context, payment, judged);
  const held = { payment: false, state: "paid_held", reason: "paid less than the total" };
  for (let round = 0; round < 2; round += 1) {
    expect(await orderStanding(shop, String(body.orderId))).toMatchObject(held);
    await shop.work();
  }
  expect(await toldStaff(shop, made.buyer)).toEqual([`paid less than the total (${made.code})`]);
  expect((await outcomeOf(shop, made.buyer)).states).toEqual(["paid_held"]);
  expect(await stockOf(shop, dear)).toEqual({ shelf: 31, held: 9, sold: 0 });
});

test("money that came when the code was first typed pays the order it is typed again for an hour later", async () => {
  const made = await refused();
  await age(shop, 3_600);
  const typed = await retype(made, made.tee);
  expect(typed.status).toBe(200);
  expect(await breaksOf(shop, made.buyer)).toEqual(["its order was refused, and it was typed again"]);
  // in the very moment in which the code was first typed
  const TransTime = eatStamp(new Date(Date.now() - 3_600_000));
  await tellOfMoney(shop, made.code, { TransAmount: `${BULK}.00`, TransTime });
  expect(await orderStanding(shop, String(typed.body.orderId))).toMatchObject({
    payment: true,
    state: "paid",
    reason: null,
  });
  expect(await stockOf(shop, made.tee)).toEqual({ shelf: 30, held: 0, sold: 10 });
});

test("the order of a code typed again has its whole day: only then M-Pesa's word that it knows nothing counts", async () => {
  const made = await refused();
  await age(shop, 23 * 3_600);
  const { body } = await retype(made, made.tee);
  const [row] = await shop.query<{ fresh: boolean; first: boolean }>(
    `select created_at > now() - interval '1 minute' as fresh, typed_at < now() - interval '22 hours' as first
     from payments where order_id = $1`,
    [String(body.orderId)],
  );
  expect(row).toEqual({ fresh: true, first: true });
});

test("staff reject it: nobody is asked for another code, as there is no order to hold", async () => {
  const { buyer, code } = await refused();
  const [{ id } = { id: "" }] = await keptOf(buyer);
  await rejectTypedCode(shop.context, id, { reason: "not in the statement", by: WAMBUI });
  expect(await rowsOf(code)).toMatchObject([{ state: "failed", order_id: null }]);
  expect(await mailText(shop, `code-wrong:${id}`)).toBe("");
  await shop.pass(49 * 3_600, 49 * 3_600);
  expect(await outcomeOf(shop, buyer)).toEqual({ states: ["failed"], orders: [], mails: [] });
});

const USED = refusal(409, "This M-Pesa code has already been used.");
const CLOSED = [{ state: "failed", reason: "closed by staff", order_id: null }];

test("a code that the owner rejected orders nothing when it is typed again", async () => {
  const made = await refused();
  const [{ id } = { id: "" }] = await keptOf(made.buyer);
  expect(await rejectUnfound(shop.context, id, WAMBUI)).toEqual({ cancelled: false });
  expect(await rowsOf(made.code)).toMatchObject(CLOSED);
  const again = orderOf(made.tee, { quantity: 10, mpesaCode: made.code });
  expect(await refusedOrder(shop, again, made.buyer.token)).toEqual(USED);
  expect(await rowsOf(made.code)).toMatchObject(CLOSED);
  expect(await stockOf(shop, made.tee)).toEqual({ shelf: 40, held: 0, sold: 0 });
});

test("nor does it come back for the checkout that has its order", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  const named = { "idempotency-key": `owner-${buyer.userId}` };
  const type = (mpesaCode: string) => shop.post(PLACE, orderOf(tee, { mpesaCode }), buyer.token, named);
  for (let turn = 0; turn < 5; turn += 1) expect((await type(freshCode())).status).toBe(200);
  const sixth = freshCode();
  expect((await type(sixth)).status).toBe(429);
  await rejectUnfound(shop.context, String((await paymentOf(shop, buyer)).id), WAMBUI);
  await age(shop, 3_600);
  expect((await type(sixth)).status).toBe(200);
  expect(await rowsOf(sixth)).toMatchObject(CLOSED);
});

holdsInvariants(() => shop);
