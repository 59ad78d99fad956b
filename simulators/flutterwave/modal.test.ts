import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "@playwright/test";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { findBrowser } from "../../scripts/find-browser.ts";
import { FLUTTERWAVE } from "./simulator.ts";
import { oddCard, openSimulator, type Simulator } from "./test-shop.ts";

const WAIT = { timeout: 10_000 };

let simulator: Simulator;
let shop: FastifyInstance;
let browser: Browser;
let page: Page;
let problems: string[];

beforeAll(async () => {
  simulator = await openSimulator();
  shop = Fastify();
  shop.get("/", (_request, reply) => servePage(reply));
  shop.get("/shop.js", (_request, reply) => reply.type("text/javascript").send(SHOP_SCRIPT));
  await shop.listen({ port: 0, host: "127.0.0.1" });
  const executablePath = findBrowser();
  browser = await chromium.launch({ args: ["--no-sandbox"], ...(executablePath && { executablePath }) });
});
beforeEach(async () => {
  simulator.clear();
  page = await browser.newPage({ viewport: { width: 360, height: 640 } });
  problems = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(`http://127.0.0.1:${(shop.server.address() as AddressInfo).port}/`);
});
afterEach(async () => {
  await page.close();
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
  await simulator?.close();
});

const form = () => page.frameLocator("iframe[name=checkout] >> visible=true");
const told = () => page.locator("#told").textContent();
const iframe = () => page.locator("iframe[name=checkout]");

test("a card with PIN and OTP is charged, told, and shut by the page", async () => {
  await page.getByRole("button", { name: "Buy" }).click();
  await enter("5531886652142950", "09/32", "564");
  await answer("PIN", "3310");
  await answer("OTP", "12345");
  await expect.poll(told, WAIT).toMatch(/^callback successful \d+ kb_1;$/);
  const [charge] = simulator.control.transactions();
  expect(charge).toMatchObject({ status: "successful", amount: 1501, tx_ref: "kb_1", last4: "2950" });
  expect(await told()).toBe(`callback successful ${charge?.id} kb_1;`);
  await page.evaluate("checkout.close()");
  await expect.poll(() => iframe().isVisible(), WAIT).toBe(false);
  expect(await told()).toBe(`callback successful ${charge?.id} kb_1;onclose false;`);
  // a second close is nothing
  await page.evaluate("checkout.close()");
  expect(await told()).toBe(`callback successful ${charge?.id} kb_1;onclose false;`);
  expect(problems).toEqual([]);
});

