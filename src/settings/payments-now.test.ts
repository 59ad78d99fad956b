import { afterAll, beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE } from "../../test/orders.ts";
import { openPaidShop, pushOf } from "../../test/payments.ts";
import { customer, freshCode, orderOf } from "../../test/people.ts";
import type { TestApp } from "../../test/shop.ts";
import { signInStaff } from "../../test/support/back-office.ts";
import { orderStanding, tellOfMoney, typeCode } from "../../test/till.ts";

let tee: Goods;
const shop = await openPaidShop({
  MPESA_QUERY_EVERY: "0",
  MPESA_TILL_NUMBER: "555111",
  MPESA_TRANSACTION_TYPE: "CustomerPayBillOnline",
});
shop.daraja.switches({ queryLimit: false });
const other = await shop.second();
const owner = await signInStaff(shop);
beforeEach(async () => {
  // more than is ordered while a change is waited for: sold out is no answer to that
  tee = await addProduct(shop, { stock: { M: 4_000 } });
});
afterAll(() => shop.close());

const ALL = ["cod", "mpesa", "flutterwave"];
const standing = async () =>
  ((await owner.get("/settings/payments")).body as { setting?: { version: number } }).setting;
async function save(value: object): Promise<number> {
  const { version } = (await standing()) ?? { version: 0 };
  const { status } = await owner.post("/settings/payments", { value, version });
  return status;
}

test("a method that is switched off is refused in every process, and taken again once it is on", async () => {
  const buyer = await customer(shop);
  expect(await save({ methods: ["mpesa"], till: "555111" })).toBe(200);
  const place = async (app: TestApp) =>
    (await app.post(PLACE, orderOf(tee), (await customer(shop)).token)).status;
  for (const app of [shop, other]) await expect.poll(() => place(app), { timeout: 20_000 }).toBe(409);
  expect(await save({ methods: ["cod"], till: "555111" })).toBe(200);
  for (const app of [shop, other]) await expect.poll(() => place(app), { timeout: 20_000 }).toBe(200);
  const push = await shop.post("/token/stkpush", pushOf(tee, "0712345678"), buyer.token);
  expect(push.status).toBe(409);
  expect(await shop.query("select 1 from payments where method = 'mpesa'")).toEqual([]);
});

test("Money at a former till counts for 30 days", async () => {
  const paid = async (till: string) => {
    const { orderId, code } = await typeCode(shop, await customer(shop), tee, freshCode());
    await tellOfMoney(shop, code, { TransAmount: `${tee.price + 1}.00`, BusinessShortCode: till });
    return (await orderStanding(shop, orderId))?.payment;
  };
  const soon = (till: string) => expect.poll(() => paid(till), { timeout: 20_000 });
  expect(await paid("555111")).toBe(true);
  expect(await save({ methods: ALL, till: "666222" })).toBe(200);
  await soon("666222").toBe(true);
  expect(await paid("555111")).toBe(true);
  expect(await paid("777333")).toBe(false);
  const passed = (time: string) =>
    shop.query(`
      alter table audit disable trigger user;
      update audit set at = at - interval '${time}';
      alter table audit enable trigger user;
      update settings set version = version`);
  // half a minute is left, to look in
  await passed("29 days 23:59:30");
  expect(await paid("555111")).toBe(true);
  await passed("31 seconds");
  await soon("555111").toBe(false);
  expect(await paid("666222")).toBe(true);
});

test("what the environment does not allow is not saved", async () => {
  const codesAlone = await shop.second({ PAYMENT_METHODS: "cod" });
  const { status, body } = await codesAlone.send({
    method: "POST",
    url: "/api/staff/settings/payments",
    headers: { cookie: owner.cookie, "x-staff": "1", "content-type": "application/json" },
    payload: {
      value: { methods: ["cod", "mpesa"], till: "555111" },
      version: (await standing())?.version ?? 0,
    },
  });
  await codesAlone.close();
  expect([status, Object.keys(body.fields as object)]).toEqual([400, ["methods"]]);
  expect(await save({ methods: ALL, till: "" })).toBe(400);
});

holdsInvariants(() => shop);
