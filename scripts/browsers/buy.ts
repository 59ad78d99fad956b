import { resolve } from "node:path";
import { type APIRequestContext, expect, test } from "@playwright/test";
import { type Goods, plentiful } from "../../e2e/goods.ts";
import { openLink } from "../../e2e/link.ts";
import { CARD, ordersOf, type Payer, PUSH, settleAlone, TILL, type Way } from "../../e2e/payers.ts";
import { ADDRESS, freshCode, signUp } from "../../e2e/people.ts";
import { phoneIn } from "../../e2e/prompts.ts";
import { appCode, inviteStaff, STAFF_PASSWORD } from "../../e2e/staff.ts";
import { chromiumOf, openChromium, VERSIONS } from "./chromium.ts";
import { noFirefox, openFirefox } from "./firefox.ts";
import type { Browser } from "./hand.ts";
import { type Hand, handOf } from "./hand.ts";
import { noWebKit, openWebKit } from "./webkit.ts";

// npm run test:long: what is bought and what is sold, in browsers that people have, from the oldest that can (docs/guarantees.md)

type Shop = { request: APIRequestContext; url: string };
type Opened = { open: () => Promise<Browser> } | { why: string };

for (const version of VERSIONS)
  test(`Chromium ${version} buys by each of the three ways`, async ({ request, baseURL }) => {
    const found = await chromiumOf(version);
    const opened = "why" in found ? found : { open: () => openChromium(found.path) };
    await inBrowser(opened, async (browser) => {
      for (const way of [TILL, PUSH, CARD]) await buy(browser, { request, url: baseURL ?? "" }, way);
    });
  });

for (const [name, none, open] of [
  ["Firefox", noFirefox(), openFirefox],
  ["WebKit", noWebKit(), openWebKit],
] as const)
  test(`${name} buys by each of the three ways, sells a photographed product, and opens seen pages without a line`, async ({
    request,
    baseURL,
  }) => {
    const shop = { request, url: baseURL ?? "" };
    await inBrowser(none ? { why: none } : { open }, async (browser) => {
      for (const way of [TILL, PUSH, CARD]) await buy(browser, shop, way);
      await addPhotographed(browser, shop);
      await openWithoutLine(browser, shop);
    });
  });

/** A browser that is not on this machine is passed over, in one line. */
async function inBrowser(opened: Opened, use: (browser: Browser) => Promise<void>): Promise<void> {
  const { title } = test.info();
  if ("why" in opened) {
    process.stdout.write(`Passed over: ${title}: ${opened.why}\n`);
    return test.skip();
  }
  const browser = await opened.open();
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
}

/** From a product's page to an order, as a customer of a new account. */
async function buy(browser: Browser, shop: Shop, way: Way): Promise<void> {
  const { request, url } = shop;
  const hand = handOf(browser);
  const goods = await plentiful(request, 3);
  const payer = { ...(await signUp(request)), phone: await phoneIn(request, "035"), code: freshCode() };
  await signIn(browser, hand, { url, token: payer.token });
  await putInCart(browser, hand, `${url}/product/${goods.product._id}`, goods);
  await hand.link("Cart, 1 item");
  await hand.button("PROCEED TO CHECKOUT");
  await fillCheckout(hand, way);
  await hand.isAt(`^${way.path}$`);
  await pay(browser, hand, { request, way, payer });
  await hand.isAt("^/orders");
  await hand.sees(goods.product.name);
  const orders = await ordersOf(request, payer);
  expect(orders.map(({ payment }) => payment)).toEqual([way !== TILL]);
}

async function signIn(
  browser: Browser,
  hand: Hand,
  { url, token }: { url: string; token: string },
): Promise<void> {
  // any small page of the shop's origin that is shown as it is
  await browser.go(`${url}/robots.txt`);
  await hand.until(
    "localStorage.clear(); sessionStorage.clear(); localStorage.setItem('token', arguments[0]); return true;",
    token,
  );
}

async function putInCart(browser: Browser, hand: Hand, page: string, { size }: Goods): Promise<void> {
  await browser.go(page);
  await hand.check(size);
  await hand.until(CHOSEN, size);
  await hand.button("ADD TO CART");
  await hand.sees("is in your cart");
}

