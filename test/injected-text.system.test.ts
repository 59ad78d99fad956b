import { chromium } from "@playwright/test";
import { afterAll, expect, test } from "vitest";
import { hydrated } from "../e2e/hydrated.ts";
import { findBrowser } from "../scripts/find-browser.ts";
import { settingsFor } from "../simulators/settings.ts";
import { tillSecret } from "../src/payments/mpesa/till-code/secret.server.ts";
import { isPlainName, isPlainPlace } from "../src/platform/text-rules.ts";
import { knockAt } from "./callback.ts";
import { addProduct } from "./goods.ts";
import { openPages } from "./pages.ts";
import { FOREIGN, PAYLOADS } from "./payloads.ts";
import { openPaidShop } from "./payments.ts";
import { ADDRESS, crowd, orderOf, type Person } from "./people.ts";
import { signInStaff } from "./support/back-office.ts";
import { sendGoods } from "./support/goods-file.ts";
import { confirmationOf } from "./till.ts";

// every text that shoppers, staff and providers can put in, full of scripts, on every screen, paper and mail of the shop

/** Where mails are opened: without a policy, so that whatever is in them could run. */
const MAIL = "http://mail.invalid/";
/** Orders, one for each payload, and what the browser did that no text should make it do. */
const ids: string[] = [];
const faults: string[] = [];

const shop = await openPaidShop();
const settings = settingsFor({ shop: shop.url, daraja: shop.darajaUrl, flutterwave: shop.flutterwaveUrl });
const pages = await openPages(shop, settings);
const home = `http://127.0.0.1:${pages.port}`;
const owner = await signInStaff(shop);
const executablePath = process.env.CHROMIUM_PATH ?? findBrowser();
const browser = await chromium.launch({
  args: ["--no-sandbox", "--disable-gpu"],
  ...(executablePath ? { executablePath } : {}),
});
const context = await browser.newContext({ serviceWorkers: "block" });
const [name = "", value = ""] = owner.cookie.split("=");
await context.addCookies([{ name, value, url: home }]);
await context.addInitScript(noteViolations);
const page = await context.newPage();
page.on("dialog", (dialog) => {
  faults.push(`a dialog: ${dialog.message()}`);
  void dialog.dismiss();
});
page.on("request", (request) => {
  if (new URL(request.url()).host === FOREIGN) faults.push(`a request to ${request.url()}`);
});
await page.route(MAIL, (route) => route.fulfill({ contentType: "text/html", body: "" }));
page.on("popup", (popup) => faults.push(`a window: ${popup.url()}`));
afterAll(async () => {
  await browser.close();
  await pages.close();
  await shop.close();
});
await fillIn();

function noteViolations(): void {
  const noted = window as unknown as { violations: string[] };
  noted.violations = [];
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
    noted.violations.push(`${violatedDirective} ${blockedURI} ${sample}`);
  });
}

function after(index: number, by: number): string {
  return PAYLOADS[(index + by) % PAYLOADS.length] ?? "";
}

/** As much of a payload as a name or a place may have. */
function plain(payload: string, isPlain: (text: string) => boolean): string {
  const short = payload.slice(0, 100).trim();
  return isPlain(short) ? short : `pwn${short.replace(/[^\p{L}\p{N}<>"'=(); ]/gu, "")}`;
}

/** All of them as texts of at most so many characters. */
function chunks(max: number): string[] {
  const made: string[] = [];
  for (const payload of PAYLOADS) {
    const last = made.at(-1);
    if (last !== undefined && last.length + payload.length < max)
      made[made.length - 1] = `${last} ${payload}`;
    else made.push(payload.slice(0, max));
  }
  return made;
}

async function fillIn(): Promise<void> {
  // the door takes no such name; it stands at all that the owner does
  await shop.query("update staff set name = $1", [PAYLOADS[12]]);
  const buyers = await crowd(shop, PAYLOADS.length);
  for (const [index, buyer] of buyers.entries()) ids.push(await order(buyer, index));
  const [first = "", second = ""] = ids;
  for (const text of PAYLOADS) await done(`/orders/${first}/note`, { text });
  await done(`/orders/${second}/address`, { address: addressOf(7), version: 0 });
  const reasons = chunks(200);
  for (const [index, id] of ids.entries()) {
    if (index < reasons.length) continue;
    await done(`/orders/${id}/step`, { to: "Packing", version: 0, reason: after(index, 5) });
    const parcel = { courier: after(index, 0).slice(0, 100), tracking: after(index, 20).slice(0, 100) };
    await done(`/orders/${id}/step`, { to: "Shipped", version: 1, ...parcel });
  }
  for (const [index, reason] of reasons.entries()) await decide(index, reason);
  for (const [index, payload] of PAYLOADS.slice(0, 10).entries())
    await done("/people", {
      name: plain(payload, isPlainName),
      email: `person-${index}@example.com`,
      role: "packer",
    });
  for (const [index, payload] of PAYLOADS.entries())
    await done("/coupons", { code: `PWN${index}`, kind: "delivery", source: sourceOf(payload) });
  await providers(first);
}

