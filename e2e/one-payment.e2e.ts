import { expect, test } from "@playwright/test";
import { addForAccount } from "./goods.ts";
import { PLACED } from "./onward.ts";
import { atPay, expectOneOrder, goToPage, ordersOf, PUSH, TILL } from "./payers.ts";
import { headed, SETTLED } from "./prompts.ts";
import { expectSound } from "./sound.ts";

test("items ordered minutes ago are asked about before any payment, and ordered again on yes alone", async ({
  page,
}) => {
  const payer = await atPay(page, TILL);
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
  const count = async () => (await ordersOf(page.request, payer)).length;
  await addForAccount(page.request, payer.token, payer.goods);
  await goToPage(page, PUSH);
  await PUSH.fill(page, payer);

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
