import { expect, type Page, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { atPay, CARD, TILL } from "./payers.ts";
import { logIn, signInAsNew } from "./people.ts";
import { PLACED } from "./placed.ts";
import { approve, atMpesa, headed, pay, phoneIn, SETTLED, waiting } from "./prompts.ts";
import { expectSound } from "./sound.ts";

const underWay = (page: Page) => headed(page, "A payment is under way");

test("a push left by its own link to My orders is listed at once, turns into the order by itself, and empties the cart everywhere", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { email, total } = await atMpesa(page, 40);
  // the same shopper on another device, and in another tab
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? "" });
  const laptop = await elsewhere.newPage();
  await logIn(laptop, email);
  await expect(laptop.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  const cart = await context.newPage();
  await cart.goto("/cart");
  await expect(cart.getByRole("button", { name: "PROCEED TO CHECKOUT" })).toBeVisible();

  const phone = await phoneIn(page.request, "035");
  await pay(page, phone);
  await expect(waiting(page)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "My orders" }).click();
  await expect(underWay(page)).toBeVisible();
  await expect(page.getByText("M-Pesa has sent a prompt to your phone.", { exact: false })).toContainText(
    total,
  );
  await expectSound(page);

  await approve(page.request, phone);
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1, { timeout: SETTLED });
  await expect(page.getByRole("status").filter({ hasText: /^Your order \w{8} is placed\.$/ })).toBeVisible();
  await expect(underWay(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  await expect(cart.getByText("Your cart is empty")).toBeVisible();
  await lookAgain(laptop);
  await expect(laptop.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  await elsewhere.close();
});

test("a prompt that was refused on the phone ends on My orders in words, and the cart stays", async ({
  page,
}) => {
  await atMpesa(page, 41);
  await pay(page, await phoneIn(page.request, "035"));
  await expect(waiting(page)).toBeVisible();
  let over = false;
  await page.route("**/api/order/userOrders", async (route) => {
    const response = await route.fetch();
    const { underWay: _, ...rest } = await response.json();
    await (over ? route.fulfill({ response, json: rest }) : route.fulfill({ response }));
  });
  await page.getByRole("main").getByRole("link", { name: "My orders" }).click();
  await expect(underWay(page)).toBeVisible();
  over = true;
  await expect(page.getByRole("status").filter({ hasText: "ended without an order" })).toBeVisible();
  await expect(underWay(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
});

test("My orders asks again only while something is under way and somebody looks, and ever more slowly", async ({
  page,
}) => {
  await signInAsNew(page);
  await page.clock.install();
  await page.addInitScript(() => {
    const asked: number[] = [];
    Object.assign(window, { asked });
    const fetch = window.fetch;
    window.fetch = (...args) => {
      if (String(args[0]).endsWith("/api/order/userOrders")) asked.push(Date.now());
      return fetch(...args);
    };
  });
  let payments = [{ paymentMethod: "mpesa", amount: 1501, date: 1_763_000_000_000, state: "unheard" }];
  await page.route("**/api/order/userOrders", (route) =>
    route.fulfill({ json: { success: true, message: "Orders found", orders: [], underWay: payments } }),
  );
  const asked = () => page.evaluate(() => (window as unknown as { asked: number[] }).asked);
  const askedTimes = async () => (await asked()).length;
  await page.goto("/orders");
  await expect(underWay(page)).toBeVisible();
  await expect(async () => {
    await page.clock.fastForward(500);
    expect(await askedTimes()).toBeGreaterThanOrEqual(6);
  }).toPass({ intervals: [50] });
  const times = await asked();
  const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  for (const [at, least] of [2_000, 3_000, 4_500, 6_750, 10_125].entries())
    expect(pauses[at]).toBeGreaterThanOrEqual(least);

  await look(page, "hidden");
  const before = await askedTimes();
  await page.clock.fastForward(300_000);
  expect(await askedTimes()).toBe(before);
  await look(page, "visible");
  await expect.poll(askedTimes).toBe(before + 1);

  payments = [];
  await expect(async () => {
    await page.clock.fastForward(2_000);
    await expect(underWay(page)).toHaveCount(0, { timeout: 200 });
  }).toPass();
  const last = await askedTimes();
  await page.clock.fastForward(300_000);
  expect(await askedTimes()).toBe(last);
});

test("pieces added after the prompt stay in the cart", async ({ page }) => {
  await atMpesa(page, 42);
  const phone = await phoneIn(page.request, "035");
  await pay(page, phone);
  await expect(waiting(page)).toBeVisible();
  const more = await plentiful(page.request, 43);
  await addToCart(page, more);
  await page.goto("/orders");
  await expect(underWay(page)).toBeVisible();
  await approve(page.request, phone);
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1, { timeout: SETTLED });
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await page.goto("/cart");
  await expect(page.getByRole("heading", { name: more.product.name })).toBeVisible();
});

for (const way of [TILL, CARD])
  test(`${way.name}: pieces added in another tab before the payment ends stay in the cart`, async ({
    page,
    context,
  }) => {
    const payer = await atPay(page, way);
    const other = await context.newPage();
    const more = await plentiful(page.request, 44);
    await addToCart(other, more);
    await page.bringToFront();
    await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
    await way.button(page).click();
    await way.begun(page);
    await way.settle(page, payer);
    await expect(page).toHaveURL(PLACED, { timeout: SETTLED });
    await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
    for (const tab of [page, other])
      await expect(tab.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
    await other.goto("/cart");
    await expect(other.getByRole("heading", { name: more.product.name })).toBeVisible();
  });

/** As a browser does when its tab is left, or come back to. */
async function look(page: Page, state: "visible" | "hidden"): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}

async function lookAgain(page: Page): Promise<void> {
  await look(page, "hidden");
  await look(page, "visible");
}
