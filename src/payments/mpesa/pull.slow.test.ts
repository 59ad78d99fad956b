import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WAMBUI } from "../../../test/counter.ts";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { NO_OPERATOR, paidShop, paymentOf, phoneOf, push, pushOf } from "../../../test/payments.ts";
import { customer } from "../../../test/people.ts";
import { moneyUnder, orderStanding, paidUnder, tellOfMoney, typeCode } from "../../../test/till.ts";
import { confirmCode } from "../staff/act-on-attempt.server.ts";
import { listMoney } from "../staff/list-money.server.ts";
import { eatStamp } from "./password.ts";
import { lastTwoDays, pullTillPayments, registerPull } from "./pull.server.ts";

// codes cannot be asked about one by one: the ledger alone knows
const shop = paidShop(NO_OPERATOR);
beforeEach(async () => {
  shop.daraja.reset();
  // a reset Daraja knows no token any more
  await shop.query("delete from provider_tokens");
  await shop.query(
    "update payments set next_check_at = null, submitted_at = submitted_at - interval '1 hour'",
  );
  expect(await registerPull(shop, "0712 345 678")).toEqual({ type: "done" });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const PHONE = phoneOf("001");
const pull = () => pullTillPayments(shop, lastTwoDays(new Date(shop.clock.now() + 1000)));
/** Somebody pays at the till, and no confirmation comes. */
const pay = (amount = 1501) => shop.daraja.payTill({ amount, phone: PHONE, confirmation: false }).code;
const asked = () =>
  shop.daraja.requests("/pulltransactions/v1/query").map(({ body }) => body as Record<string, string>);
const rowOf = (receipt: string) => moneyUnder(shop, receipt);

/** An order on the code of a payment nobody told us of. */
async function order(code: string) {
  const placed = await typeCode(shop, await customer(shop), await addProduct(shop), code);
  await shop.work();
  expect(await orderStanding(shop, placed.orderId)).toMatchObject({ payment: false, state: "pending" });
  return placed;
}

/** What the owner must decide about under this receipt. */
const undecided = async (q: string) => (await listMoney(shop.db, { q, open: true, page: 1 })).rows;

test("Pull is registered once, and again it is done as well, by either key", async () => {
  shop.daraja.switches({ pullStatusKey: "ResponseStatus" });
  expect(await registerPull(shop, "+254712345678")).toEqual({ type: "done" });
  expect(shop.daraja.requests("/pulltransactions/v1/register").at(-1)?.body).toEqual({
    ShortCode: "174379",
    RequestType: "Pull",
    NominatedNumber: "254712345678",
    CallBackURL: `${shop.url}/hooks/mm/pull`,
  });
  shop.daraja.mode({ mode: "busy" });
  expect(await registerPull(shop, "0712345678")).toMatchObject({ type: "failed" });
  await expect(registerPull(shop, "owner")).rejects.toThrow("phone");
});

test("A lost confirmation is found by the nightly Pull", async () => {
  const code = pay();
  const { orderId } = await order(code);
  expect(await pull()).toEqual({ added: 1 });
  expect(await pull()).toEqual({ added: 0 });
  await shop.work();
  expect(await orderStanding(shop, orderId)).toMatchObject(paidUnder(code));
  expect(await rowOf(code)).toMatchObject({
    amount: 1501,
    till: "174379",
    payer: "001",
    paid_at: expect.any(Date),
    source: "pull",
    verified: true,
  });
  // the confirmation comes after all
  await tellOfMoney(shop, code, { TransAmount: "9.00" });
  expect(await rowOf(code)).toMatchObject({ amount: 1501 });
});

test("where no receipt is known, times in Z are read by a prompt from the same phone", async () => {
  shop.daraja.switches({ trxDate: "utc" });
  shop.daraja.dropCallbacks(true);
  const buyer = await customer(shop);
  const phone = shop.phone();
  const id = await push(shop, buyer, pushOf(await addProduct(shop, { price: 1750 }), phone));
  await shop.daraja.approve(id);
  await shop.pass(20);
  const code = pay();
  expect(await pull()).toEqual({ added: 2 });
  expect(await paymentOf(shop, buyer)).toMatchObject({ receipt: shop.daraja.payments()[0]?.receipt });
  expect(await rowOf(code)).toMatchObject({ paid_at: expect.any(Date) });
});

test("money that was only reported and then closed is proven by the Pull, and the owner learns it, once", async () => {
  const code = pay();
  await shop.query(
    `insert into transactions (id, provider, receipt, amount, source, verified, unallocated, closed_at)
     values ($1, 'mpesa', $1, 9, 'callback', false, 9, now())`,
    [code],
  );
  for (let night = 0; night < 2; night += 1) expect(await pull()).toEqual({ added: 0 });
  expect(await rowOf(code)).toMatchObject({ amount: 1501, verified: true, closed_at: expect.any(Date) });
  expect(await shop.query("select text from exceptions where receipt = $1", [code])).toEqual([
    { text: "money that was closed came after all: Ksh 1501" },
  ]);
});

/** An order on this code, for 1,501, that staff vouch for. */
async function vouched(code: string) {
  const { paymentId } = await order(code);
  await confirmCode(shop.context, paymentId, { by: WAMBUI });
  expect(await rowOf(code)).toMatchObject({ amount: 1501, allocated: 1501, source: "staff" });
}

test("staff vouch for a code, and the Pull names the same sum: it is M-Pesa's word from then on", async () => {
  const code = pay();
  await vouched(code);
  expect(await pull()).toEqual({ added: 0 });
  expect(await rowOf(code)).toMatchObject({ amount: 1501, allocated: 1501, source: "pull" });
  expect(await undecided(code)).toEqual([]);
});

test("staff vouch for a code, and the Pull names less: the order owes the rest, and that is listed, once", async () => {
  const code = pay(900);
  await vouched(code);
  for (let night = 0; night < 2; night += 1) expect(await pull()).toEqual({ added: 0 });
  const row = await rowOf(code);
  expect(row).toMatchObject({ amount: 900, allocated: 900, source: "pull" });
  expect(await shop.query("select owed from orders where id = $1", [row?.order_id])).toEqual([{ owed: 601 }]);
  expect(await shop.query("select text from exceptions where receipt = $1", [code])).toEqual([
    { text: "another message says Ksh 900 for money that was Ksh 1501 before" },
  ]);
});

test("the code of a prompt that was paid without a receipt, confirmed hours later: staff are asked, and M-Pesa's word is listed", async () => {
  shop.daraja.dropCallbacks(true);
  const buyer = await customer(shop);
  const prompt = await push(shop, buyer, pushOf(await addProduct(shop), shop.phone()));
  await shop.daraja.approve(prompt);
  await shop.pass(20);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid", receipt: null });
  await shop.query("update payments set submitted_at = submitted_at - interval '3 hours'");
  const code = String(shop.daraja.payments()[0]?.receipt);
  const { orderId, paymentId } = await typeCode(shop, await customer(shop), await addProduct(shop), code);
  await shop.work();
  await expect(confirmCode(shop.context, paymentId, { by: WAMBUI })).rejects.toMatchObject({
    status: 409,
    fields: {
      confirm: { conflicts: ["Its money may be that of a prompt.", expect.stringMatching(/^It may be/)] },
    },
  });
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: false });
  await confirmCode(shop.context, paymentId, { by: WAMBUI, confirmed: true });
  for (let night = 0; night < 2; night += 1) expect(await pull()).toEqual({ added: 0 });
  expect(await shop.query("select text from exceptions where receipt = $1", [code])).toEqual([
    { text: "its provider names it with another payment, which counts as paid already" },
  ]);
});

