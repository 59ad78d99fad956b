import { afterAll, beforeEach, expect, test } from "vitest";
import { addProduct, emptyShelves, type Goods, restock } from "../../../test/goods.ts";
import { saveSetting } from "../../../test/saved-setting.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import { mailLowStock } from "../../catalogue/staff/low-stock.server.ts";

let tee: Goods;
const shop = await openTestShop();
const owner = await signInStaff(shop);
beforeEach(async () => {
  await emptyShelves(shop);
  await shop.query("delete from outbox");
  tee = await addProduct(shop, { name: "Mic tee", stock: { M: 5, L: 6 } });
});
afterAll(() => shop.close());

const low = async (by = owner) => (await by.get("/today")).body.lowStock;
const links = { counter: (page: string) => `https://sauti.example/staff${page}` };
const morning = () => mailLowStock(shop.db, links);
const mails = () => shop.query("select event, recipient, subject, text, html from outbox order by id");
/** What was sent today was sent yesterday. */
const pastMidnight = () => shop.query("update outbox set event = event || '-before'");

test("Today counts the sizes of which five or fewer are left, of goods that shoppers see", async () => {
  expect(await low()).toBe(1);
  await restock(shop, tee, 0);
  expect(await low()).toBe(1);
  await restock(shop, tee, 6);
  expect(await low()).toBe(0);
  await addProduct(shop, { stock: { S: 0, M: 3 } });
  expect(await low()).toBe(2);
  await addProduct(shop, { stock: { S: 0 }, published: false });
  const dropped = await addProduct(shop, { stock: { M: 9, L: 0 } });
  await shop.query("update products set sizes = '{M}' where id = $1", [dropped._id]);
  expect(await low()).toBe(2);
});

test("who packs is told of it, support is not; the list shows the goods it is of", async () => {
  expect(await low(await signInStaff(shop, "packer"))).toBe(1);
  expect(await low(await signInStaff(shop, "support"))).toBeUndefined();
  await addProduct(shop, { name: "Plenty" });
  const { body } = await owner.get("/goods?stock=low");
  expect((body.rows as { _id: string }[]).map(({ _id }) => _id)).toEqual([tee._id]);
});

test("Low sizes are mailed to the owner once a day at most, each once", async () => {
  await Promise.all([morning(), morning(), morning()]);
  expect(await mails()).toEqual([
    {
      event: expect.stringMatching(/^low-stock:\d{4}-\d\d-\d\d$/),
      recipient: "duka@sauti.example",
      subject: "1 size is running low",
      text: expect.stringContaining("Mic tee, M: 5 left"),
      html: "",
    },
  ]);
  // later the same day more is low: that waits for tomorrow
  const cap = await addProduct(shop, { name: "Cap", stock: { "One size": 0 } });
  await morning();
  expect(await mails()).toHaveLength(1);
  await pastMidnight();
  await morning();
  const [, second] = await mails();
  expect(second?.text).toContain("Cap, One size: sold out");
  expect(second?.text).toContain("1 that earlier mails named is low still.");
  expect(second?.text).toContain("https://sauti.example/staff/goods?stock=low");
  expect(second?.text).not.toContain("Mic tee");
  // nothing new: no mail
  await pastMidnight();
  await morning();
  expect(await mails()).toHaveLength(2);
  // there was more of it in between
  await restock(shop, cap, 20);
  await morning();
  await restock(shop, cap, 1);
  await morning();
  expect((await mails()).map(({ subject }) => subject)).toHaveLength(3);
  expect((await mails()).at(-1)?.text).toContain("Cap, One size: 1 left");
});

test("the mail goes to the address that the owner has named for alerts; switched off, to nobody", async () => {
  const alerts = (value: object) => saveSetting(shop, "alerts", value);
  const told = async () => {
    await shop.query("delete from low_stock_notified");
    await shop.query("delete from outbox");
    await shop.jobs.cron.morning();
    return (await mails()).map(({ recipient }) => recipient);
  };
  const soon = () => expect.poll(told, { timeout: 20_000 });
  await alerts({ email: "stock@sauti.example", mails: ["low-stock"] });
  await soon().toEqual(["stock@sauti.example"]);
  await alerts({ email: "", mails: ["new-order", "morning"] });
  await soon().toEqual([]);
  expect(await shop.query("select 1 from low_stock_notified")).toEqual([]);
  await shop.query("delete from settings");
  await soon().toEqual(["duka@sauti.example"]);
});

test("of very many a mail names forty and counts the rest", async () => {
  const stock = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`S${at}`, 0]));
  await addProduct(shop, { name: "Many", stock });
  await morning();
  const [mail] = await mails();
  expect(mail?.subject).toBe("61 sizes are running low");
  expect(String(mail?.text).match(/^Many, /gm)).toHaveLength(40);
  expect(mail?.text).toContain("And 21 more.");
});
