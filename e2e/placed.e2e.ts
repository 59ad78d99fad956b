import { expect, type Page, test } from "@playwright/test";
import { atPay, expectOneOrder, PUSH, TILL } from "./payers.ts";
import { signInAsNew } from "./people.ts";
import { PLACED } from "./placed.ts";
import { headed, SETTLED } from "./prompts.ts";
import { expectSound } from "./sound.ts";

const panel = (page: Page, title: string) => page.getByRole("region", { name: title });

test("an order by code says its number, total, where it goes and what comes next, also after a reload", async ({
  page,
}) => {
  const payer = await atPay(page, TILL);
  await TILL.button(page).click();
  await expect(page).toHaveURL(PLACED);
  for (let time = 0; time < 2; time++) {
    const placed = panel(page, "Asante! We have your order");
    await expect(placed.getByText(/^Your order number: [0-9A-Z]{8}$/)).toBeVisible();
    await expect(placed.getByText(/^We are looking for the payment of your M-Pesa code/)).toBeVisible();
    await expect(placed.getByText(/^12 Langata Road, Nairobi 00100/)).toBeVisible();
    await expect(placed.getByText(/^Ksh [\d,]+$/)).toBeVisible();
    await expect(placed.getByRole("button", { name: /receipt/ })).toHaveCount(0);
    await expectSound(page);
    await page.reload();
  }
  const number = page.url().slice(-8);
  await expect(page.getByRole("link", { name: "Ask us on WhatsApp" })).toHaveAttribute(
    "href",
    new RegExp(`^https://wa\\.me/254700000000\\?text=.*${number}\\.$`),
  );
  const share = await page.getByRole("link", { name: "Share on WhatsApp" }).getAttribute("href");
  expect(share).toMatch(/^https:\/\/wa\.me\/\?text=.*%2Fproduct%2F/);
  expect(share).not.toContain(number);
  await page.goto("/orders");
  await expectOneOrder(page, TILL, payer);
  await expect(headed(page, "Asante! We have your order")).toHaveCount(0);
});

test("a paid order says so, and its receipt can be printed", async ({ page }) => {
  const payer = await atPay(page, PUSH);
  await PUSH.button(page).click();
  await PUSH.begun(page);
  await PUSH.settle(page, payer);
  await expect(page).toHaveURL(PLACED, { timeout: SETTLED });
  const placed = panel(page, "Asante! Your order is paid");
  await expect(placed.getByText("We have your payment. Next we pack your goods.")).toBeVisible();
  await expect(placed.getByRole("button", { name: "Print or save receipt" })).toBeVisible();
  await expectSound(page);
});

test("somebody else's order and a wrong number show nothing of it, and say what to do", async ({ page }) => {
  await atPay(page, TILL);
  await TILL.button(page).click();
  await expect(page).toHaveURL(PLACED);
  const { pathname, search } = new URL(page.url());
  const number = search.slice(-8);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${pathname}${search}`);
  await expect(page.getByRole("link", { name: "Go to Login" })).toBeVisible();
  await signInAsNew(page);
  for (const address of [search, "?placed=nonsense", "?placed="]) {
    await page.goto(`${pathname}${address}`);
    await expect(headed(page, "We cannot find this order here")).toBeVisible();
    await expect(page.getByText(number)).toHaveCount(0);
    await expect(headed(page, "No orders yet")).toBeVisible();
  }
  await expectSound(page);
});

test("Track Order reloads, shows the steps of that order with their dates, says so once, and keeps the keyboard", async ({
  page,
}) => {
  await atPay(page, TILL);
  await TILL.button(page).click();
  await expect(page).toHaveURL(PLACED);
  await page.route("**/api/order/userOrders", async (route) => {
    const response = await route.fetch();
    const { orders, ...rest } = await response.json();
    const steps = [
      { name: "Paid", date: 1_795_000_000_000 },
      { name: "Delivered", date: 1_795_100_000_000 },
    ];
    const delivered = { status: "Delivered", payment: true, steps };
    await route.fulfill({
      response,
      json: { ...rest, orders: orders.map((order: object) => ({ ...order, ...delivered })) },
    });
  });
  await page.goto("/orders");
  const card = page.getByRole("article", { name: /^Order / });
  await expect(card.getByText("Delivered", { exact: true })).toBeVisible();
  // what is over is short, until somebody asks
  await expect(card.getByRole("listitem").filter({ hasText: /^Paid, / })).toHaveCount(0);
  const track = card.getByRole("button", { name: /Track Order/ });
  await track.focus();
  await page.keyboard.press("Enter");
  await expect(card.getByRole("status")).toHaveText(/^Order \w{8}: Delivered\. Up to date at /);
  const steps = card.getByRole("listitem").filter({ has: page.locator("time") });
  await expect(steps).toHaveText([/^Order Placed, /, /^Paid, 18 Nov 2026/, /^Delivered, 19 Nov 2026/]);
  await expect(card.locator("[aria-current=step]")).toHaveText(/^Delivered/);
  await expect(track).toBeFocused();
  await expectSound(page);
});

for (const [state, change, title, said] of [
  [
    "whose code was rejected",
    { codeAsked: { until: 4_000_000_000_000, url: "/track/x?key=y" } },
    "Please check your M-Pesa code",
    "We could not find a payment for the M-Pesa code you typed.",
  ],
  [
    "that was cancelled and is given back",
    { status: "Cancelled", payment: true, refund: "due" },
    "This order was cancelled",
    "We are giving your money back the way you paid it; you need not do anything.",
  ],
] as const)
  test(`an order ${state} says so, promises no day and has no receipt`, async ({ page }) => {
    await atPay(page, TILL);
    await TILL.button(page).click();
    await expect(page).toHaveURL(PLACED);
    await page.route("**/api/order/userOrders", async (route) => {
      const response = await route.fetch();
      const { orders, ...rest } = await response.json();
      const json = { ...rest, orders: orders.map((order: object) => ({ ...order, ...change })) };
      await route.fulfill({ response, json });
    });
    await page.reload();
    const placed = panel(page, title);
    await expect(placed.getByText(said)).toBeVisible();
    await expect(placed.getByRole("link", { name: "Send the right code" })).toHaveCount(
      "codeAsked" in change ? 1 : 0,
    );
    await expect(page.getByText(/We expect your parcel/)).toHaveCount(0);
    await expect(page.getByRole("button", { name: /receipt/ })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Share on WhatsApp" })).toHaveCount(0);
    await expectSound(page);
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/placed-${title}.png` });
  });
