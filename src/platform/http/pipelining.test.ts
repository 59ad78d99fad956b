import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { customer } from "../../../test/people.ts";
import { sendRaw } from "../../../test/raw.ts";
import { openTestShop, patient } from "../../../test/shop.ts";

const shop = await openTestShop();
const port = await shop.listen();
const tee = await addProduct(shop, { stock: { M: 100 } });
const person = await customer(shop);
afterAll(() => shop.close());

const HEALTH = "GET /api/health HTTP/1.1\r\nHost: shop\r\n\r\n";
const countOf = (text: string) => text.match(/HTTP\/1\.1 200 OK/g)?.length ?? 0;

/** Puts one tee into the cart. */
function add(): string {
  const body = JSON.stringify({ itemId: tee._id, size: "M" });
  return `POST /api/cart/add HTTP/1.1\r\nHost: shop\r\ntoken: ${person.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

test("sixteen requests sent one behind the other are all answered, and sixteen more after them", async () => {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (bytes) => {
    text += bytes;
  });
  for (const answers of [16, 32]) {
    socket.write(HEALTH.repeat(16));
    await expect.poll(() => countOf(text)).toBe(answers);
  }
  expect(socket.readyState).toBe("open");
  socket.destroy();
});

test("A connection with a seventeenth unanswered request ends", async () => {
  const answer = await sendRaw(port, add().repeat(40));
  expect({ closed: answer.closed, answers: countOf(answer.text) }).toEqual({ closed: true, answers: 16 });
  expect(await shop.query("select quantity from cart_lines")).toEqual([{ quantity: 16 }]);
  await shop.query("delete from cart_lines");
});

test("of thousands behind each other, on twenty connections, sixteen each are answered and others are served", async () => {
  const floods = Array.from({ length: 20 }, () => sendRaw(port, HEALTH.repeat(2_000)));
  expect((await sendRaw(port, HEALTH.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))).status).toBe(200);
  for (const { closed, text } of await Promise.all(floods))
    expect({ closed, answers: countOf(text) }).toEqual({ closed: true, answers: 16 });
});

test("what is behind an answer that ends the connection is not begun", async () => {
  const closing = await shop.second();
  await patient(closing);
  const its = await closing.listen();
  const client = await shop.looking.connect();
  await client.query("begin; lock table products in access exclusive mode");
  const search = "GET /api/product/list?search=tee HTTP/1.1\r\nHost: shop\r\n\r\n";
  const answering = sendRaw(its, search + add());
  // the search itself: what the app asks of products when it opens waits for them too
  const waits = `select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database() and query like '%"search" like%'`;
  await expect.poll(async () => (await shop.query(waits)).length).toBe(1);
  const closed = closing.close();
  await client.query("rollback");
  client.release();
  const answer = await answering;
  expect({ closed: answer.closed, answers: countOf(answer.text) }).toEqual({ closed: true, answers: 1 });
  await closed;
  expect(await shop.query("select from cart_lines")).toEqual([]);
});
