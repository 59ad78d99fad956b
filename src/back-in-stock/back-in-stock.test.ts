import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../test/goods.ts";
import { openTestShop, patient } from "../../test/shop.ts";
import { BACK_TEXTS, WAITING_MAX } from "./contract.ts";
import { mailBackInStock, sweepBackInStock } from "./mail-back.server.ts";

let tee: Goods;
let people = 0;
const shop = await openTestShop();
await patient(shop);
beforeEach(async () => {
  await shop.query("delete from outbox");
  await shop.query("delete from back_in_stock");
  await shop.query("delete from rate_limits");
  tee = await addProduct(shop, { name: "Mic tee", stock: { M: 0, L: 4 } });
});
afterAll(() => shop.close());

const fresh = () => `shopper-${++people}@example.com`;
const ask = (more: object = {}, headers: Record<string, string> = {}) =>
  shop.post(
    "/api/product/tell-when-back",
    { productId: tee._id, size: "M", email: fresh(), ...more },
    undefined,
    headers,
  );
const waiting = () => shop.query("select size, email, language from back_in_stock order by id");
const comes = (count: number, product = tee) =>
  shop.query(
    "update stock set on_hand = on_hand + $2, received = received + $2 where product_id = $1 and size = 'M'",
    [product._id, count],
  );
const sendMails = () => mailBackInStock(shop.db, "https://sauti.example");
const mails = () =>
  shop.query("select recipient, subject, text from outbox where event like 'back:%' order by id");
const recipients = async () => (await mails()).map(({ recipient }) => recipient);

describe("a mail when a size is back", () => {
  test("Who asked for a sold-out size gets one mail, once", async () => {
    const email = fresh();
    expect((await ask({ email })).body).toEqual({ success: true, message: BACK_TEXTS.thanks });
    await sendMails();
    expect(await mails()).toEqual([]);
    await comes(3);
    await Promise.all([sendMails(), sendMails(), sendMails()]);
    expect(await mails()).toEqual([
      {
        recipient: email,
        subject: "Mic tee is back",
        text: expect.stringContaining(`https://sauti.example/product/${tee._id}`),
      },
    ]);
    expect(await waiting()).toEqual([]);
    await comes(-3);
    await comes(3);
    await sendMails();
    expect(await mails()).toHaveLength(1);
  });

  test("asked for twice, in other letters too, is one mail; asked for again after it, another", async () => {
    for (const email of ["Amina@example.com", "amina@EXAMPLE.com", " amina@example.com "])
      expect((await ask({ email })).status).toBe(200);
    expect(await waiting()).toHaveLength(1);
    await comes(1);
    await sendMails();
    await comes(-1);
    await ask({ email: "amina@example.com" });
    await comes(1);
    await sendMails();
    expect(await mails()).toHaveLength(2);
  });

  test("is in the language chosen where it was asked for", async () => {
    await ask({}, { cookie: "lang=sw" });
    expect(await waiting()).toMatchObject([{ language: "sw" }]);
    await comes(1);
    await sendMails();
    const [mail] = await mails();
    expect([mail?.subject, mail?.text]).toEqual([
      "Mic tee imerudi",
      expect.stringContaining("ipo tena dukani"),
    ]);
  });

  test("comes to no more people at a time than there are pieces, first come first", async () => {
    const emails = [fresh(), fresh(), fresh()];
    for (const email of emails) await ask({ email });
    await comes(2);
    await sendMails();
    expect(new Set(await recipients())).toEqual(new Set(emails.slice(0, 2)));
    // those two buy nothing: the next is mailed
    await sendMails();
    expect(await recipients()).toHaveLength(3);
    expect((await recipients()).at(-1)).toBe(emails[2]);
  });

  test("A back-in-stock mail waits until the size can be bought", async () => {
    await ask();
    await comes(1);
    await comes(-1);
    await sendMails();
    await shop.query(
      "update stock set held = 1, received = received + 1 where product_id = $1 and size = 'M'",
      [tee._id],
    );
    await sendMails();
    await comes(1);
    await shop.query("update products set published = false where id = $1", [tee._id]);
    await sendMails();
    await shop.query("update products set published = true, sizes = '{L}' where id = $1", [tee._id]);
    await sendMails();
    expect(await mails()).toEqual([]);
    await shop.query("update products set sizes = '{M,L}' where id = $1", [tee._id]);
    await sendMails();
    expect(await mails()).toHaveLength(1);
    await shop.query(
      "update stock set held = 0, received = received - 1 where product_id = $1 and size = 'M'",
      [tee._id],
    );
  });

  test("is waited for half a year", async () => {
    await ask();
    await ask();
    await shop.query(
      "update back_in_stock set asked_at = now() - interval '181 days' where id = (select min(id) from back_in_stock)",
    );
    await sweepBackInStock(shop.db);
    expect(await waiting()).toHaveLength(1);
  });
});

