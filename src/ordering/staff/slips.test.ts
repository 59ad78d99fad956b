import encodeQR from "qr";
import decodeQR from "qr/decode.js";
import { afterAll, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { PLACE } from "../../../test/orders.ts";
import { ADDRESS, customer, orderOf } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";
import { receiptsFor, slipsFor } from "./slips.server.ts";

const shop = await openTestShop();
afterAll(() => shop.close());

async function placed(name: string, quantity = 1): Promise<string> {
  const order = orderOf(await addProduct(shop, { name }), { quantity });
  const address = { ...ADDRESS, firstName: "Wanjiku & co", street: 'Flat "4", <b>Langata</b> Road' };
  const { body } = await shop.post(PLACE, { ...order, address }, (await customer(shop)).token);
  return String(body.orderId);
}

test("slips: a page for each order, in the order asked for, without prices", async () => {
  const [one, two] = [await placed("Tee <script>alert(1)</script>"), await placed("Cap", 3)];
  const html = await slipsFor(shop.db, [two, one, "none", two]);
  const sections = html.split("<section>").slice(1);
  expect(sections).toHaveLength(2);
  expect(sections[0]).toContain(`Packing slip ${two.slice(-8)}`);
  expect(sections[0]).toContain('<td class="count">3</td><td>Cap</td><td>M</td>');
  expect(sections[0]).toContain("3 pieces in all.");
  expect(sections[1]).toContain(`Packing slip ${one.slice(-8)}`);
  expect(sections[1]).toContain("0712345678");
  expect(sections[1]).toContain("&#60;b&#62;Langata");
  expect(html).not.toMatch(/Ksh|1,?50[01]/);
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toContain("Wanjiku &#38; co");
});

test("a slip says that an order is not paid, or cancelled", async () => {
  const id = await placed("Tee");
  const said = async () => /<strong>.*<\/strong>/.exec(await slipsFor(shop.db, [id]))?.[0];
  expect(await said()).toContain("not paid: only the owner can have it packed");
  await shop.query("update orders set payment = true where id = $1", [id]);
  expect(await said()).toBeUndefined();
  await shop.query("update orders set status = 'Cancelled' where id = $1", [id]);
  expect(await said()).toContain("cancelled: do not pack it");
});

test("the QR code holds the order's short name", async () => {
  const id = await placed("Tee");
  const svg = /<svg.*<\/svg>/s.exec(await slipsFor(shop.db, [id]))?.[0];
  expect(svg).toBe(encodeQR(id.slice(-8), "svg", { border: 2 }));
  const bits = encodeQR(id.slice(-8), "raw", { border: 4, scale: 4 });
  const data = Uint8Array.from(bits.flat().flatMap((dark) => Array<number>(3).fill(dark ? 0 : 255)));
  expect(decodeQR({ width: bits.length, height: bits.length, data })).toBe(id.slice(-8));
});

test("receipts: prices, delivery and total, and how it was paid", async () => {
  const id = await placed("Cap", 2);
  const html = await receiptsFor(shop.db, [id]);
  expect(html).toContain("2 × Ksh 1,500");
  expect(html).toContain('<td>Total</td><td class="sum">Ksh 3,001</td>');
  expect(html).toContain("Cash on order, not paid yet.");
  await shop.query("update orders set payment = true, refund = 'part' where id = $1", [id]);
  expect(await receiptsFor(shop.db, [id])).toContain("Cash on order, paid. A part of it was refunded.");
});
