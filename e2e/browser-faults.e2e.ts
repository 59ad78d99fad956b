import { expect, type Page, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { goToTill } from "./onward.ts";
import {
  atPay,
  CARD,
  expectNoOrder,
  expectOneOrder,
  newPayer,
  ordersOf,
  PUSH,
  TILL,
  WAYS,
} from "./payers.ts";
import { fillAddress, logIn, newAccount, PASSWORD } from "./people.ts";
import { headed, waiting } from "./prompts.ts";

const YEAR = 365 * 86_400_000;

/** How often this call left the page. */
function countCalls(page: Page, path: string): { times: number } {
  const count = { times: 0 };
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === path) count.times += 1;
  });
  return count;
}

/** Enter held down until the keyboard repeats it. */
async function holdEnter(page: Page): Promise<void> {
  for (let pressed = 0; pressed < 5; pressed += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
}

for (const way of WAYS) {
  test(`${way.name}: Enter held down asks once`, async ({ page }) => {
    const payer = await atPay(page, way);
    const calls = countCalls(page, way.call.slice(2));
    let released = () => {};
    const pressed = new Promise<void>((resolve) => {
      released = resolve;
    });
    await page.route(way.call, async (route) => {
      await pressed;
      await route.continue();
    });
    const box = page.getByRole("main").getByRole("textbox").first();
    await box.focus();
    await holdEnter(page);
    released();
    await way.begun(page);
    await way.settle(page, payer);
    await expectOneOrder(page, way, payer);
    expect(calls.times).toBe(1);
  });

  test(`${way.name}: Back after success leads to no payment, and asks for none`, async ({ page }) => {
    const payer = await atPay(page, way);
    await way.button(page).click();
    await way.begun(page);
    await way.settle(page, payer);
    await expectOneOrder(page, way, payer);
    const calls = countCalls(page, way.call.slice(2));
    await page.goBack();
    await expect(page).not.toHaveURL(way.path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goForward();
    await expectOneOrder(page, way, payer);
    expect(calls.times).toBe(0);
  });
}

test("Enter held down at login and at the checkout goes on once", async ({ page }) => {
  const email = await newAccount(page.request);
  await addToCart(page, await plentiful(page.request, 2));
  const calls = countCalls(page, "/api/user/login");
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password", { exact: true }).focus();
  await holdEnter(page);
  await expect(page).toHaveURL("/");
  expect(calls.times).toBe(1);
  await page.goto("/place-order");
  await fillAddress(page);
  await page.getByLabel("Street").focus();
  await holdEnter(page);
  await expect(page).toHaveURL("/mpesa");
  await page.goBack();
  await expect(page).toHaveURL("/place-order");
  await expect(page.getByLabel("Street")).toHaveValue("12 Langata Road");
});

test("each payment page by its address alone: the payment under way, or the cart", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, PUSH);
  await PUSH.button(page).click();
  await PUSH.begun(page);
  const other = await context.newPage();
  await other.goto("/mpesa");
  await expect(waiting(other)).toBeVisible();
  await other.goto("/mpesa-verification");
  await expect(other).toHaveURL("/cart");
  await other.goto("/flutterwave");
  await expect(other).toHaveURL("/cart");
  await PUSH.settle(page, payer);
  await expectOneOrder(page, PUSH, payer);
});

test("a card payment begun in a tab that is gone is found by the page's address", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, CARD);
  await CARD.button(page).click();
  await CARD.begun(page);
  const other = await context.newPage();
  await page.close();
  await other.goto("/flutterwave");
  await expect(headed(other, "A card payment was begun")).toBeVisible();
  await CARD.settleAlone(context.request, payer);
  await expect(headed(other, "Payment confirmed!")).toBeVisible({ timeout: 30_000 });
  await other.getByRole("link", { name: "See my orders" }).click();
  await expectOneOrder(other, CARD, payer);
});

test("storage that is full: a visitor shops in memory, login says what it means, and the till is paid", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("the quota has been exceeded", "QuotaExceededError");
    };
  });
  const { product, size } = await plentiful(page.request, 5);
  await addToCart(page, { product, size });
  await page.getByRole("link", { name: "Cart, 1 item" }).click();
  await expect(page.getByRole("button", { name: "PROCEED TO CHECKOUT" })).toBeVisible();

  const payer = await newPayer(page.request);
  await logIn(page, payer.email);
  await expect(page.getByText("This browser keeps nothing for us", { exact: false })).toBeVisible();
  await page.getByRole("link", { name: "Cart, 1 item" }).click();
  await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
  await fillAddress(page);
  await goToTill(page);
  await TILL.fill(page, payer);
  await expectNoOrder(page.request, payer);
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
});

test("a clock a year behind that jumps a year ahead: the countdown goes by elapsed time", async ({
  page,
}) => {
  const payer = await atPay(page, PUSH);
  await page.clock.setSystemTime(Date.now() - YEAR);
  await PUSH.button(page).click();
  await PUSH.begun(page);
  const timer = page.getByRole("timer");
  await expect(timer).toHaveText(/^0(2:00|1:\d\d)$/);
  await page.clock.setSystemTime(Date.now() + YEAR);
  const answered = page.waitForResponse("**/token/query");
  await answered;
  await expect(timer).toHaveText(/^01:\d\d$/);
  expect(await ordersOf(page.request, payer)).toEqual([]);
  await PUSH.settle(page, payer);
  await expectOneOrder(page, PUSH, payer);
});
