import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { databaseUrl } from "../../test/database-url.ts";
import { freePort } from "../../test/free-port.ts";
import { addProduct, onHand } from "../../test/goods.ts";
import { brokenInvariants } from "../../test/invariants.ts";
import { PLACE } from "../../test/orders.ts";
import { customer, orderOf } from "../../test/people.ts";
import { openTestShop } from "../../test/shop.ts";
import { openStartPlace } from "../../test/support/start-place.ts";
import { enqueueMail } from "./mail/outbox.server.ts";
import { SENDING_ENDED } from "./mail/send.server.ts";

const [shop, place] = await Promise.all([openTestShop(), openStartPlace()]);
afterAll(async () => {
  await place.close();
  await shop.close();
});

/** Whoever waits for a lock, or a statement, waits as long as the test takes on this machine. */
const PATIENCE = { options: "-c TimeZone=UTC -c lock_timeout=60s -c statement_timeout=60s" };
const DATABASE_URL = `${databaseUrl(shop.connection)}&${new URLSearchParams(PATIENCE)}`;

async function idleConnection(port: string): Promise<Socket> {
  const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
  await once(socket, "connect");
  return socket;
}

const refuses = (port: string) =>
  new Promise<boolean>((answer) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      answer(false);
    });
    socket.on("error", () => answer(true));
  });

test("SIGTERM finishes what is in flight", async () => {
  const port = String(await freePort());
  const running = place.start({ DATABASE_URL, PORT: port, HOST: "127.0.0.1" });
  await expect.poll(running.said).toContain("The shop is open at");
  const url = `http://127.0.0.1:${port}`;
  expect((await fetch(`${url}/api/ready`)).status).toBe(200);
  const mails = /Its mails, for this machine: http:\/\/localhost:\d+(\/mailbox\/[\w-]{32})\n/.exec(
    running.said(),
  );
  expect((await fetch(`${url}${mails?.[1]}`)).status).toBe(200);

  const tee = await addProduct(shop, { stock: { M: 3 } });
  const buyer = await customer(shop);
  const client = await shop.looking.connect();
  await client.query("begin");
  await client.query("select from stock where product_id = $1 for update", [tee._id]);
  const placing = fetch(`${url}${PLACE}`, {
    method: "POST",
    headers: { "content-type": "application/json", token: buyer.token },
    body: JSON.stringify(orderOf(tee)),
  });
  const blocked =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await shop.query(blocked)).length).toBe(1);

  // what browsers keep open: one connection used before, one never used
  const idle = await Promise.all([0, 1].map(() => idleConnection(port)));
  idle[0]?.write("GET /api/health HTTP/1.1\r\nHost: shop\r\n\r\n");
  await once(idle[0] as Socket, "data");
  const left = idle.map((socket) => once(socket, "close"));
  running.child.kill("SIGTERM");
  running.child.kill("SIGTERM");
  await expect.poll(() => refuses(port)).toBe(true);
  // nobody waits for them
  await Promise.all(left);
  expect(running.child.exitCode).toBeNull();
  await client.query("rollback");
  client.release();

  const answer = await placing;
  expect(answer.status).toBe(200);
  const { orderId } = (await answer.json()) as { orderId: string };
  expect(await running.exit).toEqual([0, null]);
  expect(
    await shop.query("select id from orders where phase = 'placed' and user_id = $1", [buyer.userId]),
  ).toEqual([{ id: orderId }]);
  expect(await onHand(shop, tee)).toBe(2);
  expect(await brokenInvariants(shop)).toEqual([]);
});

test("A wrong environment setting stops the start by name", async () => {
  const running = place.start({ DATABASE_URL: "postgres://shop:secret#1@db/shop", PORT: "secret" });
  expect(await running.exit).toEqual([1, null]);
  expect(running.said()).toContain("DATABASE_URL");
  expect(running.said()).toContain("PORT");
  expect(running.said()).not.toMatch(/secret|\bat /);
});

test("SIGTERM ends the sending of mails at once, not after the last answer", async () => {
  const port = String(await freePort());
  const settings = {
    DATABASE_URL,
    PORT: port,
    HOST: "127.0.0.1",
    SMTP_URL: "smtp://127.0.0.1:1",
    LOG_LEVEL: "info",
  };
  const running = place.start(settings);
  await expect.poll(running.said).toContain("The shop is open at");
  const slow = await idleConnection(port);
  slow.write(
    "POST /api/user/login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{",
  );
  // it is being answered
  await once(slow, "data");
  running.child.kill("SIGTERM");
  await expect.poll(() => refuses(port)).toBe(true);
  // a look for mails that had begun before ends first
  await expect.poll(running.said).toContain(SENDING_ENDED);
  const event = randomUUID();
  await enqueueMail(shop.db, { event, to: "amina@example.com", subject: "s", html: "h", text: "t" });
  // it looked for mails four times a second; the process ends by itself nine seconds after the signal
  await pause(600);
  expect(running.child.exitCode).toBeNull();
  slow.write("}");
  expect(await running.exit).toEqual([0, null]);
  const sent = await shop.query("select attempts from outbox where event = $1", [event]);
  expect(sent).toEqual([{ attempts: 0 }]);
});

test("what is wrong outside the shop ends the start in one sentence, without a stack", async () => {
  const busy = createServer().listen(0, "127.0.0.1");
  await once(busy, "listening");
  const address = busy.address();
  const PORT = String(typeof address === "object" ? address?.port : 0);
  const none = DATABASE_URL.replace(/\/shop_\w+/, `/none${randomUUID().slice(0, 8)}`);
  for (const [settings, said] of [
    [{ DATABASE_URL, PORT, HOST: "127.0.0.1" }, "PORT: another program"],
    [{ DATABASE_URL: none, PORT }, "DATABASE_URL: the server has no database"],
    [{ DATABASE_URL: "postgres://shop:hidden@127.0.0.1:1/x", PORT }, "DATABASE_URL: no PostgreSQL server"],
  ] as const) {
    const running = place.start(settings);
    expect(await running.exit).toEqual([1, null]);
    expect(running.said()).toContain(said);
    expect(running.said()).not.toMatch(/hidden|none|\n\s+at /);
  }
  busy.close();
});

test("npm run seed reads .env and says in one sentence what is wrong with it", async () => {
  await writeFile(join(place.folder, ".env"), "DATABASE_URL=hidden");
  const running = place.start({}, "scripts/seed.ts");
  expect(await running.exit).toEqual([1, null]);
  expect(running.said()).toContain("DATABASE_URL: must be an address");
  expect(running.said()).not.toMatch(/hidden|\n\s+at /);
  await rm(join(place.folder, ".env"));
});
