import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "@playwright/test";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { findBrowser } from "../../scripts/find-browser.ts";
import { FLUTTERWAVE } from "./simulator.ts";
import { oddCard, openSimulator, type Simulator } from "./test-shop.ts";

// docs/payments.md, "Checkout": how the script behaves in a shop's page.

let simulator: Simulator;
beforeAll(async () => {
  simulator = await openSimulator();
});
beforeEach(() => simulator.clear());
afterAll(() => simulator.close());

const WAIT = { timeout: 10_000 };
let shop: FastifyInstance;
let browser: Browser;
let page: Page;
let problems: string[];

beforeAll(async () => {
  shop = Fastify();
  shop.get("/", (_request, reply) => servePage(reply));
  shop.get("/shop.js", (_request, reply) => reply.type("text/javascript").send(SHOP_SCRIPT));
  await shop.listen({ port: 0, host: "127.0.0.1" });
  const executablePath = findBrowser();
  browser = await chromium.launch({ args: ["--no-sandbox"], ...(executablePath && { executablePath }) });
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 360, height: 640 } });
  problems = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(`http://127.0.0.1:${(shop.server.address() as AddressInfo).port}/`);
  await page.getByRole("button", { name: "Buy" }).click();
});
afterEach(() => page.close());
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

const form = () => page.frameLocator("iframe[name=checkout] >> visible=true");
const told = () => page.locator("#told").textContent();
const enter = async (number: string, expiry: string, cvv: string) => {
  await form().getByLabel("Card number").fill(number);
  await form().getByLabel("Expiry").fill(expiry);
  await form().getByLabel("CVV").fill(cvv);
  await form().getByRole("button", { name: "Pay KES 1,501" }).click();
};
const answer = async (label: string, text: string) => {
  await form().getByLabel(label, { exact: true }).fill(text);
  await form().getByRole("button", { name: "Continue" }).click();
};

test("a failed card leaves the page open; a good one is told, and shut by the shop's page", async () => {
  for (const [otp, problem] of [
    ["6648", "Insufficient Funds"],
    ["00000", "Wrong OTP"],
    ["12345", undefined],
  ] as const) {
    await enter("5531886652142950", "09/32", "564");
    await answer("PIN", "3310");
    await answer("OTP", otp);
    if (problem) await form().getByText(`${problem}. Please try again`).waitFor(WAIT);
  }
  await expect.poll(told, WAIT).toMatch(/^callback successful \d+ kb_1;$/);
  const charges = simulator.control.transactions();
  expect(charges.map(({ status }) => status)).toEqual(["failed", "failed", "successful"]);
  const called = `callback successful ${charges[2]?.id} kb_1;`;
  expect(await told()).toBe(called);
  await page.evaluate("checkout.close()");
  await expect.poll(() => page.locator("iframe[name=checkout]").isVisible(), WAIT).toBe(false);
  expect(await told()).toBe(`${called}onclose false;`);
  // a second close is nothing
  await page.evaluate("checkout.close()");
  expect(await told()).toBe(`${called}onclose false;`);
  expect(problems).toEqual([]);
});

test("closed before paying it tells so, and the page opens it again", async () => {
  await form().getByRole("button", { name: "Close payment" }).click();
  await expect.poll(told, WAIT).toBe("onclose true;");
  await page.getByRole("button", { name: "Buy" }).click();
  await enter(oddCard(19), "09/32", "123");
  await expect.poll(told, WAIT).toBe("onclose true;onclose true;");
  expect(simulator.control.transactions()).toEqual([]);
});

test("018 closes itself after success, 002 never tells", async () => {
  await enter(oddCard(18), "09/32", "123");
  await expect.poll(told, WAIT).toMatch(/^callback successful \d+ kb_1;onclose false;$/);
  await page.reload();
  await page.getByRole("button", { name: "Buy" }).click();
  await enter(oddCard(2), "09/32", "123");
  await form().getByText("Please wait").waitFor(WAIT);
  await form().getByRole("button", { name: "Close payment" }).click();
  await expect.poll(told, WAIT).toBe("onclose true;");
});

const SHOP_SCRIPT = `
let checkout;
const tell = (text) => { document.getElementById("told").textContent += text + ";"; };
document.getElementById("buy").addEventListener("click", () => {
  checkout = FlutterwaveCheckout({
    public_key: "${FLUTTERWAVE.publicKey}", tx_ref: "kb_1", amount: 1501, currency: "KES",
    payment_options: "card", customer: { email: "jane@example.com", name: "Jane" },
    customizations: { title: "Sauti" },
    callback: ({ status, transaction_id, tx_ref }) => tell(["callback", status, transaction_id, tx_ref].join(" ")),
    onclose: (incomplete) => tell("onclose " + incomplete),
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
