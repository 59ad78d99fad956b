import { expect, type Page, test } from "@playwright/test";
import { addForAccount, addToCart, plentiful } from "./goods.ts";
import { hydrated } from "./hydrated.ts";
import { goToTill, onward } from "./onward.ts";
import { fillAddress, freshCode, MAILBOX, signIn, signInAsNew } from "./people.ts";
import { PLACED } from "./placed.ts";
import { LAPTOP } from "./sizes.ts";
import { expectSound } from "./sound.ts";
import { payByCard } from "./staff-order.ts";

// each of them looks at a dozen screens twice
test.setTimeout(300_000);

const PHONE = { width: 360, height: 800 };

/** Sound on a laptop and on a phone, where it stays. */
async function expectSoundAtBoth(page: Page): Promise<void> {
  for (const size of [LAPTOP.viewport, PHONE]) {
    await page.setViewportSize(size);
    await test.step(`${page.url()} at ${size.width}`, () => expectSound(page));
  }
}

test("every screen a visitor sees is sound", async ({ page }) => {
  const { product } = await plentiful(page.request);
  const paths = [
    "/",
    "/collection",
    "/collection?search=zzzz",
    `/product/${product._id}`,
    "/about",
    "/policies/privacy",
    "/contact",
    "/cart",
    "/login",
    "/forgot-password",
    "/reset-password?token=x",
    "/verify-email?token=x",
    "/orders",
    "/no/such/page",
    "/place-order",
    MAILBOX,
  ];
  for (const path of paths) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expectSoundAtBoth(page);
  }
});

test("every screen and state of a shopper is sound", async ({ page }) => {
  await signInAsNew(page);
  await page.goto("/orders", { waitUntil: "networkidle" });
  await expectSoundAtBoth(page);
  const goods = await plentiful(page.request, 15);
  for (const size of [LAPTOP.viewport, PHONE]) {
    await page.setViewportSize(size);
    // a toast says so, for a few seconds
    await addToCart(page, goods);
    await expectSound(page);
  }
  await page.goto("/cart", { waitUntil: "networkidle" });
  await expectSoundAtBoth(page);
  await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
  await onward(page).click();
  await expectSoundAtBoth(page);
  await fillAddress(page);
  await goToTill(page);
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expectSoundAtBoth(page);
  await page.getByLabel("M-Pesa transaction code").fill(freshCode());
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(page).toHaveURL(PLACED);
  await expectSoundAtBoth(page);
  await page.goto("/profile", { waitUntil: "networkidle" });
  await expectSoundAtBoth(page);
  const opener = page.getByRole("banner").getByRole("button", { name: "Profile" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "My Profile" })).toBeVisible();
  await expectSoundAtBoth(page);
  // only a phone has these two
  await page.goto("/collection", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: /^Filters/ }).click();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Menu" }).click();
  await expectSound(page);
});

test("what opens in and over a product is sound", async ({ page, context }) => {
  const { product } = await plentiful(page.request, 14);
  await page.goto(`/product/${product._id}`);
  await hydrated(page);
  await page.getByRole("link", { name: "Size guide" }).click();
  await expect(page.getByRole("columnheader", { name: "Size" })).toBeVisible();
  await expectSoundAtBoth(page);
  await page.getByRole("button", { name: "See pictures large" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectSoundAtBoth(page);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expectSoundAtBoth(page);
  await page.keyboard.press("Escape");
  await context.setOffline(true);
  await expect(page.getByText("You're offline. Pages you've opened still work.")).toBeVisible();
  await expectSoundAtBoth(page);
  await context.setOffline(false);
  await page.route(/\.data(\?|$)/, () => {});
  await page.getByRole("banner").getByRole("link", { name: /home/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading…" })).toBeVisible();
  await expectSoundAtBoth(page);
});

test("a guest's checkout, a saved address and what was just ordered are sound", async ({ page }) => {
  const goods = await plentiful(page.request, 13);
  await addToCart(page, goods);
  await page.goto("/place-order");
  await expect(page.getByRole("button", { name: "Order as a guest" })).toBeVisible();
  await expect(onward(page)).toBeEnabled();
  await expectSoundAtBoth(page);
  const { id, token } = await payByCard(page.request, 13);
  await addForAccount(page.request, token, goods);
  await signIn(page, token);
  await page.goto("/place-order");
  await expect(page.getByRole("button", { name: "Change", exact: true })).toBeVisible();
  await expectSoundAtBoth(page);
  await page.getByRole("button", { name: "Use another" }).click();
  await expectSoundAtBoth(page);
  await page.goto(`/orders?placed=${id}`);
  await expect(
    page
      .getByRole("button", { name: "Share on WhatsApp" })
      .or(page.getByRole("link", { name: "Share on WhatsApp" })),
  ).toBeVisible();
  await expectSoundAtBoth(page);
});