test("settlements are no payments, and every page is read", async () => {
  shop.daraja.switches({ pullPage: 2 });
  const codes = [pay(), pay(1502)];
  const settled = shop.daraja.settle({ amount: 3000 }).code;
  codes.push(pay(1503), pay(1504), pay(1505));
  expect(await pull()).toEqual({ added: 5 });
  expect(asked().map(({ OffSetValue }) => OffSetValue)).toEqual(["0", "2", "4", "6"]);
  const amounts = await Promise.all(codes.map(async (code) => (await rowOf(code))?.amount));
  expect(amounts).toEqual([1501, 1502, 1503, 1504, 1505]);
  expect(await rowOf(settled)).toBeUndefined();
});

test.each(["rate-limited", "busy", "all-5xx", "malformed", "down"] as const)(
  "with Pull in %s nothing happens, and the next time all is found",
  async (mode) => {
    const code = pay();
    shop.daraja.mode({ mode, path: "/pulltransactions/" });
    expect(await pull()).toEqual({ added: 0, reason: expect.any(String) });
    expect(asked()).toHaveLength(1);
    expect(await rowOf(code)).toBeUndefined();
    shop.daraja.mode({ mode: "normal" });
    expect(await pull()).toEqual({ added: 1 });
  },
);

test("of a list broken off only rows with a time that is sure are kept", async () => {
  shop.daraja.switches({ pullPage: 1, trxDate: "local-z" });
  const code = pay();
  // of this one the confirmation comes
  await tellOfMoney(shop, pay(), { TransTime: eatStamp(new Date(shop.clock.now())) });
  const { fetch } = globalThis;
  const tooOften = vi.spyOn(globalThis, "fetch").mockImplementation((url, init) => {
    const isSecond = String(init?.body).includes('"OffSetValue":"1"');
    return isSecond ? Promise.resolve(new Response("{}", { status: 429 })) : fetch(url, init);
  });
  expect(await pull()).toEqual({ added: 0, reason: "HTTP 429" });
  shop.daraja.switches({ trxDate: "offset" });
  expect(await pull()).toEqual({ added: 1, reason: "HTTP 429" });
  await shop.query("delete from transactions where receipt = $1", [code]);
  tooOften.mockRestore();
  shop.daraja.switches({ trxDate: "local-z" });
  expect(await pull()).toEqual({ added: 1 });
  expect(await rowOf(code)).toMatchObject({ paid_at: expect.any(Date) });
});