test("a card that fails may be followed by one that succeeds, by keyboard alone", async () => {
  await page.getByRole("button", { name: "Buy" }).click();
  await enter("5143010522339965", "08/32", "276");
  await form().getByText("Declined: Do Not Honour. Please try again").waitFor(WAIT);
  expect(await told()).toBe("");
  await expect.poll(() => form().getByLabel("Card number").evaluate(isFocused), WAIT).toBe(true);
  for (const text of ["4187427415564246", "09/32", "828"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await form().getByText("Your bank asks").waitFor(WAIT);
  await page.keyboard.type("12345");
  await page.keyboard.press("Enter");
  await form().getByRole("heading", { name: "Payment successful" }).waitFor(WAIT);
  await form().getByRole("button", { name: "Close payment" }).click();
  await expect.poll(told, WAIT).toMatch(/^callback successful \d+ kb_1;onclose false;$/);
  expect(simulator.control.transactions()).toMatchObject([{ status: "failed" }, { status: "successful" }]);
});

test("nobody can tap Close before the form listens", async () => {
  let release = () => {};
  await page.route("**/pay/form.js", (route) => {
    release = () => void route.continue();
  });
  await page.getByRole("button", { name: "Buy" }).click();
  const close = form().getByRole("button", { name: "Close payment" });
  await close.waitFor(WAIT);
  expect(await close.isDisabled()).toBe(true);
  release();
  await close.click();
  await expect.poll(told, WAIT).toBe("onclose true;");
});

test("closed before paying, it tells so and leaves the page usable", async () => {
  await page.getByRole("button", { name: "Buy" }).click();
  await form().getByRole("button", { name: "Pay KES 1,501" }).waitFor(WAIT);
  await form().getByRole("button", { name: "Close payment" }).click();
  await expect.poll(told, WAIT).toBe("onclose true;");
  await page.getByRole("button", { name: "Buy" }).click();
  await enter(oddCard(19), "09/32", "123");
  await expect.poll(told, WAIT).toBe("onclose true;onclose true;");
  expect(simulator.control.transactions()).toEqual([]);
});

test("018 closes itself after success, 002 never tells", async () => {
  await page.getByRole("button", { name: "Buy" }).click();
  await enter(oddCard(18), "09/32", "123");
  await expect.poll(told, WAIT).toMatch(/^callback successful \d+ kb_1;onclose false;$/);
  await page.reload();
  await page.getByRole("button", { name: "Buy" }).click();
  await enter(oddCard(2), "09/32", "123");
  await form().getByText("Please wait").waitFor(WAIT);
  await form().getByRole("button", { name: "Close payment" }).click();
  await expect.poll(told, WAIT).toBe("onclose true;");
});

test("with redirect_url the page leaves instead of being called back", async () => {
  await page.evaluate("change = { redirect_url: '/?left=1' }");
  await page.getByRole("button", { name: "Buy" }).click();
  await enter(oddCard(1), "09/32", "123");
  await page.waitForURL(/left=1&status=completed&tx_ref=kb_1&transaction_id=\d+$/, WAIT);
});

test("two modals of one reference can both be paid", async () => {
  await page.evaluate("buy.click(), buy.click()");
  const frames = page.frameLocator("iframe[name=checkout]");
  await frames.last().getByLabel("Card number").waitFor(WAIT);
  for (const frame of [frames.last(), frames.first()]) {
    await frame.getByRole("button", { name: "Close payment" }).waitFor(WAIT);
    await frame.getByLabel("Card number").fill(oddCard(18));
    await frame.getByLabel("Expiry").fill("09/32");
    await frame.getByLabel("CVV").fill("123");
    await frame.getByRole("button", { name: "Pay KES 1,501" }).click();
  }
  await expect.poll(() => simulator.control.transactions().length, WAIT).toBe(2);
});

test("a wrong request is shown inside the modal, and fits a phone", async () => {
  await page.evaluate("change = { public_key: 'FLWPUBK_TEST-no-X' }");
  await page.getByRole("button", { name: "Buy" }).click();
  await form().getByText("Invalid public key").waitFor(WAIT);
  const width = await form()
    .locator("html")
    .evaluate((root) => root.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
});

async function enter(number: string, expiry: string, cvv: string): Promise<void> {
  await form().getByLabel("Card number").fill(number);
  await form().getByLabel("Expiry").fill(expiry);
  await form().getByLabel("CVV").fill(cvv);
  await form().getByRole("button", { name: "Pay KES 1,501" }).click();
}

async function answer(label: string, text: string): Promise<void> {
  await form().getByLabel(label, { exact: true }).fill(text);
  await form().getByRole("button", { name: "Continue" }).click();
}

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}

const SHOP_SCRIPT = `
let change = {};
let checkout;
const tell = (text) => { document.getElementById("told").textContent += text + ";"; };
document.getElementById("buy").addEventListener("click", () => {
  checkout = FlutterwaveCheckout({
    public_key: "${FLUTTERWAVE.publicKey}", tx_ref: "kb_1", amount: 1501, currency: "KES",
    payment_options: "card", customer: { email: "jane@example.com", name: "Jane" },
    customizations: { title: "Sauti" },
    callback: ({ status, transaction_id, tx_ref }) => tell(["callback", status, transaction_id, tx_ref].join(" ")),
    onclose: (incomplete) => tell("onclose " + incomplete),
    ...change,
  });
});`;

function servePage(reply: { header(name: string, value: string): unknown }) {
  const own = simulator.url;
  reply.header("content-type", "text/html; charset=utf-8");
  reply.header(
    "content-security-policy",
    `default-src 'self'; img-src data:; script-src 'self' ${own}; frame-src ${own}; connect-src 'self' ${own}`,
  );
  return `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
    <button id="buy">Buy</button><p id="told"></p>
    <script src="${simulator.scriptUrl}"></script><script src="/shop.js"></script></html>`;
}
