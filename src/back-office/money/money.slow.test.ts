import { afterAll, expect, test } from "vitest";
import { openCounter } from "../../../test/counter.ts";
import { brokenInvariants } from "../../../test/invariants.ts";
import { paymentOf } from "../../../test/payments.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { tellOfMoney } from "../../../test/till.ts";
import { shortId } from "../../ordering/rules.ts";

const counter = await openCounter();
const shop = counter.shop;
const owner = await signInStaff(shop, "owner");
afterAll(() => shop.close());

type Row = Record<string, unknown> & { _id: string; refunds: (Record<string, unknown> & { _id: string })[] };
const list = async (query = "") =>
  (await owner.get(`/money${query}`)).body as unknown as { rows: Row[]; total: number; sum: number };
const sumsOf = async (id: string) => {
  const { money } = (await owner.get(`/money/${id}`)).body as unknown as { money: Row };
  const { state, allocated, refunded, refunding, unallocated } = money;
  return { state, allocated, refunded, refunding, unallocated };
};
const orderOf = async (orderId: string) =>
  (await shop.query("select payment, status, refund, owed from orders where id = $1", [orderId]))[0];
const exceptions = async () => (await owner.get("/money/exceptions")).body.rows as Record<string, unknown>[];
const nothingBroken = async () => expect(await brokenInvariants(shop)).toEqual([]);

test("a paid prompt is one row: found by receipt, phone, order and sum, with its order and four sums", async () => {
  const { orderId, phone, buyer } = await counter.paidByPush();
  const { receipt, transaction_id: id } = await paymentOf(shop, buyer);
  const expected = {
    _id: id,
    provider: "mpesa",
    receipt,
    amount: 1_501,
    paidAt: expect.any(Number),
    source: expect.any(String),
    verified: true,
    state: "paid",
    allocated: 1_501,
    refunded: 0,
    refunding: 0,
    unallocated: 0,
    order: orderId,
    shopper: expect.any(String),
    refunds: [],
  };
  for (const q of [String(receipt), phone, `0${phone.slice(3)}`, orderId, `%23${orderId.slice(-8)}`])
    expect((await list(`?q=${q}`)).rows, q).toEqual([expected]);
  const million = await counter.stray({ TransAmount: "1000000.00" });
  for (const q of ["Ksh%201,000,000", "1000000"])
    expect((await list(`?q=${q}`)).rows, q).toEqual([expect.objectContaining({ _id: million.money })]);
  const day = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  for (const filter of ["state=paid", "provider=mpesa", `from=${day}&to=${day}`])
    expect((await list(`?q=${receipt}&${filter}`)).total, filter).toBe(1);
  for (const filter of ["state=refunded", "provider=card", "to=2020-01-01", "needs=decision"])
    expect(await list(`?q=${receipt}&${filter}`), filter).toMatchObject({ rows: [], total: 0, sum: 0 });
  expect((await owner.get(`/orders?q=${receipt}`)).body.rows).toEqual([
    expect.objectContaining({ _id: orderId }),
  ]);
});

test("a refund says the sum, to whom and how, and leaves only when that is confirmed", async () => {
  const { money, tx_ref, orderId } = await counter.paidByCard();
  const refund = (amount: number, more: object = {}) =>
    owner.post(`/money/${money}/refund`, { amount, reason: "torn", ...more });
  const asked = await refund(500);
  expect([asked.status, asked.body.confirm]).toEqual([
    409,
    { amount: 500, to: expect.stringContaining("card"), method: "provider", conflicts: [] },
  ]);
  await shop.work();
  expect([counter.backOf(tx_ref), await sumsOf(money)]).toEqual([
    0,
    { state: "paid", allocated: 1_501, refunded: 0, refunding: 0, unallocated: 0 },
  ]);
  const sent = await refund(500, { confirmed: true });
  expect(sent.body.refund).toEqual({
    _id: expect.any(String),
    amount: 500,
    state: "due",
    method: "provider",
  });
  await shop.work();
  expect(await sumsOf(money)).toEqual({
    state: "paid",
    allocated: 1_001,
    refunded: 500,
    refunding: 0,
    unallocated: 0,
  });
  expect(await orderOf(orderId)).toMatchObject({ payment: true, status: "Order Placed", refund: "part" });
  await nothingBroken();
});

