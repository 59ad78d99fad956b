import { afterAll, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { PLACE } from "../../../test/orders.ts";
import { customer, orderOf } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";

const shop = await openTestShop();
const owner = await signInStaff(shop);
afterAll(() => shop.close());

type Shown = { _id: string; version: number };
const added = async (fields: object) => {
  const { status, text, body } = await owner.post("/coupons", fields);
  expect(status, text).toBe(200);
  return body.coupon as Shown;
};

test("A new coupon counts immediately", async () => {
  const coupon = await added({
    code: "sauti 40",
    kind: "percent",
    value: 10,
    maxUses: 1,
    source: "heard in episode 40",
  });
  expect(coupon).toEqual({
    _id: expect.any(String),
    code: "SAUTI40",
    kind: "percent",
    value: 10,
    minimum: 0,
    startsAt: null,
    endsAt: null,
    maxUses: 1,
    perShopper: null,
    category: null,
    source: "heard in episode 40",
    active: true,
    uses: 0,
    state: "on",
    version: 1,
    changedAt: expect.any(Number),
  });
  const tee = await addProduct(shop);
  const buyer = await customer(shop);
  const order = { ...orderOf(tee), amount: 1351, coupon: "Sauti40" };
  expect((await shop.post(PLACE, order, buyer.token)).status).toBe(200);
  const { body } = await owner.get("/coupons");
  expect((body.rows as Shown[])[0]).toMatchObject({ _id: coupon._id, uses: 1, state: "used up" });
  const audit = await shop.query("select action, subject_id from audit where subject_kind = 'coupon'");
  expect(audit).toEqual([{ action: "coupon.add", subject_id: coupon._id }]);
});

test("Of two who change a coupon one learns how it is and by whom", async () => {
  const { _id } = await added({ code: "TWOATONCE", kind: "fixed", value: 100 });
  const answers = await Promise.all([
    owner.post(`/coupons/${_id}`, { value: 200, version: 1 }),
    owner.post(`/coupons/${_id}`, { active: false, version: 1 }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = answers.find(({ status }) => status === 409);
  expect(late?.body).toMatchObject({ current: { code: "TWOATONCE", version: 2 }, by: "The owner" });
  expect(await shop.query("select action from audit where subject_id = $1 order by id", [_id])).toEqual([
    { action: "coupon.add" },
    { action: "coupon.edit" },
  ]);
});

test("A coupon's faults are beside their fields", async () => {
  await added({ code: "TAKEN", kind: "delivery" });
  const before = await shop.query("select count(*) from coupons");
  const percent = { code: "NEWONE", kind: "percent" };
  for (const [fields, field] of [
    [{ ...percent, value: 0 }, "value"],
    [{ ...percent, value: 101 }, "value"],
    [{ ...percent, kind: "fixed", value: 0 }, "value"],
    [{ ...percent, value: 10, startsAt: 2_000, endsAt: 2_000 }, "endsAt"],
    [{ ...percent, value: 10, code: "A!" }, "code"],
    [{ ...percent, value: 10, maxUses: 0 }, "maxUses"],
  ] as const) {
    const { status, body } = await owner.post("/coupons", fields);
    expect([status, Object.keys(body.fields as object)]).toEqual([400, [field]]);
  }
  const taken = await owner.post("/coupons", { code: "ta-ken", kind: "delivery" });
  const message = "There is a coupon with this code already.";
  expect([taken.status, taken.body]).toMatchObject([409, { message, fields: { code: message } }]);
  expect(await shop.query("select count(*) from coupons")).toEqual(before);
});

test("free delivery has no value and is of all goods, whatever it was before", async () => {
  const { _id } = await added({ code: "WASPERCENT", kind: "percent", value: 20, category: "Men" });
  const { body } = await owner.post(`/coupons/${_id}`, { kind: "delivery", version: 1 });
  expect(body.coupon).toMatchObject({ kind: "delivery", value: 0, category: null, version: 2 });
  const back = await owner.post(`/coupons/${_id}`, { kind: "fixed", version: 2 });
  expect([back.status, back.body.fields]).toEqual([400, { value: "Enter Ksh 1 to 1,000,000." }]);
  expect(await shop.query("select kind, value from coupons where id = $1", [_id])).toEqual([
    { kind: "delivery", value: 0 },
  ]);
});
