import { expect, type Page, test } from "@playwright/test";
import { PLACED } from "./onward.ts";
import { atPay, expectOneOrder, goToPage, goToPay, ordersOf, PUSH, TILL } from "./payers.ts";
import { headed, SETTLED } from "./prompts.ts";
import { expectSound } from "./sound.ts";

/** As a browser does when its tab is left and come back to. */
async function lookAgain(page: Page): Promise<void> {
  for (const state of ["hidden", "visible"])
    await page.evaluate((now) => {
      Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
}

test("a prompt sent from another tab closes the till, which keeps the code typed there; paid by both, it is one order", async ({
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
  await expect(headed(page, "A prompt is on your phone")).toBeVisible();
  await expect(page.getByText(`07…${payer.phone.slice(-3)}`, { exact: false })).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/^\d+ seconds$/);
  await expect(page.getByRole("link", { name: "Show that payment" })).toBeVisible();
  await expect(page.getByText("Till number", { exact: true })).toHaveCount(0);
  await expect(headed(page, "Already paid at our till?")).toBeVisible();
  await expect(page.getByLabel("M-Pesa transaction code")).toHaveValue(payer.code);
  await expectSound(page);

  await PUSH.settle(other, payer);
  // by itself
  await expect(headed(page, "This order is paid")).toBeVisible({ timeout: SETTLED });
  await expectSound(page);
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expectOneOrder(page, PUSH, payer);
});

test("goods ordered minutes ago are asked about before any money, and ordered again on yes alone", async ({
  page,
}) => {
  const payer = await atPay(page, TILL);
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
  const count = async () => (await ordersOf(page.request, payer)).length;
  const bought = (await ordersOf(page.request, payer))[0]?.items[0];
  const added = await page.request.post("/api/cart/add", {
    headers: { token: payer.token },
    data: { itemId: bought?._id, size: bought?.size },
  });
  expect(added.ok(), await added.text()).toBe(true);
  await goToPay(page, PUSH, payer);

  const question = headed(page, /ordered the same items.*\. Order again\?$/);
  await PUSH.button(page).click();
  await expect(question).toBeFocused();
  await expectSound(page);
  expect(await count()).toBe(1);
  expect(await PUSH.asked(page.request, payer)).toBe(0);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Order again" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "See my orders" })).toBeFocused();
  // Pay says nothing else than before: it asks again
  await PUSH.button(page).click();
  await expect(question).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await PUSH.begun(page);
  await PUSH.settle(page, payer);
  await expect(page).toHaveURL(PLACED, { timeout: SETTLED });
  await expect.poll(count).toBe(2);
});