/** The chosen size has the ink's ground, by which it is seen. */
const CHOSEN = `
const chosen = document.querySelector(".size :checked");
const other = document.querySelector(".size input:enabled:not(:checked)");
const ground = (one) => getComputedStyle(one).backgroundColor;
return chosen !== null && chosen.value === arguments[0] && (other === null || ground(chosen) !== ground(other));`;

async function fillCheckout(hand: Hand, way: Way): Promise<void> {
  await hand.isAt("^/place-order");
  for (const [label, text] of Object.entries(ADDRESS)) await hand.fill(label, text);
  await hand.check(LABELS[way.path] ?? "");
  await hand.button("Continue to ");
}

/** How the labels of the ways to pay begin. */
const LABELS: Record<string, string> = {
  [TILL.path]: "Cash on order",
  [PUSH.path]: "M-Pesa p",
  [CARD.path]: "Card",
};

type Paying = { request: APIRequestContext; way: Way; payer: Payer };

async function pay(browser: Browser, hand: Hand, { request, way, payer }: Paying): Promise<void> {
  if (way === TILL) {
    await hand.fill("M-Pesa transaction code", payer.code);
    return hand.button("PLACE ORDER");
  }
  if (way === PUSH) await hand.fill("M-Pesa phone number", payer.phone);
  await hand.button("Pay Ksh");
  if (way === PUSH) return settleAlone(request, payer);
  await hand.until("return document.querySelector('iframe[name=checkout]') !== null;");
  await browser.enter("iframe[name=checkout]");
  await hand.until("return document.querySelector('[data-screen=card]').hidden === false;");
  await hand.until("document.querySelector('[data-card=\"5061460166976054667\"]').click(); return true;");
  await hand.button("Pay ");
  await browser.enter();
}

/** The owner adds a product at the counter, and a photograph of it, which shoppers then see. */
async function addPhotographed(browser: Browser, { url }: Shop): Promise<void> {
  const hand = handOf(browser);
  const name = `Jua tee ${freshCode()}`;
  await signInOwner(browser, hand, url);
  await browser.go(`${url}/staff/goods/new`);
  for (const [label, text] of Object.entries({ Name: name, Price: "1500", Sizes: "M" }))
    await hand.fill(label, text);
  await hand.button("Save");
  await hand.isAt("^/staff/goods/[0-9A-Z]{26}$");
  await hand.sees("There is no picture yet.");
  await browser.choose("input[type=file]", resolve("seed/pictures/asubuhi-blouse-front-daef5523/720.jpg"));
  await hand.sees("720.jpg is added.");
  await hand.until(
    "const one = document.querySelector('main img'); one.scrollIntoView(); return one.naturalWidth > 0;",
  );
}

async function signInOwner(browser: Browser, hand: Hand, url: string): Promise<void> {
  const { link } = await inviteStaff("owner");
  const token = new URL(link).searchParams.get("token");
  await browser.go(`${url}/staff/sign-in`);
  const post = async (path: string, data: object) =>
    JSON.parse(String(await browser.run(POST, [`/api/staff${path}`, JSON.stringify(data)])));
  await hand.sees("Sign in");
  const { setupKey } = await post("/welcome", { token, password: STAFF_PASSWORD });
  await post("/welcome/confirm", { token, code: appCode(setupKey) });
}

const POST = `
const headers = { "content-type": "application/json", "x-staff": "1" };
return fetch(arguments[0], { method: "POST", headers, body: arguments[1] }).then((answer) => answer.text());`;

/** A connection that fails immediately: a page seen before is shown as it was, another one is the offline page. */
async function openWithoutLine(browser: Browser, { request, url }: Shop): Promise<void> {
  const hand = handOf(browser);
  const [seen, other] = [await plentiful(request, 1), await plentiful(request, 2)];
  const link = await openLink(url);
  await browser.go(`${link.url}/product/${seen.product._id}`);
  await hand.until(
    "return caches.match(location.pathname, { ignoreVary: true }).then((kept) => kept !== undefined && navigator.serviceWorker.controller !== null);",
  );
  link.close();
  await browser.go(`${link.url}/product/${seen.product._id}`);
  await hand.sees(seen.product.name);
  await browser.go(`${link.url}/product/${other.product._id}`);
  await hand.sees("No connection");
}