/** As much of a payload as a coupon's source may have. */
function sourceOf(payload: string): string {
  return payload.slice(0, 80).replace(/[\p{Cc}\p{Surrogate}]/gu, " ");
}

async function order(buyer: Person, index: number): Promise<string> {
  const tee = await addProduct(shop, { name: PAYLOADS[index] ?? "", stock: { [`<b>${index}</b>`]: 5 } });
  const answer = await shop.post(
    "/api/order/placeOrder",
    { ...orderOf(tee), address: addressOf(index) },
    buyer.token,
  );
  expect(answer.status, answer.text).toBe(200);
  return String(answer.body.orderId);
}

function addressOf(index: number) {
  return {
    ...ADDRESS,
    firstName: plain(after(index, 0), isPlainName),
    lastName: plain(after(index, 1), isPlainName),
    street: plain(after(index, 2), isPlainPlace),
    city: plain(after(index, 3), isPlainPlace),
    state: plain(after(index, 4), isPlainPlace),
    country: plain(after(index, 5), isPlainPlace),
  };
}

async function done(path: string, body: object): Promise<void> {
  const answer = await owner.post(path, body);
  expect(answer.status, `${path}: ${answer.text}`).toBe(200);
}

/** Rejected, accepted with money given back, closed, cancelled: each with a reason. */
async function decide(index: number, reason: string): Promise<void> {
  const id = ids[index] ?? "";
  const [payment] = await shop.query<{ id: string }>("select id from payments where order_id = $1", [id]);
  if (index % 4 === 0) return done(`/codes/${payment?.id}/reject`, { reason });
  if (index % 4 === 1) return done(`/attempts/${payment?.id}/unpaid`, { reason });
  if (index % 4 === 2) return done(`/orders/${id}/cancel`, { version: 0, reason });
  await done(`/attempts/${payment?.id}/paid`, { reason, confirmed: true });
  const [money] = await shop.query<{ id: string }>("select id from transactions where order_id = $1", [id]);
  await done(`/money/${money?.id}/refund`, { amount: 1, reason, confirmed: true });
}

/** What comes to the addresses of providers: read as a payment's message, as money of nobody, or not at all. */
async function providers(orderId: string): Promise<void> {
  const [payment] = await shop.query<{ code: string }>(
    "select typed_code as code from payments where order_id = $1",
    [orderId],
  );
  const secret = tillSecret(shop.config);
  const knock = knockAt(() => shop);
  for (const [index, payload] of PAYLOADS.entries()) {
    const money = { BillRefNumber: payload.slice(0, 100), FirstName: payload, MSISDN: payload };
    const named = index < 20 ? String(payment?.code) : `PWN${String(index).padStart(7, "0")}`;
    await knock(`/hooks/mm/c2b/${secret}/confirm`, JSON.stringify(confirmationOf(named, money)));
    await knock("/hooks/card", `{"event":${JSON.stringify(payload)},${payload}`, shop, {
      "verif-hash": shop.config.FLW_WEBHOOK_HASH ?? "",
    });
  }
  await shop.work();
}

/** Opens an address, waits until React has it where it is a screen, and looks for anything that is not ours. */
async function look(path: string, { shows = true, screen = true } = {}): Promise<void> {
  await page.goto(`${home}${path}`);
  if (screen) await hydrated(page);
  const found = await page.evaluate(strangeThings);
  faults.push(...found.strange.map((what) => `${what} on ${path}`));
  if (shows && !found.text.includes("pwn")) faults.push(`nothing was shown on ${path}`);
}