test("a part of M-Pesa's money goes by hand, under a code that is stated once", async () => {
  const { money, orderId } = await counter.paidByPush();
  const body = { amount: 501, reason: "torn", confirmed: true };
  const refund = (await owner.post(`/money/${money}/refund`, body)).body.refund as Row;
  expect(refund).toMatchObject({ state: "due", method: "hand" });
  expect((await list("?needs=decision")).rows.map(({ _id }) => _id)).toContain(money);
  const done = (sent: object) => owner.post(`/money/${money}/refunds/${refund._id}/done`, sent);
  const wrong = { code: "An M-Pesa code has 10 letters and digits." };
  for (const code of ["?", "CASH", "SENT501XY", "SENT501XYZ1"])
    expect((await done({ code, confirmed: true })).body.fields, code).toEqual(wrong);
  expect((await done({ confirmed: true })).status).toBe(400);
  const asked = await done({ code: "sent501xyz" });
  expect([asked.status, asked.body.confirm]).toEqual([
    409,
    {
      amount: 501,
      to: expect.stringMatching(/^marked as refunded to .* under SENT501XYZ$/),
      method: "done",
      conflicts: [],
    },
  ]);
  expect(await sumsOf(money)).toMatchObject({ allocated: 1_000, refunded: 0, refunding: 501 });
  expect((await done({ code: "SENT501XYZ", confirmed: true })).status).toBe(200);
  expect((await done({ code: "SENT501XYZ", confirmed: true })).status).toBe(409);
  expect(await sumsOf(money)).toMatchObject({ allocated: 1_000, refunded: 501, refunding: 0 });
  expect(await orderOf(orderId)).toMatchObject({ refund: "part" });
  expect((await owner.post(`/money/${money}/refund`, { ...body, amount: 100 })).status).toBe(200);
  const leave = { reason: "the shopper keeps it", confirmed: true };
  expect((await owner.post(`/money/${money}/close`, leave)).status).toBe(200);
  const { payments } = (await owner.get(`/orders/${orderId}`)).body.order as { payments: Row[] };
  expect(payments.map(({ refunds }) => refunds.map(({ amount, state }) => [amount, state]))).toEqual([
    [
      [501, "done"],
      [100, "given up"],
    ],
  ]);
  await nothingBroken();
});

test("money of no order is refunded, closed, or let pay an order that is not paid", async () => {
  const [back, left] = [await counter.stray(), await counter.stray()];
  const paying = await counter.stray({ TransAmount: "2000.00" });
  const decisions = (await list("?needs=decision")).rows.map(({ _id }) => _id);
  expect(decisions).toEqual(expect.arrayContaining([back.money, left.money, paying.money]));
  const decide = ({ money }: { money: string }, what: string, body: object) =>
    owner.post(`/money/${money}/${what}`, { reason: "our own", confirmed: true, ...body });
  const unpaid = async () => (await counter.typed()).orderId;
  expect((await decide(back, "refund", { amount: 700 })).status).toBe(200);
  expect((await decide(left, "close", { confirmed: false })).body.confirm).toMatchObject({ amount: 700 });
  expect((await decide(left, "close", {})).status).toBe(200);
  expect(await sumsOf(left.money)).toMatchObject({ state: "closed", unallocated: 700 });
  const order = await unpaid();
  const asked = await decide(paying, "allocate", { order, confirmed: false });
  expect(asked.body.confirm).toMatchObject({ amount: 1_501, method: "order" });
  expect((await decide(paying, "allocate", { order })).status).toBe(200);
  expect(await orderOf(order)).toMatchObject({ payment: true, owed: 0 });
  // what is more than the total waits for the owner
  expect(await sumsOf(paying.money)).toMatchObject({
    state: "unallocated",
    allocated: 1_501,
    unallocated: 499,
  });
  expect((await decide(paying, "allocate", { order })).status).toBe(409);
  const another = await unpaid();
  const rest = await decide(paying, "allocate", { order: another });
  expect([rest.status, rest.body.message]).toEqual([
    409,
    "This money came for another order: refund what is left of it.",
  ]);
  expect(await orderOf(another)).toMatchObject({ payment: false });
  // what was closed is open again once it pays an order
  const reopened = await counter.stray({ TransAmount: "1501.00" });
  expect((await decide(reopened, "close", {})).status).toBe(200);
  expect((await decide(reopened, "allocate", { order: another })).status).toBe(200);
  expect(await sumsOf(reopened.money)).toMatchObject({ state: "paid", allocated: 1_501 });
  await nothingBroken();
});

