import { expect, test } from "@playwright/test";
import { listen } from "./announced.ts";
import { addToCartHere, plentiful } from "./goods.ts";
import { hydrated } from "./hydrated.ts";
import { goToTill, onward } from "./onward.ts";
import { fillAddress, freshCode } from "./people.ts";
import { PLACED } from "./placed.ts";
import { atMpesa, cancel, pay, phoneIn, waiting } from "./prompts.ts";

// what a screen reader says by itself: every change of a page once, in one voice

test("a new page and what a shopper does on the way to an order are told once", async ({ page }) => {
  const live = await listen(page);
  await page.goto("/");
  await hydrated(page);
  // a page is told by its title and the keyboard at its beginning
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL("/contact");
  await expect(page).toHaveTitle(/Contact/);
  await expect(page.getByRole("main")).toBeFocused();
  // the place that has the keyboard is named by its heading, which is said as it arrives there
  await expect(page.getByRole("main", { name: "Contact" })).toBeFocused();
  expect(live.all()).toEqual([]);

  const goods = await plentiful(page.request, 17);
  await page.goto(`/product/${goods.product._id}`);
  await hydrated(page);
  // it is disabled, and says why
  await page.getByRole("button", { name: "ADD TO CART" }).press("Enter");
  await live.once("Please select product size");
  await addToCartHere(page, goods);
  await live.once("is in your cart");

  await page.goto("/place-order");
  await fillAddress(page);
  await page.getByRole("textbox", { name: "Phone" }).fill("07123");
  live.forget();
  await onward(page).click();
  const fault = page.locator(".field-fault");
  await expect(fault).toHaveCount(1);
  await live.once(await fault.innerText());
  await page.getByRole("textbox", { name: "Phone" }).fill("0712345678");

  await goToTill(page);
  live.forget();
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await live.once("Please enter M-Pesa transaction code");
  await page.getByLabel("M-Pesa transaction code").fill("ABC-1");
  live.forget();
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await live.once("An M-Pesa code has letters and digits only");
  await page.getByLabel("M-Pesa transaction code").fill(freshCode());
  live.forget();
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(page).toHaveURL(PLACED);
  await live.once("Order placed");
});

test("a prompt that is refused is told once", async ({ page }) => {
  const live = await listen(page);
  await atMpesa(page, 18);
  // M-Pesa is busy
  await pay(page, await phoneIn(page.request, "018"));
  await live.once("We couldn't send the prompt");
  // what happened is a toast, and the panel beside it says what to do
  await live.once("M-Pesa Error: ");
  live.forget();
  const phone = await phoneIn(page.request, "035");
  await page.getByLabel("M-Pesa phone number").fill(phone);
  await page.getByRole("button", { name: /^(Pay Ksh|Try again)/ }).click();
  await expect(waiting(page)).toBeFocused();
  live.forget();
  await cancel(page.request, phone);
  await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible({ timeout: 30_000 });
  // its heading has the keyboard, which says it
  const title = page.locator(".push-title");
  await expect(title).toBeFocused();
  const words = await title.innerText();
  await page.waitForTimeout(700);
  expect(live.all().filter((each) => each.includes(words))).toEqual([]);
});
