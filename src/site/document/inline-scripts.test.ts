import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { allowInlineScripts } from "./render-document.server.tsx";

const hashOf = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

test("only scripts with exactly our nonce are allowed, and the nonce leaves no trace", () => {
  const page = [
    '<script nonce="n1">a()</script>',
    '<script type="module" nonce="n1" async="">import "/x.js";\nb()</script>',
    '<script nonce="n1">a()</script>',
    "<script>injected()</script>",
    '<script nonce="n2">guessed()</script>',
    '<script data-x="n1">near()</script>',
    '<link rel="modulepreload" nonce="n1" href="/y.js"/>',
    '<script nonce="n1" src="/z.js"></script>',
    '<script type="application/ld+json" nonce="n1">{"@type":"Product"}</script>',
  ].join("\n");
  const { html, hashes } = allowInlineScripts(page, "n1");
  expect(hashes).toEqual([hashOf("a()"), hashOf('import "/x.js";\nb()')]);
  expect(html).toBe(page.replaceAll(' nonce="n1"', ""));
});

test("the hash is of the bytes as they are sent", () => {
  const code = 'say("Ksh 1\u202f250 – karibu 🎙")';
  expect(allowInlineScripts(`<script nonce="n">${code}</script>`, "n").hashes).toEqual([hashOf(code)]);
});
