import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { addCoupon, inventCoupons } from "../../test/coupons.ts";
import { addProduct } from "../../test/goods.ts";
import { openPages } from "../../test/pages.ts";
import { customer } from "../../test/people.ts";
import { openTestShop } from "../../test/shop.ts";
import { type StaffPerson, signInStaff } from "../../test/support/back-office.ts";
import { typeCode } from "../../test/till.ts";
import { nextPath } from "./app/page.ts";
import { ROLES, type Role } from "./rights.ts";

const shop = await openTestShop();
const pages = await openPages(shop);
const people = {} as Record<Role, StaffPerson>;
for (const role of ROLES) people[role] = await signInStaff(shop, role);
afterAll(() => shop.close());

const screen = async (role: Role, path: string) => {
  const { status, body } = await pages.ask(`/staff${path}`, { cookie: people[role].cookie });
  return { status, html: body.toString() };
};

describe("a screen of /staff", () => {
  test("is never stored, nor found by search engines", async () => {
    for (const path of ["/staff/nothing", "/staff/assets/nothing"]) {
      const { headers } = await pages.ask(path);
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["x-robots-tag"]).toBe("noindex");
    }
  });

  test.each([
    "/staff",
    "/staff/sign-in",
    "/staff/welcome?token=x",
    "/staff/orders",
    "/staff/nothing",
    "/staff/orders.data",
  ])("A back-office screen sends its address to no other site: %s", async (path) => {
    const { headers } = await pages.ask(path);
    expect(headers).toMatchObject({
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
    });
    const policy = String(headers["content-security-policy"]);
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe/);
  });

  test("Signing in leads only into this shop", async () => {
    for (const path of [
      "/staff/orders",
      "/staff//evil.example",
      "/staff/%2F%2Fevil.example",
      "/staff/orders?next=//evil.example",
    ]) {
      const { headers } = await pages.ask(path);
      expect(String(headers.location ?? "/staff/"), path).toMatch(/^\/staff\//);
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

describe("who is signed in reads as HTML, without scripts", () => {
  test("everything there is, and that nothing can be changed so", async () => {
    const { html } = await screen("owner", "/people");
    const [, rows = ""] = /<tbody>(.*?)<\/tbody>/s.exec(html) ?? [];
    expect(rows.split("<tr>").filter((row) => row.includes(people.owner.email))).toHaveLength(1);
    expect(html).toMatch(
      /<noscript><p[^>]*>Without JavaScript you can read everything here, but change nothing\.<\/p><\/noscript>/,
    );
  });

  test("orders, the audit log and reviews under a filter that stands in the address", async () => {
    const { orderId } = await typeCode(shop, await customer(shop), await addProduct(shop));
    const search = async (path: string, filter: Record<string, string>) => {
      const { html } = await screen("owner", path);
      const [form = ""] = /<form[^>]*role="search".*?<\/form>/s.exec(html) ?? [];
      expect(form).toMatch(/^<form[^>]* method="get"/);
      expect(form).toContain(`action="/staff${path}"`);
      for (const name of Object.keys(filter)) expect(form).toMatch(new RegExp(` name="${name}"`));
      return (await screen("owner", `${path}?${new URLSearchParams(filter)}`)).html;
    };
    const filter = { q: orderId.slice(-8), method: "cod", from: "2026-01-01" };
    const found = await search("/orders", filter);
    expect(found).toContain(`href="/staff/orders/${orderId}"`);
    expect(found).toMatch(/<option[^>]*value="cod"[^>]* selected=""/);
    const earlier = await search("/orders", { ...filter, to: "2026-01-02" });
    expect(earlier).toContain("No order was found");
    expect(earlier).not.toContain(`href="/staff/orders/${orderId}"`);
    const { id: who } = people.owner;
    expect(await search("/audit", { who })).toMatch(
      new RegExp(`<option[^>]*value="${who}"[^>]* selected=""`),
    );
    const paid = await search("/money", { q: "Ksh 1,501", state: "paid", provider: "mpesa" });
    expect(paid).toContain("No payment was found.");
    const { html: toRead } = await screen("owner", "/reviews?state=waiting");
    expect(toRead).toMatch(/<a[^>]*aria-current="page"[^>]*href="\/staff\/reviews\?state=waiting"/);
  });

  test("as a packer the places of a packer, and why a page is none of them", async () => {
    const { html: today } = await screen("packer", "");
    const [menu = ""] = /<nav[^>]*aria-label="Staff".*?<\/nav>/s.exec(today) ?? [];
    expect(menu).toContain('href="/staff/orders"');
    expect(menu).not.toContain('href="/staff/money"');
    const { status, html } = await screen("packer", "/people");
    expect(status).toBe(403);
    expect(html).toContain("<h1>Not for your role</h1>");
  });
});

describe("each role sees on its screens what it may do", () => {
  test("without coupons the list says what one is", async () => {
    expect((await screen("owner", "/coupons")).html).toContain("There is no coupon yet");
  });

  test("Only the owner changes coupons", async () => {
    const { id } = await addCoupon(shop, {
      code: "SAUTI33",
      startsAt: new Date(Date.UTC(2099, 0, 1, 5)),
      maxUses: 1_000,
      source: "heard in episode 33",
    });
    const seen = async (role: Role) => {
      const [list, one] = [await screen(role, "/coupons"), await screen(role, `/coupons/${id}`)];
      return {
        status: [list.status, one.status],
        menu: /href="\/staff\/coupons"/.test((await screen(role, "")).html),
        adds: list.html.includes("Add a coupon"),
        saves: />Save</.test(one.html),
        switches: one.html.includes("Switch off"),
      };
    };
    expect(await seen("owner")).toEqual({
      status: [200, 200],
      menu: true,
      adds: true,
      saves: true,
      switches: true,
    });
    expect(await seen("support")).toEqual({
      status: [200, 200],
      menu: true,
      adds: false,
      saves: false,
      switches: false,
    });
    expect(await seen("packer")).toMatchObject({ status: [403, 403], menu: false });
    const { html } = await screen("support", "/coupons");
    for (const words of [
      "10% off",
      "From 1 Jan 2099, 08:00",
      "0 of 1,000 used",
      "heard in episode 33",
      "Not yet",
    ])
      expect(html).toContain(words);
    expect((await screen("owner", "/coupons/nobody")).status).toBe(404);
  });

  test("more than fifty go on with the next page, and behind the last one is a way back", async () => {
    await inventCoupons(shop, { coupons: 60, uses: 0 });
    const { html } = await screen("owner", "/coupons");
    const [, next = ""] = /href="\/staff\/coupons\?(after=[^"]+)"[^>]*>Older</.exec(html) ?? [];
    expect(html.match(/<th scope="row">/g)).toHaveLength(50);
    const second = (await screen("owner", `/coupons?${next}`)).html;
    expect(second.match(/<th scope="row">/g)).toHaveLength(11);
    expect(second).not.toContain(">Older<");
    expect((await screen("owner", "/coupons?after=0")).html).toContain("Show the newest");
  });

  const stockFor = async (role: Role, query = "") => {
    const { _id } = await addProduct(shop, { stock: { M: 7 } });
    return (await screen(role, `/goods/${_id}${query}`)).html;
  };

  test.each([
    ["owner", 7],
    ["packer", 3],
  ] as const)(
    "%s reads the stock of a product and its ledger, and may give %i reasons",
    async (role, reasons) => {
      const html = await stockFor(role);
      expect(html).toContain("Change stock by");
      expect(html).toContain("<strong>+7</strong>");
      const [, options = ""] = /<select[^>]*name="reason"[^>]*>(.*?)<\/select>/s.exec(html) ?? [];
      expect(options.match(/<option/g)).toHaveLength(reasons);
    },
  );

  test("support reads the product without its stock", async () => {
    const html = await stockFor("support");
    expect(html).toContain("Sample tee");
    expect(html).not.toContain("Change stock by");
  });

  test("a page of the ledger behind the last says so and leads back", async () => {
    const html = await stockFor("owner", "?moves=1");
    expect(html).toContain("There are no earlier moves.");
    expect(html).toContain("Newest moves");
  });
});

test("No log line has a welcome link's secret", async () => {
  const lines: string[] = [];
  const loud = await openPages(
    shop,
    { LOG_LEVEL: "trace" },
    { write: (line: string) => void lines.push(line) },
  );
  const secret = "w".repeat(43);
  for (const path of [
    `/staff/welcome?token=${secret}`,
    `/staff/welcome.data?token=${secret}`,
    `/staff/${secret}`,
  ])
    await loud.ask(path, { referer: `http://localhost:3000/staff/welcome?token=${secret}` });
  await loud.close();
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join("")).not.toContain(secret);
});

test.each([
  ["/orders", "/orders"],
  ["/orders?q=a#b", "/orders?q=a#b"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["https://evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["orders", "/"],
])("after signing in, next=%j leads to %s", (next, path) => {
  expect(nextPath(new URLSearchParams({ next }))).toBe(path);
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
