import { afterAll, afterEach, describe, expect, test } from "vitest";
import { openTestShop } from "../../../test/shop.ts";
import { testOutbox } from "../../../test/support/outbox.ts";

const shop = await openTestShop();
const outbox = testOutbox(shop);
afterEach(() => outbox.end());
afterAll(() => shop.close());

describe("a mail is sent at most once", () => {
  test("A mail cut off after its last line is not sent again", async () => {
    const broken = await outbox.brokenSink("sent");
    await outbox.post();
    const stop = outbox.start(broken.url);
    await outbox.reaches("unknown");
    await stop();
    await shop.query("update outbox set next_attempt_at = now() - interval '1 day'");
    const whole = await outbox.sink();
    await outbox.post("the next");
    outbox.start(whole.url);
    await outbox.reaches("unknown", "sent");
    expect(broken.count()).toBe(1);
    expect(whole.mails).toHaveLength(1);
  });

  test("cut off before the mail was given, or no word from the server: it waits", async () => {
    for (const point of ["rcpt", "greeting"] as const) {
      await shop.query("delete from outbox");
      const broken = await outbox.brokenSink(point);
      await outbox.post();
      const stop = outbox.start(broken.url, 200);
      await outbox.attempted(1);
      await stop();
      expect(broken.count()).toBe(0);
    }
  });

  test("of two in the air at once each is judged by its own words: one may have left, the other waits", async () => {
    const broken = await outbox.brokenSink("either");
    await outbox.post("a: held", "rcpt@example.com");
    await outbox.post("b: cut off", "sent@example.com");
    outbox.start(broken.url);
    await outbox.reaches("waiting", "unknown");
    expect(broken.count()).toBe(1);
    expect((await outbox.rows()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });

  test("A mail is sent at most once, also by three senders", async () => {
    const { url, mails } = await outbox.sink();
    for (let i = 0; i < 30; i++) await outbox.post(`event ${i}`, `person${i}@example.com`);
    outbox.start(url);
    outbox.start(url);
    outbox.start(url);
    await outbox.reaches(...Array<string>(30).fill("sent"));
    const people = mails.map((mail) => mail.to?.[0]?.address);
    expect(people).toHaveLength(30);
    expect(new Set(people).size).toBe(30);
  });

  test("a mail a killed process had in hand is unknown after five minutes, and not before", async () => {
    const { url, mails } = await outbox.sink();
    await outbox.post("a: long dead");
    await outbox.post("b: in hand elsewhere");
    await shop.query(
      "update outbox set state = 'sending', next_attempt_at = now() + (case when event like 'a%' then interval '-1 second' else interval '1 minute' end)",
    );
    await outbox.post("c: to send");
    outbox.start(url);
    await outbox.reaches("unknown", "sending", "sent");
    expect(mails).toHaveLength(1);
  });

  test("mails left in the mailbox for more than a day are not sent when a server comes", async () => {
    const { url, mails } = await outbox.sink();
    await outbox.post("a: old");
    await outbox.post("b: tried before");
    await outbox.post("c: new");
    await shop.query("update outbox set created_at = now() - interval '25 hours' where event not like 'c%'");
    await shop.query("update outbox set attempts = 3 where event like 'b%'");
    outbox.start(url);
    await outbox.reaches("failed", "sent", "sent");
    expect(mails).toHaveLength(2);
    expect((await outbox.rows())[0]).toMatchObject({
      html: "",
      fault: "older than a day when sending began",
    });
  });

  test("stopping waits for the mail in hand", async () => {
    let given: () => void = () => {};
    const arrived = new Promise<void>((resolve) => {
      given = resolve;
    });
    const { url } = await outbox.sink({
      onData: (stream, _session, done) => {
        stream.resume().on("end", () => {
          given();
          setTimeout(() => done(), 50);
        });
      },
    });
    await outbox.post();
    const stop = outbox.start(url);
    await arrived;
    await stop();
    expect(await outbox.states()).toEqual(["sent"]);
  });
});
