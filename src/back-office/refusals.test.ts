import { afterAll, expect, test } from "vitest";
import { openCounter } from "../../test/counter.ts";
import { addProduct } from "../../test/goods.ts";
import { paymentOf } from "../../test/payments.ts";
import { signInStaff } from "../../test/support/back-office.ts";
import { COMMAND } from "../platform/audit/actor.server.ts";

const counter = await openCounter();
const shop = counter.shop;
const owner = await signInStaff(shop, "owner");
afterAll(() => shop.close());

const refused = async (path: string, body: object = {}) => {
  const answer = await owner.post(path, body);
  const { current, by, at } = answer.body;
  return { status: answer.status, current, by, at };
};
const AT = expect.any(Number);

test("about a person: what they may do, and who changed that last", async () => {
  const current = { name: owner.name, role: "owner", disabled: false };
  for (const action of ["disable", "role"])
    expect(await refused(`/people/${owner.id}/${action}`, { role: "packer" })).toEqual({
      status: 409,
      current,
      // added by the terminal
      by: COMMAND.name,
      at: AT,
    });
  const amina = { name: "Amina", email: "amina@sauti.example", role: "packer" };
  expect((await owner.post("/people", amina)).status).toBe(200);
  expect(await refused("/people", { ...amina, name: "Another", email: "AMINA@sauti.example" })).toEqual({
    status: 409,
    current: { name: "Amina", role: "packer", disabled: false },
    by: owner.name,
    at: AT,
  });
});

test("about goods that are sold out: what is left of them", async () => {
  const { orderId } = await counter.typed();
  const gone = await addProduct(shop, { stock: { M: 1 } });
  const items = [{ _id: gone._id, size: "M", quantity: 3 }];
  expect(await refused(`/orders/${orderId}/edit`, { items, version: 0 })).toEqual({
    status: 409,
    current: { left: 1, onSale: true },
    by: null,
    at: null,
  });
});

test("about money that is another's: whose it is, and how that stands", async () => {
  const { id, money, orderId, buyer } = await counter.paidByPush();
  const receipt = String((await paymentOf(shop, buyer)).receipt);
  const other = await counter.typed();
  const current = { transaction: money, state: "paid", payment: id, order: orderId };
  const whose = { status: 409, current, by: "the shop", at: AT };
  for (const confirmed of [false, true]) {
    const accept = { receipt, reason: "seen in the app", confirmed };
    expect(await refused(`/attempts/${other.id}/paid`, accept)).toEqual(whose);
    expect(await refused(`/codes/${other.id}/confirm`, { receipt, confirmed })).toEqual(whose);
  }
  const [one, two] = [await counter.paidByPush(), await counter.paidByPush()];
  const code = "TKN4HAND03";
  const mark = async (of: string) => {
    const part = { amount: 1, reason: "torn", confirmed: true };
    const { _id } = (await owner.post(`/money/${of}/refund`, part)).body.refund as { _id: string };
    return refused(`/money/${of}/refunds/${_id}/done`, { code, confirmed: true });
  };
  expect(await mark(one.money)).toMatchObject({ status: 200 });
  expect(await mark(two.money)).toEqual({
    status: 409,
    current: { transaction: two.money, state: "refunding", payment: two.id, order: two.orderId },
    by: owner.name,
    at: AT,
  });
});

test("about what cannot be done just now: how the payment stands", async () => {
  const { id, money, orderId } = await counter.paidByCard();
  const current = { transaction: money, state: "paid", payment: id, order: orderId };
  const lines = [{ line: 1, quantity: 3, restock: true }];
  for (const body of [{ amount: 9_999 }, { amount: 1, lines }])
    expect(await refused(`/money/${money}/refund`, { ...body, reason: "torn", confirmed: true })).toEqual({
      status: 409,
      current,
      by: "the shop",
      at: AT,
    });
});

test("about money of no order: who decided about it", async () => {
  const { money } = await counter.stray();
  const close = () => refused(`/money/${money}/close`, { reason: "our own", confirmed: true });
  expect(await close()).toMatchObject({ status: 200 });
  expect(await close()).toEqual({
    status: 409,
    current: { transaction: money, state: "closed", payment: null, order: null },
    by: owner.name,
    at: AT,
  });
});
