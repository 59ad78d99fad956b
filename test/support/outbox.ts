import { fork } from "node:child_process";
import { once } from "node:events";
import { expect } from "vitest";
import { enqueueMail } from "../../src/platform/mail/outbox.server.ts";
import { startOutbox } from "../../src/platform/mail/send.server.ts";
import { TIMEOUTS } from "../../src/platform/mail/smtp.server.ts";
import { shop } from "../../src/shop.ts";
import { composeMail } from "../../src/ui/mail-layout.server.ts";
import type { TestShop } from "../shop.ts";
import { openBrokenSink, openSink } from "./mail-sink.ts";

export const letter = composeMail(shop, {
  subject: "Karibu\r\nBcc: everyone@example.com",
  greeting: "Karibu, Wanjiku!",
  paragraphs: ["Ndoo & kamba <b>"],
  action: { label: "Verify", url: "https://shop.example/verify-email?token=abc&x=1" },
});

type Row = {
  state: string;
  attempts: number;
  fault: string | null;
  html: string;
  text: string;
  wait: number;
};

/** The outbox of a test shop with its SMTP servers; `end` stops whatever was started. */
export function testOutbox(shop: TestShop) {
  const endings: (() => unknown)[] = [];
  const senders: (() => unknown)[] = [];
  const rows = () =>
    shop.query<Row>(
      "select state, attempts, fault, html, text, round(extract(epoch from next_attempt_at - now()))::int as wait from outbox order by event",
    );
  const states = async () => (await rows()).map((row) => row.state);
  const ends = <Opened extends { close: () => unknown }>(opened: Opened) => {
    endings.push(opened.close);
    return opened;
  };
  const patiently = { interval: 20, timeout: 15_000 };
  return {
    rows,
    states,
    /** Sends as the shop does, but polls every 10 ms; `greeting` is how long a silent server is given, in ms. */
    start(url: string, greeting = 10_000) {
      const timeouts = { ...TIMEOUTS, greeting, silence: 15_000, whole: 15_000 };
      const stop = startOutbox({
        db: shop.db,
        config: { SMTP_URL: url, MAIL_FROM: "Sauti <duka@sauti.example>" },
        log: shop.log,
        timing: { pollMs: 10, timeouts },
      });
      senders.push(stop);
      return stop;
    },
    /** As `start`, in a process of its own, which a test may kill. */
    startProcess(url: string) {
      const connection = { ...shop.connection, application_name: "mail sender" };
      const child = fork(new URL("./mail-sender.ts", import.meta.url), [JSON.stringify(connection), url], {
        execArgv: ["--import", "tsx"],
      });
      senders.push(() => child.kill("SIGKILL"));
      return {
        async kill() {
          child.kill("SIGKILL");
          await once(child, "exit");
          // what it asked of the database last may still be done after its end
          await expect
            .poll(
              () =>
                shop.query(
                  "select pid from pg_stat_activity where datname = current_database() and application_name = 'mail sender'",
                ),
              patiently,
            )
            .toEqual([]);
        },
      };
    },
    sink: async (options: Parameters<typeof openSink>[0] = {}) => ends(await openSink(options)),
    brokenSink: async (at: Parameters<typeof openBrokenSink>[0]) => ends(await openBrokenSink(at)),
    post: (event = "test", to = "wanjiku@example.com", urgent = false) =>
      enqueueMail(shop.db, { event, to, urgent, ...letter }),
    /** Waits until the mails, by event, are in these states. */
    reaches: (...expected: string[]) => expect.poll(states, patiently).toEqual(expected),
    /** Waits until the one mail was tried so often and is to be tried again. */
    attempted: (times: number) =>
      expect
        .poll(async () => (await rows()).map((row) => `${row.state} ${row.attempts}`), patiently)
        .toEqual([`waiting ${times}`]),
    /** As if the wait until the next attempt were over. */
    due: () => shop.query("update outbox set next_attempt_at = now() where state = 'waiting'"),
    async end() {
      // a server is closed once nobody keeps a connection to it
      for (const each of [...senders.splice(0), ...endings.splice(0)]) await each();
      await shop.query("delete from outbox");
    },
  };
}
