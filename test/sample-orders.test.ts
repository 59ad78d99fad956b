import { afterAll, beforeAll, expect, test } from "vitest";
import { ACCOUNT, forgetLimits } from "../scripts/demo/sample-orders.ts";
import { addProduct } from "./goods.ts";
import { openPaidShop, type PaidShop, push, pushOf } from "./payments.ts";
import { customer, type Person } from "./people.ts";

let shop: PaidShop;
beforeAll(async () => {
  shop = await openPaidShop({ MPESA_QUERY_EVERY: "0" });
  shop.daraja.switches({ queryLimit: false });
});
afterAll(() => shop.close());

test("the demonstration's sample orders neither use up nor lift the limits of its account and its phones", async () => {
  const tee = await addProduct(shop, { stock: { M: 50 } });
  const [demo, guest] = [await customer(shop), await customer(shop)];
  await shop.query("update users set email = $1 where id = $2", [ACCOUNT.email, demo.userId]);
  const phones = [1, 2, 3, 4].map((n) => `25471100000${n}`);
  for (const phone of phones) {
    await shop.daraja.approve(await push(shop, demo, pushOf(tee, phone)));
    await shop.work();
  }
  expect(await shop.query("select 1 from payments where state = 'ordered'")).toHaveLength(4);
  await forgetLimits(shop.db.$client);

  const rings = async (someone: Person, phone: string) => {
    const answer = await shop.post("/token/stkpush", pushOf(tee, phone), someone.token);
    if (answer.status === 200) await shop.daraja.cancel(String(answer.body.CheckoutRequestID));
    await shop.work();
    return answer.status;
  };
  // at once, and five times, as for anybody
  for (const phone of [...phones, "254711000005"]) expect(await rings(demo, phone)).toBe(200);
  expect(await rings(demo, "254711000006")).toBe(429);
  // a phone that never paid rests for two minutes after its second prompt
  const first = phones[0] ?? "";
  await shop.pass(61, 61);
  expect(await rings(guest, first)).toBe(200);
  await shop.pass(61, 61);
  expect(await rings(guest, first)).toBe(429);
  await shop.pass(60, 60);
  expect(await rings(guest, first)).toBe(200);
});