/** Elements, attributes and scripts that no page of the shop has. */
function strangeThings(): { strange: string[]; text: string } {
  const { pwned, violations = [] } = window as unknown as { pwned?: unknown; violations?: string[] };
  const strange = violations.map((violation) => `a violation: ${violation}`);
  if (pwned !== undefined) strange.push("a script that ran");
  for (const element of document.querySelectorAll("*")) {
    const tag = element.tagName.toLowerCase();
    if (/^(iframe|object|embed|base|math|video|audio|template|mglyph|frame)$/.test(tag))
      strange.push(`<${tag}>`);
    if (tag === "script" && /^\s*window\.pwned/.test(element.textContent ?? "")) strange.push("<script>");
    if (element.getAttribute("http-equiv")) strange.push("http-equiv");
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) strange.push(`<${tag} ${name}>`);
      if (
        /^(href|src|action|formaction|data|srcdoc|xlink:href)$/i.test(name) &&
        /^\s*(javascript:|data:text|\/\/|=)/i.test(value)
      )
        strange.push(`<${tag} ${name}="${value.slice(0, 40)}">`);
    }
  }
  return { strange, text: document.documentElement.innerText ?? "" };
}

test("what runs is seen", async () => {
  await page.goto(MAIL);
  await page.setContent(PAYLOADS[1]);
  await page.waitForFunction("window.pwned");
  expect((await page.evaluate(strangeThings)).strange).toEqual(["a script that ran", "<img onerror>"]);
  await page.setContent(PAYLOADS[35]);
  await expect.poll(() => faults.splice(0)).toContainEqual(expect.stringContaining("a request to "));
});

test("No text of shopper, staff or provider runs in the back office", async () => {
  for (const path of ["/staff", "/staff/codes", "/staff/people", "/staff/devices"])
    await look(path, { shows: path === "/staff/codes" || path === "/staff/people" });
  for (const list of ["/staff/orders?limit=50", "/staff/audit", "/staff/money"]) await look(list);
  for (const which of ["state=unallocated", "state=paid", "provider=card"])
    await look(`/staff/money?${which}`, { shows: false });
  // each shows six texts one after the other: in these all of them stand somewhere
  for (const id of ids.filter((_, index) => index % 6 === 0)) await look(`/staff/orders/${id}`);
  await look("/staff/goods?q=script");
  const goods = await shop.query<{ id: string }>(
    "select id from products where sizes[1] like '<b>%' order by id",
  );
  for (const { id } of goods.slice(0, 4)) await look(`/staff/goods/${id}`);
  await look("/staff/coupons");
  const coupons = await shop.query<{ id: string }>("select id from coupons order by id");
  for (const { id } of coupons.slice(0, 4)) await look(`/staff/coupons/${id}`);
  const [, name = ""] = PAYLOADS;
  await sendGoods(shop, owner, "ID,Name,Category,Type,Price,Sizes\n,Tee,Men,Topwear,1500,S\n", {
    query: { name },
  });
  await look("/staff/goods/import");
  const attempts = await shop.query<{ id: string }>("select id from payments order by id limit 4");
  const sums = await shop.query<{ id: string }>("select id from transactions order by created_at limit 4");
  for (const { id } of [...attempts, ...sums]) await look(`/staff/money/${id}`, { shows: false });
  expect(faults.splice(0)).toEqual([]);
});

test("No search word, filter or address runs in the back office", async () => {
  const places = [
    (text: string) => `/staff/orders?q=${text}`,
    (text: string) => `/staff/orders?status=${text}&method=${text}&paid=${text}`,
    (text: string) => `/staff/orders?after=${text}&limit=${text}&from=${text}`,
    (text: string) => `/staff/money?q=${text}&state=${text}&from=${text}`,
    (text: string) => `/staff/audit?subject=${text}&who=${text}&to=${text}`,
    (text: string) => `/staff/goods?q=${text}&sort=${text}&after=${text}`,
    (text: string) => `/staff/goods/${text}`,
    (text: string) => `/staff/coupons?after=${text}`,
    (text: string) => `/staff/coupons/${text}`,
    (text: string) => `/staff/orders/${text}`,
    (text: string) => `/staff/money/${text}`,
    (text: string) => `/staff/welcome?token=${text}`,
    (text: string) => `/staff/sign-in?next=${text}`,
    (text: string) => `/staff/${text}`,
  ];
  for (const [index, payload] of PAYLOADS.entries()) {
    const place = places[index % places.length];
    if (place) await look(place(encodeURIComponent(payload)), { shows: false });
  }
  expect(faults.splice(0)).toEqual([]);
});

