import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { customer } from "../../../test/people.ts";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { type StaffPerson, signInStaff } from "../../../test/support/back-office.ts";
import { findCodes, typeCode } from "../../../test/till.ts";
import { mayFollow, STATUSES } from "../../ordering/rules.ts";

let shop: TestShop;
let owner: StaffPerson;
let packer: StaffPerson;
let support: StaffPerson;
beforeAll(async () => {
  shop = await openTestShop();
  owner = await signInStaff(shop, "owner");
  packer = await signInStaff(shop, "packer");
  support = await signInStaff(shop, "support");
});
afterAll(() => shop.close());

async function placed({ paid = true } = {}) {
  const buyer = await customer(shop);
  const { orderId } = await typeCode(shop, buyer, await addProduct(shop));
  if (paid) await findCodes(shop, buyer);
  return orderId;
}

type Row = Record<string, unknown>;
const rowOf = async (id: string) =>
  (await shop.query("select status, version, payment, refund from orders where id = $1", [id]))[0];

describe("every pair of status by the call, as the table has them", () => {
  const pairs = STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const));
  test.each(pairs)("from %s to %s", async (from, to) => {
    const id = await placed();
    await shop.query("update orders set status = $2 where id = $1", [id, from]);
    const [before] = await shop.query<{ version: number }>("select version from orders where id = $1", [id]);
    const version = before?.version ?? 0;
    const { status, body } = await owner.post(`/orders/${id}/step`, { to, version });
    if (mayFollow(from, to)) {
      expect([status, (body.order as Row).status]).toEqual([200, to]);
    } else {
      expect(status).toBe(409);
      expect(body).toMatchObject({ current: { status: from, version }, by: expect.any(String) });
    }
    expect(await rowOf(id)).toMatchObject({ status: mayFollow(from, to) ? to : from });
    // what was set here without its goods
    if (from === "Cancelled") await shop.query("update orders set status = 'Delivered' where id = $1", [id]);
  });
});

test("a step to Cancelled is a cancel: its right, its code, its money", async () => {
  const [paid, unpaid] = [await placed(), await placed({ paid: false })];
  const step = async (person: StaffPerson, id: string, more: object = {}) => {
    const version = (await rowOf(id))?.version;
    return person.post(`/orders/${id}/step`, { to: "Cancelled", version, ...more });
  };
  for (const id of [paid, unpaid]) {
    expect((await step(packer, id)).body).toMatchObject({ right: "orders.cancel" });
    expect((await step(support, id)).body).toMatchObject({ right: "orders.step" });
  }
  await shop.query("update staff_sessions set code_at = now() - interval '31 minutes' where staff_id = $1", [
    owner.id,
  ]);
  const late = await step(owner, paid);
  expect([late.status, late.body.code]).toEqual([403, true]);
  expect((await step(owner, unpaid, { reason: "out of cloth" })).status).toBe(200);
  await shop.query("update staff_sessions set code_at = now() where staff_id = $1", [owner.id]);
  expect((await step(owner, paid)).status).toBe(200);
  expect(await rowOf(paid)).toMatchObject({ status: "Cancelled", refund: "due" });
  const reasons = await shop.query(
    "select action, reason from audit where subject_id = any($1) and action = 'order.cancel' order by id",
    [[paid, unpaid]],
  );
  expect(reasons).toEqual([
    { action: "order.cancel", reason: "out of cloth" },
    { action: "order.cancel", reason: "no reason was given" },
  ]);
});
