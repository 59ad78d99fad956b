import { afterAll, expect, test } from "vitest";
import { openCounter } from "../../../test/counter.ts";
import { openPages } from "../../../test/pages.ts";
import { intent, paymentOf, push, pushOf } from "../../../test/payments.ts";
import { ageCode, signInStaff } from "../../../test/support/back-office.ts";

const counter = await openCounter();
const shop = counter.shop;
const owner = await signInStaff(shop, "owner");
const support = await signInStaff(shop, "support");
const pages = await openPages(shop);
afterAll(async () => {
  await pages.close();
  await shop.close();
});

type Shown = {
  actions: string[];
  refunds: { _id: string; method: string; state: string; actions: string[] }[];
  history: { text: string; by?: string }[];
  messages?: { kind: string; body: string }[];
};
const shown = async (id: string, person = owner) =>
  (await person.get(`/money/${id}`)).body as unknown as Shown;

test.each([
  ["confirmed", (id: string) => `/codes/${id}/confirm`],
  ["accepted", (id: string) => `/attempts/${id}/paid`],
] as const)("Staff accept money only for the total they saw: %s", async (_, path) => {
  const { id, orderId, tee } = await counter.typed();
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
  expect(await counter.auditOf(id)).toEqual([]);
  expect((await decide(3_001)).status).toBe(200);
  expect(await counter.standing(orderId)).toMatchObject({ state: "paid" });
});

test("A payment offers staff only what its calls accept", async () => {
  const code = await counter.typed();
  expect((await shown(code.id)).actions).toEqual(["check", "paid", "unpaid"]);
  const card = await counter.paidByCard();
  expect((await shown(card.money)).actions).toEqual(["refund"]);
  const stray = await counter.stray();
  expect((await shown(stray.money)).actions).toEqual(["refund", "allocate", "close"]);
  const prompt = await counter.paidByPush();
  const part = { amount: 500, reason: "A button was missing", confirmed: true };
  expect((await owner.post(`/money/${prompt.money}/refund`, part)).status).toBe(200);
  const [refund] = (await shown(prompt.money)).refunds;
  expect(refund).toMatchObject({ method: "hand", state: "due", actions: ["done"] });
  const done = `/money/${prompt.money}/refunds/${refund?._id}`;
  expect((await owner.post(`${done}/done`, { code: "TKN4HAND01", confirmed: true })).status).toBe(200);
  expect((await shown(prompt.money)).refunds[0]).toMatchObject({ state: "done", actions: [] });
  for (const action of ["check", "repeat", "done"])
    expect(
      (await owner.post(`${done}/${action}`, { code: "TKN4HAND02", confirmed: true })).status,
      action,
    ).toBe(409);
});

test("only the owner reads what providers sent; who did what stands in the history, with the whole reason", async () => {
  const { money, id } = await counter.paidByPush();
  const reason = "torn ".repeat(100).trim();
  await owner.post(`/money/${money}/refund`, { amount: 1, reason, confirmed: true });
  for (const named of [money, id]) {
    const { messages, history } = await shown(named);
    expect(messages?.[0]).toMatchObject({ kind: "stk", body: expect.stringContaining("stkCallback") });
    expect(history.at(-1)).not.toHaveProperty("by");
    expect((await shown(named, support)).messages).toBeUndefined();
  }
  expect((await shown(money)).history[0]).toMatchObject({
    text: expect.stringContaining(reason),
    by: owner.name,
  });
});

test("an attempt nobody can decide is paid or not by a reason; both need the code of the app again after a while", async () => {
  const { id } = await counter.typed();
  const paid = (body: object) => owner.post(`/attempts/${id}/paid`, body);
  await ageCode(shop, owner.id, 31);
  const late = await paid({ reason: "seen in the app" });
  expect([late.status, late.body.code]).toEqual([403, true]);
  await ageCode(shop, owner.id, 0);
  expect((await paid({})).status).toBe(400);
  expect((await paid({ reason: "seen in the app" })).status).toBe(200);
  const closed = await owner.post(`/attempts/${id}/unpaid`, { reason: "no money" });
  expect([closed.status, closed.body.by]).toEqual([409, owner.name]);
});

test("the page of money or an attempt whose order was never placed opens, and names no order", async () => {
  const [card, phone] = [await shop.sale(), await shop.sale()];
  const { tx_ref } = await intent(shop, card.buyer, card.tee);
  await shop.flutterwave.pay({ tx_ref, amount: 1_000, card: "5061460166976054667" });
  await push(shop, phone.buyer, pushOf(phone.tee, shop.phone()));
  await shop.pass(5);
  const held = await paymentOf(shop, card.buyer);
  const prompt = String((await paymentOf(shop, phone.buyer)).id);
  await shop.query("update payments set state = 'expired_unknown', active = false where id = $1", [prompt]);
  const money = await counter.rowOf(String(shop.flutterwave.transactions().at(-1)?.id));
  const open = async (id: string) => {
    const { status, body } = await pages.ask(`/staff/money/${id}`, { cookie: owner.cookie });
    return { status, order: /\/staff\/orders\/\w+/.exec(body.toString())?.[0] };
  };
  for (const phase of ["awaiting", "ended"]) {
    await shop.query("update orders set phase = $1 where phase <> 'placed'", [phase]);
    for (const id of [money, String(held.id), prompt])
      expect(await open(id), `${phase} ${id}`).toEqual({ status: 200, order: undefined });
  }
  const { money: paid, orderId } = await counter.paidByCard();
  expect(await open(paid)).toEqual({ status: 200, order: `/staff/orders/${orderId}` });
});
