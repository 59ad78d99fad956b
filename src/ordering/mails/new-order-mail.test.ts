import { beforeEach, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { PLACE } from "../../../test/orders.ts";
import { outcomeOf } from "../../../test/outcome.ts";
import { paidShop, paymentOf, phoneOf, push, pushOf } from "../../../test/payments.ts";
import { ADDRESS, customer, orderOf, type Person } from "../../../test/people.ts";
import { saveSetting } from "../../../test/saved-setting.ts";
import { shop as facts } from "../../shop.ts";

const shop = paidShop();
// each order is mailed by itself
beforeEach(() => shop.query("update orders set announced_at = 'epoch'"));

/** The mails of this person's orders, as the round writes them that is due now. */
const alertsOf = async ({ userId }: Person) => {
  await shop.query(
    "update orders set announced_at = 'epoch' where user_id <> $1 or announced_at is not null",
    [userId],
  );
  await shop.work();
  return shop.query<{ event: string; recipient: string; subject: string; text: string; html: string }>(
    `select event, recipient, subject, text, html from outbox
     where event in (select 'new-order:' || id from orders where phase = 'placed' and user_id = $1)`,
    [userId],
  );
};

test("The owner is notified of each order on a code, once", async () => {
  const buyer = await customer(shop);
  const tee = await addProduct(shop, { name: "Matatu tee" });
  const { body } = await shop.post(PLACE, orderOf(tee, { quantity: 2 }), buyer.token);
  const [alert, ...more] = await alertsOf(buyer);
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ event: `new-order:${body.orderId}`, recipient: facts.email });
  for (const part of [
    "Cash on order, not paid yet. To Nairobi.",
    "2 × Matatu tee, size M: Ksh 3,000",
    "Total with delivery: Ksh 3,001",
    `Open the order:\n${shop.config.PUBLIC_URL}/staff/orders/${body.orderId}\n`,
  ])
    expect(alert?.text).toContain(part);
  for (const secret of [ADDRESS.firstName, ADDRESS.lastName, ADDRESS.street, ADDRESS.phone, ADDRESS.email])
    expect(`${alert?.subject} ${alert?.text} ${alert?.html}`).not.toContain(secret);
});

test("to the address that the owner has named for alerts; switched off, to nobody", async () => {
  const alerts = (value: object) => saveSetting(shop, "alerts", value);
  const recipients = async () => {
    const buyer = await customer(shop);
    await shop.post(PLACE, orderOf(await addProduct(shop)), buyer.token);
    return (await alertsOf(buyer)).map(({ recipient }) => recipient);
  };
  const soon = () => expect.poll(recipients, { timeout: 20_000 });
  await alerts({ email: "packing@sauti.example", mails: ["new-order"] });
  await soon().toEqual(["packing@sauti.example"]);
  await alerts({ email: "", mails: [] });
  await soon().toEqual([]);
  await shop.query("delete from settings");
  await soon().toEqual([facts.email]);
});

test("The owner is notified of each paid order, once", async () => {
  const buyer = await customer(shop);
  await push(shop, buyer, pushOf(await addProduct(shop), phoneOf("001")));
  await shop.pass(40);
  const { order_id: orderId } = await paymentOf(shop, buyer);
  expect(await alertsOf(buyer)).toMatchObject([
    { subject: `New order ${String(orderId).slice(-8)}: Ksh 1,501, paid` },
  ]);
});

test("of an order whose items are gone, whose money goes back: nothing, for there is nothing to pack", async () => {
  const buyer = await customer(shop);
  const tee = await addProduct(shop, { stock: { M: 1 } });
  const id = await push(shop, buyer, pushOf(tee, shop.phone()));
  await shop.query("update holds set until = now() - interval '1 second' where until is not null");
  await shop.work();
  await shop.query("update stock set on_hand = 0 where product_id = $1", [tee._id]);
  await shop.daraja.approve(id);
  await shop.pass(40);
  expect((await outcomeOf(shop, buyer)).orders).toMatchObject([{ status: "Cancelled" }]);
  expect(await alertsOf(buyer)).toEqual([]);
});

test("a town that is no plain town is left out of it", async () => {
  const buyer = await customer(shop);
  const address = { ...ADDRESS, city: "Win at bit.ly/x" };
  await push(shop, buyer, { ...pushOf(await addProduct(shop), phoneOf("014")) });
  await shop.query("update orders set address = $2 where user_id = $1", [buyer.userId, address]);
  await shop.pass(40);
  const [alert] = await alertsOf(buyer);
  expect(alert?.text).toContain("M-Pesa prompt, paid. To no town given.");
});
