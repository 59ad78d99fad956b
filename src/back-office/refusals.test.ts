import { afterAll, beforeAll, expect, test } from "vitest";
import { openCounter } from "../../test/counter.ts";
import { addProduct } from "../../test/goods.ts";
import { customer, freshCode } from "../../test/people.ts";
import { type StaffPerson, signInStaff } from "../../test/support/back-office.ts";
import { typeCode } from "../../test/till.ts";
import { COMMAND } from "../platform/audit/actor.server.ts";

let counter: Awaited<ReturnType<typeof openCounter>>;
let shop: typeof counter.shop;
let owner: StaffPerson;
beforeAll(async () => {
  counter = await openCounter();
  shop = counter.shop;
  owner = await signInStaff(shop, "owner");
});
afterAll(() => shop.close());

const refused = async (path: string, body: object = {}) => {
  const answer = await owner.post(path, body);
  const { current, by, at } = answer.body;
  return { status: answer.status, current, by, at };
};
const AT = expect.any(Number);

async function typed() {
  const { orderId, code } = await typeCode(shop, await customer(shop), await addProduct(shop));
  const [row] = await shop.query<{ id: string }>("select id from payments where order_id = $1", [orderId]);
  return { orderId, code, id: String(row?.id) };
}

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
  const { orderId } = await typed();
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
  const { id } = await counter.paidByPush();
  const [paid] = await shop.query<{ receipt: string }>("select receipt from payments where id = $1", [id]);
  const other = await typed();
  const accept = { receipt: paid?.receipt, reason: "seen in the app" };
  const whose = { status: 409, current: { payment: id, state: "paid" }, by: "the shop", at: AT };
  expect(await refused(`/payments/${other.id}/accept`, accept)).toEqual(whose);
  expect(await refused(`/codes/${other.id}/confirm`, { receipt: paid?.receipt })).toEqual(whose);

  const [one, two] = [await counter.paidByPush(), await counter.paidByPush()];
  const code = freshCode();
  const mark = async (payment: string) => {
    const { body } = await owner.post(`/payments/${payment}/refund`, { amount: 1, reason: "torn" });
    const { _id: refund } = body.refund as { _id: string };
    return { refund, answer: await refused(`/payments/${payment}/refunded`, { refund, code }) };
  };
  const first = await mark(one.id);
  expect(first.answer.status).toBe(200);
  expect((await mark(two.id)).answer).toEqual({
    status: 409,
    current: { refund: first.refund, state: "done" },
    by: owner.name,
    at: AT,
  });
});

test("about what cannot be done just now: how the payment stands", async () => {
  const { id } = await counter.paidByCard();
  expect(await refused(`/payments/${id}/refund`, { amount: 9_999, reason: "torn" })).toEqual({
    status: 409,
    current: "ordered",
    by: "the shop",
    at: AT,
  });
  const lines = [{ line: 1, quantity: 3, restock: true }];
  expect(await refused(`/payments/${id}/refund`, { amount: 1, reason: "torn", lines })).toMatchObject({
    status: 409,
    current: "ordered",
  });
});

test("about what was noted beside payments: who decided about it", async () => {
  const code = freshCode();
  await shop.query(
    "insert into till_payments (code, amount, shortcode, bill_ref) values ($1, 700, '600966', 'lunch')",
    [code],
  );
  expect((await owner.post(`/payments/${code}/close`, { reason: "our own" })).status).toBe(200);
  expect(await refused(`/payments/${code}/close`, { reason: "our own" })).toEqual({
    status: 409,
    current: { noted: expect.any(String), state: "closed" },
    by: owner.name,
    at: AT,
  });
});
