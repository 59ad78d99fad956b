import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test } from "vitest";
import { openSite } from "../../../test/page-head.ts";
import { splitDocument } from "./rendered-document.server.ts";

const site = await openSite();
afterAll(() => site.close());

const scriptsOf = (html: string) => html.match(/<script(?! type="application)[^>]*>/g) ?? [];

test("React Router's inline scripts can be deferred: scroll position, data, the module that hydrates", async () => {
  for (const path of ["/", "/collection", "/about"]) {
    const html = await site.get(path);
    const [watch, bootstrap, ...deferred] = scriptsOf(html);
    expect([watch, bootstrap], path).toEqual(["<script>", "<script>"]);
    expect(
      deferred.every((tag) => tag.startsWith('<script type="text/plain"')),
      path,
    ).toBe(true);
    expect(deferred.length, path).toBeGreaterThanOrEqual(3);
    expect(deferred, path).toContain('<script type="text/plain" data-as="module">');
    // their files are given to the bootstrap script instead
    expect(html, path).not.toContain('modulepreload" href');
    expect(html, path).toMatch(/\["\/assets\/[\w.-]+\.js",/);
  }
});

test("React itself writes a sheet in the document as splitDocument does", () => {
  const sheet = { href: "/assets/a.css", text: "a{color:red}" };
  const { head } = splitDocument('<head></head><script nonce="n"></body>', "n", {
    sheets: [sheet],
    deferScripts: false,
  });
  const byReact = createElement("style", { href: sheet.href, precedence: "page" }, sheet.text);
  expect(head).toBe(`<head>${renderToStaticMarkup(byReact)}`);
});

test("a page of another shape is refused, not sent broken", () => {
  const scripts = '<script nonce="n">a</script><script nonce="n" type="module" async="">b</script></body>';
  const split = (html: string) => splitDocument(html, "n", { sheets: [], deferScripts: true });
  expect(split(`<head></head>x${scripts}`).body).toBe("</head>x");
  expect(() => split("<head></head>x")).toThrow("not where they were");
  expect(() => split(`<head></head>${scripts.replace(' async=""', "")}`)).toThrow("not what they were");
});
