import { expect, type Page, test } from "@playwright/test";
import { payInModal } from "./cards.ts";
import { atPay, CARD, expectOneOrder, goToPage, ordersOf, PUSH, TILL } from "./payers.ts";
import { freshCode } from "./people.ts";
import { PLACED } from "./placed.ts";
import { headed, SETTLED, waiting } from "./prompts.ts";
import { expectSound } from "./sound.ts";

const OUT = "A prompt is on your phone";

async function expectNothingAsked(page: Page): Promise<void> {
  await expect(page.getByText("Till number", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await expectSound(page);
}

async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

for (const way of [TILL, CARD])
  test(`${way.name}: while a prompt is out the page says where and for how long, and shows the order by itself`, async ({
    page,
    context,
  }) => {
    const payer = await atPay(page, PUSH);
    await PUSH.button(page).click();
    await PUSH.begun(page);
    const other = await context.newPage();
    await goToPage(other, way);
    await expect(headed(other, OUT)).toBeVisible();
    await expect(other.getByText(`07…${payer.phone.slice(-3)}`, { exact: false })).toBeVisible();
    await expect(other.getByRole("timer")).toHaveText(/^1\d\d seconds$/);
    await expectNothingAsked(other);
    await PUSH.settle(page, payer);
    await expect(headed(other, "This order is paid")).toBeVisible({ timeout: SETTLED });
    await expectNothingAsked(other);
    await other.getByRole("main").getByRole("link", { name: "See my orders" }).click();
    await expectOneOrder(other, PUSH, payer);
  });

test("a prompt sent from another tab closes the open till when it is looked at again, and the typed code stays", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, TILL);
  await expect(page.getByText("Till number", { exact: true })).toBeVisible();
  const other = await context.newPage();
  await goToPage(other, PUSH);
  await PUSH.fill(other, payer);
  await PUSH.button(other).click();
  await PUSH.begun(other);
  await lookAgain(page);
  await expect(headed(page, OUT)).toBeVisible();
  await expect(page.getByText("Till number", { exact: true })).toHaveCount(0);
  await expect(headed(page, "Paid at our till already?")).toBeVisible();
  await expect(page.getByLabel("M-Pesa transaction code")).toHaveValue(payer.code);
  await expectSound(page);
  await page.getByRole("link", { name: "Show that payment" }).click();
  await expect(waiting(page)).toBeVisible();
});

test("a code typed for an order that was paid by push meanwhile is taken, and makes no second order", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, TILL);
  const other = await context.newPage();
  await goToPage(other, PUSH);
  await PUSH.fill(other, payer);
  await PUSH.button(other).click();
  await PUSH.begun(other);
  await PUSH.settle(other, payer);
  await expect(other).toHaveURL(PLACED, { timeout: SETTLED });
  await lookAgain(page);
  await expect(headed(page, "This order is paid")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expectOneOrder(page, PUSH, payer);
});

test("an order placed by code closes a card page that stands open in another tab", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, TILL);
  const other = await context.newPage();
  await goToPage(other, CARD);
  await expect(CARD.button(other)).toBeVisible();
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
  await lookAgain(other);
  await expect(headed(other, "This order is placed")).toBeVisible();
  await expectNothingAsked(other);
});

test("Pay asks first: a prompt sent since the card page was opened opens no card window", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, CARD);
  const other = await context.newPage();
  await goToPage(other, PUSH);
  await PUSH.fill(other, payer);
  await PUSH.button(other).click();
  await PUSH.begun(other);
  await CARD.button(page).click();
  await expect(headed(page, OUT)).toBeVisible();
  await expect(page.locator('iframe[name="checkout"]')).toHaveCount(0);
});

test("money that is being checked is asked for at no till", async ({ page }) => {
  const payer = await atPay(page, CARD);
  await CARD.button(page).click();
  await payInModal(page, "4000000000000007");
  await expect(headed(page, "We could not place your order yet")).toBeVisible();
  await goToPage(page, TILL);
  await expect(headed(page, "We are checking a payment")).toBeVisible();
  await expectNothingAsked(page);
  expect(await ordersOf(page.request, payer)).toEqual([]);
});

test("a prompt that may still be approved is told of in a sentence; without an answer the till is shown", async ({
  page,
}) => {
  const payer = await atPay(page, TILL);
  const late =
    "If you still approve the earlier M-Pesa prompt, that payment becomes your order or is refunded.";
  await expect(page.getByText(late)).toHaveCount(0);
  await page.route("**/api/payment/checkout", (route) =>
    route.fulfill({ json: { success: true, message: "", standing: { status: "open", late: true } } }),
  );
  for (const way of [CARD, TILL]) {
    await goToPage(page, way);
    await expect(page.getByText(late)).toBeVisible();
    await expect(way.button(page)).toBeVisible();
    await expectSound(page);
  }
  await page.route("**/api/payment/checkout", (route) => route.abort());
  await page.reload();
  await expect(page.getByText("Till number", { exact: true })).toBeVisible();
  await page.getByLabel("M-Pesa transaction code").fill(freshCode());
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
});
