import { afterAll, afterEach, expect, test } from "vitest";
import { openTestShop } from "../../../test/shop.ts";
import { testOutbox } from "../../../test/support/outbox.ts";

const shop = await openTestShop();
const outbox = testOutbox(shop);
afterEach(() => outbox.end());
afterAll(() => shop.close());

test("A mail is sent at most once, also when its sender is killed", async () => {
  const people: string[] = [];
  let silentFrom = 0;
  const { url } = await outbox.sink({
    // a server that takes its time to say that it has the mail, and from one on says nothing: these are in the air
    onData: (stream, session, done) => {
      stream.resume().on("end", () => {
        people.push(...session.envelope.rcptTo.map(({ address }) => address));
        if (people.length < silentFrom) setTimeout(done, 150);
      });
    },
  });
  for (let i = 0; i < 40; i++) await outbox.post(`event ${i}`, `person${i}@example.com`, i % 2 === 0);
  for (const arrived of [12, 24]) {
    silentFrom = arrived;
    const process = outbox.startProcess(url);
    await expect.poll(() => people.length, { interval: 5 }).toBeGreaterThanOrEqual(arrived);
    await process.kill();
    expect(await outbox.states()).toContain("sending");
  }
  // five minutes later
  await shop.query("update outbox set next_attempt_at = now() - interval '1 s' where state = 'sending'");
  silentFrom = Number.POSITIVE_INFINITY;
  outbox.start(url);
  await expect.poll(outbox.states).not.toContain("waiting");
  await expect.poll(outbox.states).not.toContain("sending");
  expect(new Set(people).size).toBe(people.length);
  const rows = await shop.query<{ to: string; state: string }>('select recipient as "to", state from outbox');
  const sent = rows.filter(({ state }) => state === "sent").map(({ to }) => to);
  expect(people).toEqual(expect.arrayContaining(sent));
  expect(rows.filter(({ state }) => state === "unknown").length).toBe(40 - sent.length);
  // no more than two processes had in hand
  expect(sent.length).toBeGreaterThanOrEqual(40 - 2 * 8);
});
