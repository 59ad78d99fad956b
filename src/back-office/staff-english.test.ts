import { afterAll, expect, test } from "vitest";
import { addProduct } from "../../test/goods.ts";
import { PLACE } from "../../test/orders.ts";
import { customer, orderOf } from "../../test/people.ts";
import { openTestShop } from "../../test/shop.ts";
import { callStaff, signInStaff } from "../../test/support/back-office.ts";

const shop = await openTestShop();
afterAll(() => shop.close());

test("a Kiswahili browser of staff changes nothing: prints and orders' mails keep their language", async () => {
  const owner = await signInStaff(shop);
  const cookie = `${owner.cookie}; lang=sw`;
  const buyer = await customer(shop);
  const tee = await addProduct(shop);
  const id = String((await shop.post(PLACE, orderOf(tee), buyer.token)).body.orderId);
  for (const [page, said] of [
    ["slips", "Packing slip"],
    ["receipts", "Total"],
  ]) {
    const { text, headers } = await callStaff(shop, `GET /orders/${page}?ids=${id}`, { cookie });
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(text).toContain(said);
    expect(text).not.toMatch(/\bOda\b|Jumla/);
  }
  const order = await callStaff(shop, `GET /orders/${id}`, { cookie });
  expect(order.text).toContain('"Order Placed"');
  await shop.query("update orders set status = 'Packing', payment = true where id = $1", [id]);
  const { version } = (await shop.query("select version from orders where id = $1", [id]))[0] ?? {};
  const body = { to: "Shipped", version };
  expect((await callStaff(shop, `POST /orders/${id}/step`, { cookie, body })).status).toBe(200);
  expect(await shop.query("select subject from outbox where event = $1", [`shipped:${id}`])).toEqual([
    { subject: `Your Sauti order ${id.slice(-8)} is on its way` },
  ]);
});
