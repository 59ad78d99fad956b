import { afterAll, afterEach, describe, expect, test } from "vitest";
import { openTestShop } from "../../../test/shop.ts";
import { openSink, refusal } from "../../../test/support/mail-sink.ts";
import { letter, testOutbox } from "../../../test/support/outbox.ts";
import { transaction } from "../database/db.server.ts";
import { enqueueMail, sweepOutbox } from "./outbox.server.ts";

const shop = await openTestShop();
const outbox = testOutbox(shop);
afterEach(() => outbox.end());
afterAll(() => shop.close());

describe("the outbox through a real SMTP server", () => {
  test("delivers once, both parts, and keeps no words", async () => {
    const { url, mails } = await outbox.sink();
    await outbox.post();
    outbox.start(url);
    await outbox.reaches("sent");
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.from).toMatchObject({ name: "Sauti", address: "duka@sauti.example" });
    expect(mail?.to).toMatchObject([{ address: "wanjiku@example.com" }]);
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.subject).toBe("Karibu Bcc: everyone@example.com");
    expect(mail?.messageId).toMatch(/^<[0-9A-Z]{26}@sauti\.example>$/);
    expect(mail?.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
    expect(mail?.html?.trim()).toBe(letter.html);
    expect(mail?.text?.trim()).toBe(letter.text);
    expect((await outbox.rows())[0]).toMatchObject({ html: "", text: "", attempts: 1, fault: null });
  });

  test("one without HTML leaves as text alone", async () => {
    const { url, mails } = await outbox.sink();
    await enqueueMail(shop.db, {
      event: "plain",
      to: "a@example.com",
      ...letter,
      html: "",
      lowPriority: true,
    });
    outbox.start(url);
    await outbox.reaches("sent");
    expect(mails[0]?.html).toBeUndefined();
    expect(mails[0]?.text?.trim()).toBe(letter.text);
  });

  test("the same event is one mail; a mail of a transaction rolled back is none", async () => {
    const { url, mails } = await outbox.sink();
    await outbox.post("order:1");
    await outbox.post("order:1");
    await transaction(shop.db, async (tx) => {
      await enqueueMail(tx, { event: "order:2", to: "a@example.com", ...letter });
      throw new Error("undone");
    }).catch(() => {});
    outbox.start(url);
    await outbox.reaches("sent");
    expect(mails).toHaveLength(1);
  });

  test("A mail server that is away delays nobody, and the mail comes once", async () => {
    const gone = await openSink();
    await gone.close();
    outbox.start(gone.url);
    const signUp = { name: "Wanjiku", email: "wanjiku@example.com", password: "jembe na nyundo 7" };
    expect(await shop.post("/api/user/register", signUp)).toMatchObject({ status: 200 });
    await outbox.attempted(1);
    expect((await outbox.rows())[0]?.wait).toBeGreaterThan(5);
    await outbox.due();
    await outbox.attempted(2);
    const back = await outbox.sink({ port: gone.port });
    await outbox.due();
    await outbox.reaches("sent");
    expect(back.mails).toHaveLength(1);
  });

  test("A deferred mail is retried, less and less often, for three days", async () => {
    let refuse = true;
    const { url, mails } = await outbox.sink({
      onRcptTo: (_address, _session, done) => done(refuse ? refusal(451) : undefined),
    });
    await outbox.post();
    outbox.start(url);
    await outbox.attempted(1);
    const [first] = await outbox.rows();
    expect(first?.wait).toBeGreaterThanOrEqual(6);
    expect(first?.wait).toBeLessThanOrEqual(10);
    expect(first?.fault).toBe("EENVELOPE RCPT TO 451");
    await outbox.due();
    await outbox.attempted(2);
    expect((await outbox.rows())[0]?.wait).toBeGreaterThanOrEqual(12);
    await shop.query("update outbox set attempts = 30");
    await outbox.due();
    await outbox.attempted(31);
    expect((await outbox.rows())[0]?.wait).toBeGreaterThanOrEqual(3_590);
    refuse = false;
    await outbox.due();
    await outbox.reaches("sent");
    expect(mails).toHaveLength(1);
    refuse = true;
    await outbox.post("too old");
    await shop.query(
      "update outbox set created_at = now() - interval '73 hours', attempts = 5 where event = 'too old'",
    );
    await outbox.due();
    await outbox.reaches("sent", "failed");
  });

  test("a 4xx after the whole mail was given is certain: it comes once, later", async () => {
    let refuse = true;
    let taken = 0;
    const { url } = await outbox.sink({
      onData: (stream, _session, done) => {
        stream.resume().on("end", () => {
          if (!refuse) taken += 1;
          done(refuse ? refusal(452) : null);
        });
      },
    });
    await outbox.post();
    outbox.start(url);
    await outbox.attempted(1);
    refuse = false;
    await outbox.due();
    await outbox.reaches("sent");
    expect(taken).toBe(1);
  });

  test.each([
    [
      "the recipient",
      { onRcptTo: (_a: unknown, _s: unknown, done: (e: Error) => void) => done(refusal(550)) },
    ],
    [
      "the mail",
      {
        onData: (stream: NodeJS.ReadableStream, _s: unknown, done: (e: Error) => void) => {
          stream.resume().on("end", () => done(refusal(554)));
        },
      },
    ],
  ])("a 5xx about %s is final", async (_what, options) => {
    const { url } = await outbox.sink(options as Parameters<typeof openSink>[0]);
    await outbox.post();
    outbox.start(url);
    await outbox.reaches("failed");
    await outbox.due();
    expect((await outbox.rows())[0]?.attempts).toBe(1);
  });

  test("a 5xx about us, the log-in or the sender, can be put right: it waits", async () => {
    const { url } = await outbox.sink({ onMailFrom: (_address, _session, done) => done(refusal(550)) });
    await outbox.post();
    const stop = outbox.start(url);
    await outbox.attempted(1);
    await stop();
    const strict = await outbox.sink({
      disabledCommands: ["STARTTLS"],
      authOptional: false,
      onAuth: (_auth, _session, done) => done(refusal(535)),
    });
    outbox.start(strict.url.replace("//", "//duka:wrong@"));
    await outbox.due();
    await outbox.attempted(2);
    expect((await outbox.rows())[0]?.fault).toBe("EAUTH AUTH PLAIN 535");
  });

  test("the sweep wipes what could not be delivered after a day, and drops all after 90", async () => {
    await outbox.post("a: failed yesterday");
    await outbox.post("b: failed now");
    await outbox.post("c: waiting");
    await outbox.post("d: very old");
    await shop.query("update outbox set state = 'failed' where event < 'c'");
    await shop.query("update outbox set created_at = now() - interval '25 hours' where event < 'b'");
    await shop.query("update outbox set created_at = now() - interval '91 days' where event like 'd%'");
    await sweepOutbox(shop.db);
    expect((await outbox.rows()).map((row) => row.text !== "")).toEqual([false, true, true]);
  });
});
