import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenPages, openPages } from "../../test/pages.ts";
import { openTestShop, type TestShop } from "../../test/shop.ts";

let shop: TestShop;
let pages: OpenPages;

beforeAll(async () => {
  shop = await openTestShop();
  pages = await openPages(shop);
});
afterAll(async () => {
  await pages.close();
  await shop.close();
});

describe("a screen of /staff", () => {
  test("is never stored, nor found by search engines", async () => {
    for (const path of ["/staff/nothing", "/staff/assets/nothing"]) {
      const { headers } = await pages.ask(path);
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["x-robots-tag"]).toBe("noindex");
    }
  });

  test("has the storefront's content policy, with the hashes of its own inline scripts", async () => {
    const { headers, body } = await pages.ask("/staff/nothing");
    const policy = String(headers["content-security-policy"]);
    const scripts = [...body.toString().matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(
      ([, code = ""]) => code,
    );
    expect(scripts.length).toBeGreaterThan(0);
    for (const code of scripts)
      expect(policy).toContain(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
    expect(policy).not.toContain("script-src 'self' 'unsafe");
  });

  test("an address nobody knows is a page that says so, and only reading is allowed", async () => {
    const { status, body } = await pages.ask("/staff/nothing");
    expect(status).toBe(404);
    expect(body.toString()).toContain("<h1>Not found</h1>");
    expect((await pages.ask("/staff/sign-in", {}, "POST")).status).toBe(405);
  });

  test("its files are kept by the browser for ever", async () => {
    const html = await pages.text("/staff/nothing");
    const file = /\/staff\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? "";
    const { status, headers } = await pages.ask(file, { "accept-encoding": "br" });
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["content-encoding"]).toBe("br");
  });
});

test("the storefront's build has no word of the back office", () => {
  const files = readdirSync("build/client", { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(js|css|html|webmanifest)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const name of files)
    expect(readFileSync(join("build/client", name), "utf8"), name).not.toMatch(
      /\/staff|back-office|x-staff/i,
    );
});
