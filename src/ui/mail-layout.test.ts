import { expect, test } from "vitest";
import { shop } from "../shop.ts";
import { composeMail } from "./mail-layout.server.ts";

const evil = `"><script>alert('1')</script>&`;
const mail = composeMail(shop, {
  subject: `Order\r\nBcc: x@example.com\u2028${evil}`,
  preview: `preview ${evil}`,
  greeting: `Asante, ${evil}!`,
  paragraphs: [`first ${evil}`, "second"],
  rows: [
    [`2 × Tee ${evil}`, "Ksh 2,400"],
    ["Delivery", "Ksh 1"],
    ["Total", "Ksh 2,401"],
  ],
  action: { label: `Open ${evil}`, url: `https://shop.example/a?b=1&c="2"` },
  footnote: `small ${evil}`,
});

test("Typed text is escaped in every mail", () => {
  expect(mail.html).not.toContain("<script");
  expect(mail.html).not.toContain("alert('");
  expect(mail.html.match(/&#60;script&#62;/g)).toHaveLength(7);
  expect(mail.html).toContain('href="https://shop.example/a?b=1&#38;c=&#34;2&#34;"');
});

test("A mail's subject is one line", () => {
  expect(mail.subject).toBe(`Order Bcc: x@example.com ${evil}`);
});

test("the text says what the HTML says, rows and address included", () => {
  for (const part of [
    `Asante, ${evil}!`,
    `first ${evil}`,
    "second",
    `2 × Tee ${evil}: Ksh 2,400\nDelivery: Ksh 1\nTotal: Ksh 2,401`,
    `Open ${evil}:\nhttps://shop.example/a?b=1&c="2"`,
    `small ${evil}`,
    shop.address.street,
    shop.phone,
  ])
    expect(mail.text).toContain(part);
  for (const part of [
    "2 × Tee",
    "Ksh 2,400",
    "Delivery",
    "Ksh 2,401",
    shop.address.street,
    shop.phone,
    shop.name,
  ])
    expect(mail.html).toContain(part);
});

test("nothing is fetched from anywhere, and no style needs a sheet", () => {
  expect(mail.html).not.toMatch(/<img|<link|<style|url\(|@import|src=/);
});

test("what stands on a coloured cell says both colours, so that a dark mail program breaks neither", () => {
  for (const [cell] of mail.html.matchAll(/<t[dh] [^>]*background:[^>]*>/g)) {
    const ground = /bgcolor="(#\w+)"/.exec(cell)?.[1];
    expect(cell).toContain(`background:${ground}`);
  }
  for (const [, style = ""] of mail.html.matchAll(/<(?:p|h1|th|a) [^>]*style="([^"]*)"/g))
    expect(style).toMatch(/(^|;)color:#\w{6}/);
  expect(mail.html).toContain('<meta name="color-scheme" content="light only">');
});

test("a short letter has no empty parts", () => {
  const short = composeMail(shop, { subject: "Hi", greeting: "Hello", paragraphs: ["One."] });
  expect(short.text).toMatch(/^Hello\n\nOne\.\n\n--\n/);
  expect(short.html).not.toContain("undefined");
  expect(short.html).not.toContain("href");
});
