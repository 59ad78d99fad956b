import { expect, test } from "vitest";
import { PAYLOADS } from "../../test/payloads.ts";
import { shop } from "../shop.ts";
import { renderPolicy } from "./find-policy.server.ts";
import { USUAL_POLICIES } from "./usual-policies.server.ts";

const html = (text: string, facts = shop) => renderPolicy(text, facts).html.trim();

/** Every tag that rendering may make; whatever else begins with "<" would be somebody else's. */
const OURS =
  /^<(\/?(p|h[2-6]|ul|ol|li|strong|em|s|a|code|pre|blockquote|table|thead|tbody|tr|th|td)|br|hr|ol start="\d+"|code class="language-[^"<>]*"|a href="(https?:\/\/|mailto:|tel:|\/(?!\/)|#)[^"<>]*"( title="[^"<>]*")?)>/i;

const foreignTags = (made: string) =>
  [...made.matchAll(/</g)]
    .map(({ index }) => made.slice(index, index + 300))
    .filter((tag) => !OURS.test(tag));

test("No script, picture or foreign element comes out of a policy", () => {
  const places = [
    (text: string) => text,
    (text: string) => `[x](${text})`,
    (text: string) => `[x](<${text}>)`,
    (text: string) => `[${text}](/orders "${text}")`,
    (text: string) => `![${text}](${text})`,
    (text: string) => `<${text}>`,
    (text: string) => `[x]\n\n[x]: ${text}`,
    (text: string) => `\`\`\`${text}\n${text}\n\`\`\``,
    (text: string) => `| a |\n| - |\n| ${text} |`,
    (text: string) => `# ${text}\n> - **${text}**`,
  ];
  for (const payload of PAYLOADS)
    for (const place of places) expect(foreignTags(html(place(payload))), place(payload)).toEqual([]);
});

test.each([
  ["https://podcast.example/a?b=c&d", true],
  ["http://podcast.example", true],
  ["mailto:duka@sauti.example", true],
  ["tel:+254700000000", true],
  ["/policies/returns", true],
  ["#top", true],
  ["javascript:alert(1)", false],
  ["JAVASCRIPT:alert(1)", false],
  ["java\\script:alert(1)", false],
  ["&#106;avascript:alert(1)", false],
  ["data:text/html,x", false],
  ["vbscript:x", false],
  ["file:///etc/passwd", false],
  ["//evil.invalid/x", false],
  ["&#47;/evil.invalid", false],
  ["policies/returns", false],
  ["sms:0700000000", false],
])("a link to %s is one: %s", (address, isLink) => {
  expect(html(`[x](${address})`).includes("<a ")).toBe(isLink);
});

test("No path in a policy leads to another site", () => {
  for (const address of [
    "/\\evil.invalid",
    "/\t/evil.invalid",
    "/&#9;/evil.invalid",
    "/&bsol;evil.invalid",
  ]) {
    const [, href = "/"] = /href="([^"]*)"/.exec(html(`[x](<${address}>)`)) ?? [];
    expect(new URL(href.replaceAll("&amp;", "&"), "https://shop.example").host, address).toBe("shop.example");
  }
});

test("headings begin at h2 and skip no level", () => {
  expect(html("# One\n### Two\n# Three")).toBe("<h2>One</h2>\n<h3>Two</h3>\n<h2>Three</h2>");
  expect(html("### One\n#### Two")).toBe("<h2>One</h2>\n<h3>Two</h3>");
  expect(html("One\n===\n\nTwo\n---")).toBe("<h2>One</h2>\n<h3>Two</h3>");
});

test("the shop's facts are put in as they are now, and whatever is in them is text", () => {
  const facts = { ...shop, phone: "0711 222 333", returnDays: 14 as 7, name: "<b>*S*</b>" as "Sauti" };
  expect(html("{days} days, {phone}, {nothing}, {shop}.", facts as typeof shop)).toBe(
    '<p>14 days, <a href="tel:0711222333">0711 222 333</a>, {nothing}, &lt;b&gt;*S*&lt;/b&gt;.</p>',
  );
  expect(html("[call {phone}](/contact) `{days}`", facts as typeof shop)).toBe(
    '<p><a href="/contact">call 0711 222 333</a> <code>{days}</code></p>',
  );
  expect(html("{__proto__} {constructor}")).toBe("<p>{<strong>proto</strong>} {constructor}</p>");
});

test("a page is told of by its first sentences, without marks", () => {
  const { summary } = renderPolicy(
    `# Title\n\nWithin **{days} days**\nof *arrival*. ${"word ".repeat(60)}`,
    shop,
  );
  expect(summary).toMatch(/^Within 7 days of arrival\. word .*word …$/);
  expect(summary.length).toBeLessThanOrEqual(162);
});

test("the usual pages have every fact they name", () => {
  for (const { text } of USUAL_POLICIES) expect(html(text)).not.toMatch(/[{}]/);
});
