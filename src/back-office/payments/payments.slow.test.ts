import { afterAll, beforeAll, expect, test } from "vitest";
import { openCounter } from "../../../test/counter.ts";
import { addProduct } from "../../../test/goods.ts";
import { customer } from "../../../test/people.ts";
import { type StaffPerson, signInStaff } from "../../../test/support/back-office.ts";
import { typeCode } from "../../../test/till.ts";

let counter: Awaited<ReturnType<typeof openCounter>>;
let shop: typeof counter.shop;
let owner: StaffPerson;
let support: StaffPerson;
beforeAll(async () => {
  counter = await openCounter();
  shop = counter.shop;
  owner = await signInStaff(shop, "owner");
  support = await signInStaff(shop, "support");
});
afterAll(() => shop.close());

type Row = Record<string, unknown>;
const rowsOf = async (path: string) => (await owner.get(path)).body.rows as Row[];
const actionsOn = async (id: string) => (await counter.auditOf(id)).map(({ action }) => action);
const paymentOf = async (person: StaffPerson, id: string) =>
  (await person.get(`/payments/${id}`)).body.payment as Row & Record<"refunds" | "events", Row[]>;

/** An order whose typed code waits for a person. */
async function typed() {
  const buyer = await customer(shop);
  const tee = await addProduct(shop);
  const { orderId, code } = await typeCode(shop, buyer, tee);
  const [payment] = await shop.query<{ id: string }>("select id from payments where order_id = $1", [
    orderId,
  ]);
  return { orderId, code, tee, id: payment?.id ?? "" };
}