test("less than the total is confirmed by a second yes; the order owes the rest, and takings count what came", async () => {
  const takings = async () => Number((await owner.get("/today")).body.takings);
  const before = await takings();
  const { orderId, code: typed, id: paymentId } = await counter.typed();
  await tellOfMoney(shop, typed, { TransAmount: "100.00" });
  const confirm = (more = {}) => owner.post(`/codes/${paymentId}/confirm`, { amount: 1_501, ...more });
  const asked = await confirm();
  const question = `Ksh 100, order ${shortId(orderId)}. Only Ksh 100 came under this code.`;
  expect([asked.status, asked.body.message]).toEqual([409, question]);
  expect(await orderOf(orderId)).toMatchObject({ payment: false });
  expect((await confirm({ confirmed: true })).status).toBe(200);
  expect(await orderOf(orderId)).toMatchObject({ payment: true, owed: 1_401 });
  const shown = async () => (await owner.get(`/orders/${orderId}`)).body.order;
  const less = { amount: 100, code: typed };
  expect(await takings()).toBe(before + 100);
  expect(await shown()).toMatchObject({ owed: 1_401, payments: [less] });
  const rest = await counter.stray({ TransAmount: "1401.00" });
  const allocated = await owner.post(`/money/${rest.money}/allocate`, { order: orderId, confirmed: true });
  expect(allocated.status).toBe(200);
  expect(await orderOf(orderId)).toMatchObject({ payment: true, owed: 0 });
  const more = { amount: 1_401, code: rest.receipt };
  expect(await shown()).toMatchObject({ owed: 0, payments: [less, more] });
  expect(await takings()).toBe(before + 1_501);
  await counter.refund(rest.money, 1_401);
  expect(await takings()).toBe(before + 100);
  await nothingBroken();
});

test("Today counts the sums that its list of refunds shows, each once", async () => {
  const due = async () => {
    const { refundsDue } = (await owner.get("/today")).body;
    expect((await list("?state=refunding")).total).toBe(refundsDue);
    return Number(refundsDue);
  };
  const before = await due();
  const { money } = await counter.stray();
  const refund = async (amount: number) => {
    const body = { amount, reason: "torn", confirmed: true };
    expect((await owner.post(`/money/${money}/refund`, body)).status).toBe(200);
    return { state: (await sumsOf(money)).state, more: (await due()) - before };
  };
  // its rest waits for a decision, and is counted there
  expect(await refund(500)).toEqual({ state: "unallocated", more: 0 });
  expect(await refund(200)).toEqual({ state: "refunding", more: 1 });
});

test("an order is named by the number that pages show of it, and whose it is, is said", async () => {
  const { orderId } = await counter.typed();
  const { money: id } = await counter.stray({ TransAmount: "1501.00" });
  const allocate = (order: string, more = {}) => owner.post(`/money/${id}/allocate`, { order, ...more });
  for (const order of [" ", "nobody"])
    expect((await allocate(order)).body.fields, order).toEqual({
      order: "There is no such order. Its number has 8 letters and digits.",
    });
  const short = orderId.slice(-8);
  expect((await allocate(short)).body.confirm).toMatchObject({ to: `order ${short} of Wanjiku Otieno` });
  expect((await allocate(` ${short.toLowerCase()} `, { confirmed: true })).status).toBe(200);
  expect(await orderOf(orderId)).toMatchObject({ payment: true, owed: 0 });
});

test("a matter is closed with a reason, once", async () => {
  await shop.post("/hooks/card", { event: "chargeback.created", data: { id: 424242 } }, "", {
    "verif-hash": shop.config.FLW_WEBHOOK_HASH ?? "",
  });
  await shop.work();
  const found = (await exceptions()).find(({ receipt }) => receipt === "424242");
  expect(found).toMatchObject({ kind: "dispute", text: expect.stringContaining("chargeback.created") });
  const close = (body: object) => owner.post(`/money/exceptions/${found?._id}/close`, body);
  expect((await close({ reason: " " })).status).toBe(400);
  expect((await close({ reason: "answered the bank" })).status).toBe(200);
  expect((await close({ reason: "answered the bank" })).status).toBe(409);
  expect((await exceptions()).map(({ _id }) => _id)).not.toContain(found?._id);
});
