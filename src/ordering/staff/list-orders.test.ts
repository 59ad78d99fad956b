import { afterAll, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { PLACE } from "../../../test/orders.ts";
import { ADDRESS, customer, orderOf } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";
import { listForStaff, type StaffFilter } from "./list-orders.server.ts";

const PEOPLE = [
  { firstName: "Wanjiku", lastName: "Otieno", phone: "0712345678", city: "Nairobi", email: "w@a.co" },
  {
    firstName: "Achieng",
    lastName: "O'Brien",
    phone: "+254722000111",
    city: "Kisumu",
    email: "achieng@example.com",
  },
  {
    firstName: "Éva",
    lastName: "Wanjiku Kamau",
    phone: "254733999888",
    city: "Thika Town",
    email: "iva@b.co",
  },
];

const shop = await openTestShop();
const ids: string[] = [];
for (const [n, person] of PEOPLE.entries()) {
  const order = orderOf(await addProduct(shop), { mpesaCode: `SKA1B2C3D${n}` });
  const buyer = await customer(shop);
  const placed = await shop.post(PLACE, { ...order, address: { ...ADDRESS, ...person } }, buyer.token);
  ids.push(String(placed.body.orderId));
}
afterAll(() => shop.close());

/** Which of the three orders are found. */
const found = async (filter: StaffFilter) => {
  const { rows } = await listForStaff(shop.db, filter);
  return rows.map(({ _id }) => ids.indexOf(_id));
};

test.each([
  ["0712 345 678", [0]],
  ["(0722) 000111", [1]],
  ["0733 99", [2]],
  ["\u202a+254\u00a0733\u2212999\u00ad888\u202c", [2]],
  ["+254 (0) 712 345 678", [0]],
  ["Achieng 0722000111", [1]],
  ["wanjiku", [2, 0]],
  ["otieno WANJIKU", [0]],
  ["eva  kamau", [2]],
  ["o’BRIEN", [1]],
  ["Oʼbri\u200ben", [1]],
  ["e\u0301va\u00a0wanjiku", [2]],
  // short ids have no I, L, O and U: what is this short could begin one
  ["ki", [1]],
  ["o", [1, 0]],
  ["ska1b2c3d1", [1]],
  ["Achieng@Example.com", [1]],
  ["%", []],
  ["  ", [2, 1, 0]],
])("%j finds its orders", async (q, expected) => {
  expect(await found({ q })).toEqual(expected);
});

test("the short name finds its order, in small letters and with a # too", async () => {
  for (const [n, id] of ids.entries()) {
    expect(await found({ q: id.slice(-8) })).toEqual([n]);
    expect(await found({ q: id })).toEqual([n]);
    expect(await found({ q: `#${id.slice(-8).toLowerCase()}` })).toEqual([n]);
  }
});

test("by status, method, payment and day, alone and together", async () => {
  await shop.query("update orders set status = 'Packing', payment = true where id = $1", [ids[1]]);
  // 20 November 2026, 00:30 in Nairobi
  await shop.query("update orders set placed_at = '2026-11-19T21:30:00Z' where id = $1", [ids[0]]);
  expect(await found({ status: ["Packing"] })).toEqual([1]);
  expect(await found({ status: ["Packing", "Order Placed"], q: "wanjiku otieno" })).toEqual([0]);
  expect(await found({ paid: "false" })).toEqual([2, 0]);
  expect(await found({ paid: "true", method: "cod" })).toEqual([1]);
  expect(await found({ method: "mpesa" })).toEqual([]);
  expect(await found({ from: "2026-11-20", to: "2026-11-20" })).toEqual([0]);
  expect(await found({ to: "2026-11-19" })).toEqual([]);
});