test("every night the last two days are asked for, in Nairobi's time; without M-Pesa nothing is", async () => {
  const second = await shop.second({ PAYMENT_METHODS: "cod", MPESA_PASSKEY: "" });
  await second.jobs.cron.day();
  await second.close();
  expect(asked()).toEqual([]);
  await shop.jobs.cron.day();
  const [{ StartDate = "", EndDate = "", ...rest } = expect.fail("nothing was asked")] = asked();
  expect(rest).toEqual({ ShortCode: "174379", OffSetValue: "0" });
  const [from, until] = [StartDate, EndDate].map((text) => Date.parse(`${text.replace(" ", "T")}+03:00`));
  expect(Number(until) - Number(from)).toBe(48 * 3_600_000);
  expect(Math.abs(Number(until) - Date.now())).toBeLessThan(60_000);
});

/** As if so many hours had gone by since the Pull could not be read. */
const hoursLater = (hours: number) =>
  shop.query("update provider_turns set next_at = next_at - make_interval(hours => $1)", [hours]);

test("a night's Pull that could not be read is read an hour later, and then no more", async () => {
  // the simulator's time is ahead of ours, as other tests let it pass
  vi.useFakeTimers({ toFake: ["Date"], now: shop.clock.now() + 1000 });
  const code = pay();
  shop.daraja.mode({ mode: "down", path: "/pulltransactions/" });
  await shop.jobs.cron.day();
  expect(await rowOf(code)).toBeUndefined();
  shop.daraja.mode({ mode: "normal" });
  await hoursLater(1);
  await shop.jobs.cron.hour();
  expect(await rowOf(code)).toMatchObject({ amount: 1501, source: "pull" });
  const before = asked().length;
  await shop.jobs.cron.hour();
  expect(asked()).toHaveLength(before);
});

test("a Pull that could not be read for a day is told to the owner, once", async () => {
  const told = () => shop.query("select what from owner_notices where key like 'pull:%'");
  const second = await shop.second();
  shop.daraja.mode({ mode: "busy", path: "/pulltransactions/" });
  await shop.jobs.cron.day();
  await hoursLater(23);
  await shop.jobs.cron.hour();
  expect(await told()).toEqual([]);
  await hoursLater(1);
  await Promise.all([shop, second].map(({ jobs }) => jobs.cron.hour()));
  await shop.jobs.cron.day();
  await second.close();
  expect(await told()).toEqual([
    {
      what: "M-Pesa's list of payments could not be read for a day (500.003.02): compare the till's statement",
    },
  ]);
  shop.daraja.mode({ mode: "normal" });
  await shop.jobs.cron.day();
  expect(await shop.query("select from provider_turns where name = 'mpesa pull'")).toEqual([]);
});

holdsInvariants(() => shop);