describe("a mail when a drop opens", () => {
  const askOpening = (body: object, headers: Record<string, string> = {}) =>
    shop.post("/api/product/tell-when-open", body, undefined, headers);
  const opens = (product: Goods) =>
    shop.query("update products set on_sale_from = now() - interval '1 second' where id = $1", [product._id]);

  test("Who asks for a drop's opening gets one mail, when it is on sale", async () => {
    const drop = await addProduct(shop, {
      name: "Drop tee",
      stock: { M: 1 },
      onSaleIn: 3_600,
      announced: true,
    });
    const [email, other] = [fresh(), fresh()];
    const { body } = await askOpening({ productId: drop._id, email });
    expect(body).toEqual({ success: true, message: BACK_TEXTS.thanksForOpening });
    await askOpening({ productId: drop._id, email: email.toUpperCase() });
    await askOpening({ productId: drop._id, email: other }, { cookie: "lang=sw" });
    await sendMails();
    expect(await mails()).toEqual([]);
    await opens(drop);
    await Promise.all([sendMails(), sendMails()]);
    const sent = (await mails()).map(({ recipient, subject }) => `${recipient} ${subject}`);
    expect(sent.sort()).toEqual(
      [`${email} Drop tee is on sale now`, `${other} Drop tee inauzwa sasa`].sort(),
    );
    for (const { text } of await mails()) expect(text).toContain(`https://sauti.example/product/${drop._id}`);
    expect(await waiting()).toEqual([]);
    const late = await askOpening({ productId: drop._id, email });
    expect([late.status, late.body.message]).toEqual([409, BACK_TEXTS.openAlready]);
  });

  test("is not taken for a drop that nobody may know of, which is an unknown id", async () => {
    const hidden = await addProduct(shop, { onSaleIn: 3_600 });
    for (const productId of [hidden._id, "nothing"]) {
      const { status, body } = await askOpening({ productId, email: fresh() });
      expect([status, body]).toEqual([404, { success: false, message: "We can't find this product" }]);
    }
    expect((await askOpening({ productId: hidden._id, email: "nobody" })).status).toBe(400);
    expect(await waiting()).toEqual([]);
  });
});

describe("nothing is stored of", () => {
  test.each([
    [{ email: "" }, 400, "Please enter your email address"],
    [{ email: "nobody" }, 400, "Please enter a valid email address"],
    [{ email: `${"x".repeat(65)}@example.com` }, 400, "Please enter a valid email address"],
    [{ email: "a@example.com\nBcc: b@example.com" }, 400, "Please enter a valid email address"],
    [{ productId: "nothing" }, 404, "We can't find this product"],
    [{ productId: "a\0b" }, 400, expect.any(String)],
    [{ size: "XXL" }, 404, "We can't find this product"],
    [{ size: "L" }, 409, BACK_TEXTS.thereAlready],
  ])("%j", async (body, status, message) => {
    const answer = await ask(body);
    expect([answer.status, answer.body]).toEqual([status, { success: false, message }]);
    expect(await waiting()).toEqual([]);
  });
});

describe("a stranger's address", () => {
  const sizes = Array.from({ length: 30 }, (_, at) => `S${at}`);
  const soldOut = () => addProduct(shop, { stock: Object.fromEntries(sizes.map((size) => [size, 0])) });

  test("A stranger's address is accepted ten times a day at most", async () => {
    const email = fresh();
    const many = await soldOut();
    const asked: number[] = [];
    for (const size of sizes.slice(0, 15))
      asked.push((await ask({ productId: many._id, size, email })).status);
    expect(asked).toEqual([...Array(10).fill(200), ...Array(5).fill(429)]);
    expect(await waiting()).toHaveLength(10);
  });

  test("An address waits for twenty sizes at most", async () => {
    const email = fresh();
    const many = await soldOut();
    for (let at = 0; at < sizes.length; at += 10) {
      await shop.query("delete from rate_limits");
      await Promise.all(sizes.slice(at, at + 10).map((size) => ask({ productId: many._id, size, email })));
    }
    expect(await waiting()).toHaveLength(WAITING_MAX);
    await shop.query("delete from rate_limits");
    const answer = await ask({ email });
    expect([answer.status, answer.body.message]).toEqual([409, BACK_TEXTS.waitsForMany]);
  });
});