test("No typed text runs on a slip, a receipt, in a mail or behind its link", async () => {
  for (const paper of ["slips", "receipts"])
    await look(`/api/staff/orders/${paper}?ids=${ids.join(",")}`, { screen: false });
  const mails = await shop.query<{ html: string; subject: string; recipient: string }>(
    "select html, subject, recipient from outbox where html <> ''",
  );
  expect(mails.length).toBeGreaterThan(PAYLOADS.length);
  for (const { subject, recipient } of mails) expect(`${subject}${recipient}`).not.toMatch(/[\p{Cc}<>]|pwn/u);
  const tracked = [...new Set(mails.flatMap(({ html }) => /\/track\/[^"]+/.exec(html)?.[0] ?? []))];
  expect(tracked.length).toBeGreaterThan(20);
  for (const path of tracked.slice(0, 8))
    await look(path.replaceAll("&#38;", "&"), { shows: false, screen: false });
  await page.goto(MAIL);
  for (const { html } of mails) {
    await page.setContent(html);
    const { strange } = await page.evaluate(strangeThings);
    faults.push(...strange.map((what) => `${what} in a mail`));
  }
  expect(faults.splice(0)).toEqual([]);
});

/** What Markdown makes links, pictures and raw HTML of, each with something that would run or be fetched. */
const MARKDOWN = [
  "[pwn41](javascript:window.pwned=1)",
  "[pwn42](<JaVaScRiPt:window.pwned=1>)",
  "[pwn43]\n\n[pwn43]: data:text/html,<script>window.pwned=1</script>",
  `![pwn44](//${FOREIGN}/x.png) ![pwn44](https://${FOREIGN}/x.png)`,
  "<javascript:window.pwned=1> <vbscript:pwn45>",
  `[pwn46](//${FOREIGN}/x) [pwn46](/\\${FOREIGN}/x)`,
  '[pwn47](/orders "x" onmouseover="window.pwned=1")',
  '```pwn48" onmouseover=window.pwned=1 x="\nx\n```',
  "| pwn49<img src=x onerror=window.pwned=1> |\n| - |\n| <svg onload=window.pwned=1> |",
  "pwn50 {phone}<script>window.pwned=1</script>{days}",
];

/** As much of a payload as a setting takes: one line without letters that turn the writing round. */
const lineOf = (index: number, max: number) =>
  (PAYLOADS[index] ?? "").replace(/[\r\n\u2028\u2029\u202e\u2066]/g, " ").slice(0, max);

async function saveHostileSettings(): Promise<void> {
  const text = [...PAYLOADS, ...MARKDOWN].join("\n\n").replace(/[\r\u2028\u2029\u202e\u2066]/g, " ");
  const pages = [{ slug: "gift-cards", title: lineOf(1, 60), text }];
  await done("/settings/policies", { value: { pages }, version: 0 });
  const words = (at: number) => ({
    headline: lineOf(at, 40),
    tagline: lineOf(at + 1, 60),
    prompt: lineOf(1, 20),
  });
  const offer = { headline: lineOf(6, 60), text: lineOf(12, 120), prompt: lineOf(2, 20) };
  await done("/settings/banner", { value: { banner: words(2), offer }, version: 0 });
  const { body } = await owner.get("/settings/shop");
  const { value } = body.setting as { value: object };
  const address = {
    street: lineOf(2, 100),
    area: lineOf(12, 100),
    city: lineOf(13, 100),
    country: lineOf(10, 100),
  };
  const podcast = { name: lineOf(12, 100), url: `https://podcast.example/"><img/src=x>` };
  await done("/settings/shop", { value: { ...value, address, podcast, hours: lineOf(12, 60) }, version: 0 });
}

test("No policy, banner or contact text runs", async () => {
  await saveHostileSettings();
  await expect.poll(async () => (await pages.text("/policies/gift-cards")).includes("pwn50")).toBe(true);
  for (const path of [
    "/policies/gift-cards",
    "/policies/gift-cards?lang=sw",
    "/",
    "/contact",
    "/about",
    "/cart",
  ])
    await look(path, { screen: false });
  for (const name of ["policies", "banner", "shop"]) await look(`/staff/settings/${name}`);
  await look("/staff/settings");
  await page.goto(`${home}/staff/settings/policies`);
  await page.getByRole("main").locator("summary").first().click();
  const preview = page.getByRole("region", { name: "How shoppers see it" });
  await preview.getByText("pwn50", { exact: false }).first().waitFor();
  const { strange } = await page.evaluate(strangeThings);
  faults.push(...strange.map((what) => `${what} in the preview`));
  expect(faults.splice(0)).toEqual([]);
});
