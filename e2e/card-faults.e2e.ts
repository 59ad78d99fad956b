import { expect, test } from "@playwright/test";
import { modal, payInModal, SIMULATOR } from "./cards.ts";
import { loseAnswer } from "./lose-answer.ts";
import { atPay, CARD, expectNoOrder, expectOneOrder, goToPay, PUSH } from "./payers.ts";
import { headed, waiting } from "./prompts.ts";
import { expectSound } from "./sound.ts";

test("paid, and offline before the order is asked for: asked again, charged once", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, CARD);
  await loseAnswer(page, context, "**/api/order/flutterwave");
  await CARD.button(page).click();
  await payInModal(page);
  await expect(
    page.getByText("Payment successful but failed to place order. Please contact support.").first(),
  ).toBeVisible();
  await expect(page.getByText("Please do not pay again", { exact: false })).toBeVisible();
  await context.setOffline(false);
  await expectOneOrder(page, CARD, payer);
});

test("a reload with the card page open opens the same payment again", async ({ page }) => {
  const payer = await atPay(page, CARD);
  await CARD.button(page).click();
  await CARD.begun(page);
  await page.reload();
  await expect(page.getByText("You won't be charged twice", { exact: false })).toBeVisible();
  await expectSound(page);
  await CARD.button(page).click();
  await payInModal(page);
  await expectOneOrder(page, CARD, payer);
});

test("a script that never comes says so in the end, and a later click is fine", async ({ page }) => {
  await page.clock.install();
  const payer = await atPay(page, CARD);
  let asked = 0;
  await page.route(`${SIMULATOR}/v3.js*`, () => {
    asked += 1;
  });
  await CARD.button(page).click();
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(page.getByRole("heading", { name: "The card page could not be opened" })).toBeVisible({
      timeout: 200,
    });
  }).toPass();
  expect(asked).toBe(3);
  await expectNoOrder(page.request, payer);
  await page.unroute(`${SIMULATOR}/v3.js*`);
  await CARD.button(page).click();
  await payInModal(page);
  await expectOneOrder(page, CARD, payer);
});

test("a push under way is in the way of a card, and the card page leads to it", async ({ page }) => {
  const payer = await atPay(page, PUSH);
  await PUSH.button(page).click();
  await PUSH.begun(page);
  // the page could not ask beforehand
  await page.route("**/api/payment/checkout", (route) => route.abort());
  await goToPay(page, CARD, payer);
  await CARD.button(page).click();
  await expect(headed(page, "One payment at a time")).toBeVisible();
  await expect(
    page.getByText("Another payment of yours is in progress. Please finish it or wait a moment.").first(),
  ).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Show that payment" }).click();
  await expect(waiting(page)).toBeVisible();
  await PUSH.settle(page, payer);
  await expectOneOrder(page, PUSH, payer);
});

test("card money that is being checked is in the way of a push, and the push page says where it will show", async ({
  page,
}) => {
  const payer = await atPay(page, CARD);
  await CARD.button(page).click();
  await payInModal(page, "4000000000000007");
  await expect(headed(page, "We could not place your order yet")).toBeVisible();
  await goToPay(page, PUSH, payer);
  await PUSH.button(page).click();
  await expect(headed(page, "One payment at a time")).toBeVisible();
  await expect(
    page.getByText("M-Pesa Error: We are still checking your last payment.").first(),
  ).toBeVisible();
  await expect(page.getByText("It was by card. No prompt was sent.", { exact: false })).toBeVisible();
  await expectSound(page);
  expect(await PUSH.asked(page.request, payer)).toBe(0);
  await page.getByRole("main").getByRole("link", { name: "See my orders" }).click();
  await expect(page).toHaveURL("/orders");
  await expect(headed(page, "We are looking at a payment of yours")).toBeVisible();
  await expect(page.getByRole("main").getByText(/^Card, .* asked for Ksh/)).toBeVisible();
  await expectSound(page);
});

test("card: the form, closed, and confirming are sound", async ({ page }) => {
  await atPay(page, CARD);
  await expectSound(page);
  await CARD.button(page).click();
  await modal(page).getByRole("button", { name: "Close payment" }).click();
  await expect(headed(page, "Payment cancelled")).toBeVisible();
  await expectSound(page);
  await CARD.button(page).click();
  await payInModal(page, "4000000000000006");
  await expect(headed(page, "Payment is being confirmed")).toBeFocused();
  await expectSound(page);
});
