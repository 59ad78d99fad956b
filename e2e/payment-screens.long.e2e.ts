import { expect, type Page, test } from "@playwright/test";
import { modal, payInModal } from "./cards.ts";
import { atPay, CARD, expectOneOrder, PUSH, TILL } from "./payers.ts";
import { headed } from "./prompts.ts";
import { LAPTOP } from "./sizes.ts";
import { expectSound } from "./sound.ts";

/** As expectSound, on a phone and as wide as a laptop. */
async function expectSoundInBoth(page: Page): Promise<void> {
  const phone = page.viewportSize();
  await expectSound(page);
  await page.setViewportSize(LAPTOP.viewport);
  await expectSound(page);
  if (phone) await page.setViewportSize(phone);
}

test("M-Pesa: the form, waiting and paid are sound, and Back after it shows the order", async ({ page }) => {
  const payer = await atPay(page, PUSH);
  await expectSoundInBoth(page);
  await PUSH.button(page).click();
  await PUSH.begun(page);
  await expectSoundInBoth(page);
  await PUSH.settle(page, payer);
  await expectOneOrder(page, PUSH, payer);
  await expectSoundInBoth(page);
  await page.goto("/mpesa");
  await expect(headed(page, "Payment confirmed!")).toBeVisible();
  await expectSoundInBoth(page);
  await page.getByRole("link", { name: "See my orders" }).click();
  await expectOneOrder(page, PUSH, payer);
});

test("the till page is sound with all the paste button has to say", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await atPay(page, TILL);
  await expectSoundInBoth(page);
  for (const [text, said] of [
    ["See you at four", "We can't see an M-Pesa code in what you copied."],
    ["TKL4ABC123 Confirmed. Ksh1,501.00 paid to SAUTI. on 5/11/25 at 2:30 PM.", "from your message."],
  ] as const) {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.getByRole("button", { name: "Paste the SMS" }).click();
    await expect(page.getByText(said, { exact: false })).toBeVisible();
    await expectSoundInBoth(page);
  }
});

test("My orders is sound with money on its way back", async ({ page }) => {
  const payer = await atPay(page, TILL);
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
  for (const [refund, word] of [
    ["due", "Refund due"],
    ["done", "Refunded"],
  ] as const) {
    await page.route("**/api/order/userOrders", async (route) => {
      const response = await route.fetch();
      const { orders, ...rest } = await response.json();
      const json = { ...rest, orders: orders.map((order: object) => ({ ...order, refund })) };
      await route.fulfill({ response, json });
    });
    await page.reload();
    await expect(page.getByText(word, { exact: true })).toBeVisible();
    await expectSoundInBoth(page);
  }
});

test("card: the form, begun before, closed, and confirming are sound", async ({ page }) => {
  await atPay(page, CARD);
  await expectSoundInBoth(page);
  await CARD.button(page).click();
  await CARD.begun(page);
  await page.reload();
  await expect(page.getByText("You won't be charged twice", { exact: false })).toBeVisible();
  await expectSoundInBoth(page);
  await CARD.button(page).click();
  await modal(page).getByRole("button", { name: "Close payment" }).click();
  await expect(headed(page, "You closed the card page")).toBeVisible();
  await expectSoundInBoth(page);
  await CARD.button(page).click();
  await payInModal(page, "4000000000000006");
  await expect(headed(page, "Payment is being confirmed")).toBeFocused();
  await expectSoundInBoth(page);
});