test("a code is confirmed once by two at once: one order paid, one row of the audit, the other hears who", async () => {
  const { id, orderId, code } = await typed();
  expect((await rowsOf("/codes")).find(({ _id }) => _id === id)).toMatchObject({
    code,
    amount: 1501,
    orderId,
  });
  const answers = await Promise.all([1, 2].map(() => owner.post(`/codes/${id}/confirm`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.by).toBe(owner.name);
  expect(await counter.standing(orderId)).toMatchObject({ state: "ordered", status: "Order Placed" });
  expect(await actionsOn(id)).toEqual(["code.confirm"]);
  expect((await rowsOf("/codes")).map(({ _id }) => _id)).not.toContain(id);
});

test.each([
  ["confirmed", (id: string) => `/codes/${id}/confirm`],
  ["accepted", (id: string) => `/payments/${id}/accept`],
] as const)("Staff accept money only for the total they saw: %s", async (_, path) => {
  const { id, orderId, tee } = await typed();
  const items = [{ _id: tee._id, size: tee.size, quantity: 2 }];
  expect((await owner.post(`/orders/${orderId}/edit`, { items, version: 0 })).status).toBe(200);
  const decide = (amount: number) => owner.post(path(id), { amount, reason: "seen in the app" });
  const late = await decide(1_501);
  expect(late.status).toBe(409);
  expect(late.body).toMatchObject({
    message: "Nothing was changed: this payment is to be Ksh 3,001 by now, not Ksh 1,501.",
    current: { amount: 3_001 },
    by: owner.name,
  });
  expect(await counter.standing(orderId)).toMatchObject({ state: "pending" });
  expect(await actionsOn(id)).toEqual([]);
  expect((await decide(3_001)).status).toBe(200);
  expect(await counter.standing(orderId)).toMatchObject({ state: "ordered" });
});

test("a rejected code needs a reason; its order stays, and its shopper is asked for the right one", async () => {
  const { id, orderId } = await typed();
  const silent = await owner.post(`/codes/${id}/reject`, { reason: " " });
  expect([silent.status, silent.body.fields, await actionsOn(id)]).toEqual([400, { reason: "Say why." }, []]);
  expect((await support.post(`/codes/${id}/reject`, { reason: "no money" })).status).toBe(403);
  expect((await owner.post(`/codes/${id}/reject`, { reason: "no money" })).status).toBe(200);
  expect(await counter.standing(orderId)).toMatchObject({ state: "failed", status: "Order Placed" });
  expect(await shop.query("select id from outbox where event = $1", [`code-wrong:${id}`])).toHaveLength(1);
});

test("part of a card's money goes back: 500, not 1,002 more, then 1,001; one key is one refund", async () => {
  const { id, orderId } = await counter.paidByCard();
  const refund = (amount: number, key: string) =>
    owner.post(`/payments/${id}/refund`, { amount, reason: "torn" }, { "idempotency-key": key });
  const before = counter.cardRequests();
  const many = await Promise.all(Array.from({ length: 10 }, () => refund(500, `part ${id}`)));
  const ids = many.flatMap(({ body }) => (body.refund ? [(body.refund as Row)._id] : []));
  expect(new Set(ids).size).toBe(1);
  await shop.work();
  expect(counter.cardRequests() - before).toBe(1);
  expect(await counter.standing(orderId)).toEqual({
    status: "Order Placed",
    refund: "part",
    state: "ordered",
  });
  expect((await refund(1_002, `more ${id}`)).status).toBe(409);
  const rest = await refund(1_001, `rest ${id}`);
  expect([rest.status, rest.body.refund]).toEqual([
    200,
    { _id: expect.any(String), state: "due", way: "provider", amount: 1_001 },
  ]);
  await shop.work();
  expect(await counter.standing(orderId)).toMatchObject({ refund: "done" });
  const shown = await paymentOf(owner, id);
  expect(shown.refunds.map(({ amount, state }) => [amount, state])).toEqual([
    [500, "done"],
    [1_001, "done"],
  ]);
  const { order } = (await owner.get(`/orders/${orderId}`)).body as unknown as {
    order: { mails: Row[]; payments: Row[] };
  };
  expect(order.payments.map(({ refunds }) => refunds)).toEqual([shown.refunds.map(({ _id }) => ({ _id }))]);
  expect(order.mails.map(({ subject }) => subject).sort()).toEqual([
    `Your Sauti order ${orderId.slice(-8)}`,
    "Your refund of Ksh 1,001 is coming",
    "Your refund of Ksh 1,001 is on its way",
    "Your refund of Ksh 500 is coming",
    "Your refund of Ksh 500 is on its way",
  ]);
});

test("part of M-Pesa's money goes by hand, under a code that is stated once", async () => {
  const { id, orderId } = await counter.paidByPush();
  const { body } = await owner.post(`/payments/${id}/refund`, { amount: 501, reason: "torn" });
  const refund = body.refund as Row;
  expect(refund).toMatchObject({ way: "hand", amount: 501 });
  expect((await rowsOf("/payments?which=refunds")).map(({ way }) => way)).toContain("hand");
  const mark = (more: object = {}) =>
    owner.post(`/payments/${id}/refunded`, { refund: refund._id, code: "SENT500XYZ", ...more });
  expect((await mark({ refund: "another" })).status).toBe(404);
  for (const code of ["?", ""])
    expect((await mark({ code })).body.fields, code).toEqual({ code: expect.any(String) });
  const done = await mark();
  expect([done.status, done.body.refund]).toEqual([
    200,
    expect.objectContaining({ state: "done", amount: 501 }),
  ]);
  expect((await mark()).status).toBe(409);
  expect(await counter.standing(orderId)).toMatchObject({ refund: "part", status: "Order Placed" });
});

test("only the owner reads what providers sent; who did what stands in the history", async () => {
  const { id } = await counter.paidByPush();
  await owner.post(`/payments/${id}/refund`, { amount: 1, reason: "torn" });
  const [owners, supports] = [await paymentOf(owner, id), await paymentOf(support, id)];
  expect((owners.messages as Row[])[0]).toMatchObject({
    kind: "stk",
    body: expect.stringContaining("stkCallback"),
  });
  expect(supports.messages).toBeUndefined();
  expect(owners.events.at(0)).toMatchObject({ event: "begin", to: "created", by: null });
  expect((await owner.get("/payments/nobody")).status).toBe(404);
  expect((await rowsOf("/payments?which=all&limit=1")).length).toBe(1);
});

test("a doubtful payment is accepted with a reason, or closed; both need the code of the app again after a while", async () => {
  const { id } = await typed();
  await shop.query("update staff_sessions set code_at = now() - interval '31 minutes' where staff_id = $1", [
    owner.id,
  ]);
  const late = await owner.post(`/payments/${id}/accept`, { reason: "seen in the app" });
  expect([late.status, late.body.code]).toEqual([403, true]);
  await shop.query("update staff_sessions set code_at = now() where staff_id = $1", [owner.id]);
  expect((await owner.post(`/payments/${id}/accept`, {})).status).toBe(400);
  expect((await owner.post(`/payments/${id}/accept`, { reason: "seen in the app" })).status).toBe(200);
  const closed = await owner.post(`/payments/${id}/close`, { reason: "no money" });
  expect([closed.status, closed.body.by]).toEqual([409, owner.name]);
});

test("money that fits no payment is given back, or closed, at the counter", async () => {
  const codes = ["TILLMONEY1", "TILLMONEY2"] as const;
  for (const code of codes)
    await shop.query(
      "insert into till_payments (code, amount, shortcode, bill_ref) values ($1, 700, '600966', 'lunch')",
      [code],
    );
  const waiting = async () => (await rowsOf("/payments?which=unmatched")).map(({ code }) => code);
  expect(await waiting()).toEqual(expect.arrayContaining([...codes]));
  expect(await paymentOf(owner, codes[0])).toMatchObject({ kind: "till_money", deeds: ["close", "refund"] });
  const back = await owner.post(`/payments/${codes[0]}/refund`, { amount: 700, reason: "a stranger's" });
  expect([back.status, back.body.refund]).toEqual([200, expect.objectContaining({ amount: 700 })]);
  const due = (await rowsOf("/payments?which=refunds")).find(({ code }) => code === codes[0]);
  const shown = await paymentOf(owner, String(due?._id));
  expect(shown.refunds.map(({ _id }) => _id)).toEqual([due?.refundId]);
  // found by its code as well, with the refund that is to be sent
  expect(await paymentOf(owner, codes[0])).toMatchObject({
    _id: due?._id,
    deeds: [],
    refunds: shown.refunds,
  });
  expect((await owner.post(`/payments/${codes[1]}/close`, { reason: "our own" })).status).toBe(200);
  expect((await owner.post(`/payments/${codes[1]}/close`, { reason: "our own" })).status).toBe(409);
  expect(await waiting()).not.toContain(codes[1]);
});

test("A payment offers staff only what its calls accept", async () => {
  const deedsOf = async (id: string) => (await paymentOf(owner, id)).deeds;
  const code = await typed();
  expect(await deedsOf(code.id)).toEqual(["check", "accept", "close"]);
  const card = await counter.paidByCard();
  expect(await deedsOf(card.id)).toEqual(["refund"]);
  const push = await counter.paidByPush();
  const part = await owner.post(`/payments/${push.id}/refund`, {
    amount: 500,
    reason: "A button was missing",
  });
  expect(part.status).toBe(200);
  const [refund] = (await paymentOf(owner, push.id)).refunds;
  expect(refund).toMatchObject({ way: "hand", markable: true, givenUp: false });
  const body = { refund: refund?._id, code: "TKN4HAND01" };
  expect((await owner.post(`/payments/${push.id}/refunded`, body)).status).toBe(200);
  expect((await paymentOf(owner, push.id)).refunds[0]).toMatchObject({ state: "done", markable: false });
});
