import type { InjectOptions } from "fastify";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sendRaw } from "../../../test/raw.ts";
import { openTestShop } from "../../../test/shop.ts";
import { shop as sender } from "../../shop.ts";
import { composeMail } from "../../ui/mail-layout.server.ts";
import { enqueueMail } from "./outbox.server.ts";

const shop = await openTestShop({ TRUST_PROXY: "1" });
beforeEach(() => shop.query("delete from outbox"));
afterAll(() => shop.close());

const look = (options: InjectOptions = {}) => shop.http.inject({ url: shop.mailbox, ...options });
const KEY = "mailbox-key-of-thirty-two-letters-or-more";
const LINK = "http://localhost:3000/verify-email?token=abc&x=1";
const post = (subject: string, to: string) =>
  enqueueMail(shop.db, {
    event: `${subject} ${to}`,
    to,
    ...composeMail(sender, {
      subject,
      greeting: "Karibu",
      paragraphs: ["<script>alert(1)</script>"],
      action: { label: "Verify my email", url: LINK },
    }),
  });

describe("GET /mailbox/<key>", () => {
  test("has a key of its own for each start, or the one of MAILBOX_KEY", async () => {
    const [other, named] = [await shop.second(), await shop.second({ MAILBOX_KEY: KEY })];
    expect(shop.mailbox).toMatch(/^\/mailbox\/[\w-]{32}$/);
    expect(other.mailbox).toMatch(/^\/mailbox\/[\w-]{32}$/);
    expect(other.mailbox).not.toBe(shop.mailbox);
    expect((await other.get(shop.mailbox)).status).toBe(404);
    expect(named.mailbox).toBe(`/mailbox/${KEY}`);
    expect((await named.get(named.mailbox)).status).toBe(200);
    await other.close();
    await named.close();
  });

  test("its key does not reach the log", async () => {
    const lines: string[] = [];
    const noisy = await openTestShop(
      { LOG_LEVEL: "trace" },
      { log: { write: (line) => void lines.push(line) } },
    );
    expect((await noisy.get(noisy.mailbox)).status).toBe(200);
    expect((await noisy.get(`${noisy.mailbox}/more`)).status).toBe(404);
    await noisy.close();
    expect(lines.join("")).toContain("/mailbox/…");
    expect(lines.join("")).not.toContain(noisy.mailbox.slice("/mailbox/".length));
  });

  test("says what to do while there is no mail", async () => {
    const page = await look();
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("No mails yet");
  });

  test("lists the mails newest first, each with recipient, a link to follow and a frame without scripts", async () => {
    await post("First", "wanjiku@example.com");
    await post('Second "quoted" <b>', "otieno@example.com");
    const { body, headers } = await look();
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
    expect(body.match(/<article /g)).toHaveLength(2);
    expect(body.indexOf("Second")).toBeLessThan(body.indexOf("First"));
    expect(body).toContain("Second &#34;quoted&#34; &#60;b&#62;</h2>");
    expect(body).toContain("<strong>otieno@example.com</strong>");
    const href = LINK.replace("&", "&#38;");
    expect(body).toContain(`<a href="${href}">${href}</a>`);
    expect(body).not.toContain("<script");
    for (const frame of body.match(/<iframe[^>]*>/g) ?? []) {
      expect(frame).toContain('sandbox="allow-popups ');
      expect(frame).not.toMatch(/allow-scripts|allow-same-origin/);
    }
  });

  test("a mail that was sent has no words left and is not shown", async () => {
    await post("Sent", "wanjiku@example.com");
    await shop.query("update outbox set state = 'sent', html = '', text = ''");
    expect((await look()).body).toContain("No mails yet");
  });

  test.each<[string, InjectOptions]>([
    ["this machine with no key", { url: "/mailbox" }],
    ["this machine with another key", { url: `/mailbox/${KEY}` }],
    ["this machine with the beginning of the key", { url: shop.mailbox.slice(0, -1) }],
    ["this machine with the key and more", { url: `${shop.mailbox}A` }],
    ["this machine with the key in the query", { url: shop.mailbox.replace("/mailbox/", "/mailbox?key=") }],
    ["another machine", { remoteAddress: "192.168.1.7" }],
    ["a proxy on this machine that says for whom", { headers: { "x-forwarded-for": "127.0.0.1" } }],
    ["a proxy that says so in other words", { headers: { forwarded: "for=127.0.0.1" } }],
    ["a proxy that names only the host", { headers: { "x-forwarded-host": "localhost" } }],
    ["a silent proxy on this machine", { headers: { host: "shop.example" } }],
    ["a page whose name was pointed at 127.0.0.1", { headers: { host: "localhost.evil.example:3000" } }],
    ["a name that only begins like ours", { headers: { host: "127.0.0.1.evil.example" } }],
  ])("is not there for %s", async (_who, options) => {
    await post("Secret", "wanjiku@example.com");
    const page = await look(options);
    expect(page.statusCode).toBe(404);
    expect(page.body).not.toContain("Secret");
  });

  test("is not there for a proxy that hides behind 2,000 other headers", async () => {
    const port = await shop.listen();
    const junk = "a:\r\n".repeat(2_100);
    const ask = (headers: string) =>
      sendRaw(port, `GET ${shop.mailbox} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`);
    expect((await ask(junk)).status).toBe(200);
    expect((await ask(`${junk}X-Forwarded-For: 203.0.113.7\r\n`)).status).toBe(404);
  });

  test.each(["https://shop.example", "http://localhost.example", "http://192.168.1.7:3000"])(
    "is not there for a proxy that says nothing, once PUBLIC_URL is %s",
    async (PUBLIC_URL) => {
      const open = await shop.second({ PUBLIC_URL, MAILBOX_KEY: KEY });
      expect(open.mailbox).toBe("");
      expect((await open.get(`/mailbox/${KEY}`, { host: "127.0.0.1:3000" })).status).toBe(404);
      await open.close();
    },
  );

  test.each(["http://127.0.0.2:3000", "http://[::1]:3000"])(
    "is there by PUBLIC_URL %s",
    async (PUBLIC_URL) => {
      const local = await shop.second({ PUBLIC_URL });
      expect((await local.get(local.mailbox, { host: "127.0.0.1:3000" })).status).toBe(200);
      await local.close();
    },
  );

  test.each(["localhost", "localhost:3000", "127.0.0.1:3000", "127.0.0.2", "[::1]:3000", "LOCALHOST:80"])(
    "is there for this machine by the name %s",
    async (host) => expect((await look({ headers: { host } })).statusCode).toBe(200),
  );

  test("is not there once a mail server is set", async () => {
    const sending = await openTestShop({ SMTP_URL: "smtp://127.0.0.1:1", MAILBOX_KEY: KEY });
    expect(sending.mailbox).toBe("");
    expect((await sending.http.inject(`/mailbox/${KEY}`)).statusCode).toBe(404);
    await sending.close();
  });
});
