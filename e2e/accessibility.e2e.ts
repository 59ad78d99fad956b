import { expect, test } from "@playwright/test";
import { addForAccount, addToCart, plentiful } from "./goods.ts";
import { hydrated } from "./hydrated.ts";
import { goToTill, onward } from "./onward.ts";
import { fillAddress, freshCode, MAILBOX, signIn, signInAsNew } from "./people.ts";
import { PLACED } from "./placed.ts";
import { expectSound } from "./sound.ts";
import { payByCard } from "./staff-order.ts";

test.setTimeout(120_000);
test.use({ contextOptions: { reducedMotion: "reduce" } });

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
    await test.step(path, () => expectSound(page));
  }
});

test("every screen and state of a shopper is sound", async ({ page, isMobile }) => {
  await signInAsNew(page);
  await page.goto("/orders", { waitUntil: "networkidle" });
  await expectSound(page);
  await addToCart(page, await plentiful(page.request, 15));
  await expectSound(page);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await expectSound(page);
  await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
  await onward(page).click();
  await expectSound(page);
  await fillAddress(page);
  await goToTill(page);
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expectSound(page);
  await page.getByLabel("M-Pesa transaction code").fill(freshCode());
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(page).toHaveURL(PLACED);
  await expectSound(page);
  await page.goto("/profile", { waitUntil: "networkidle" });
  await expectSound(page);
  const opener = page.getByRole("banner").getByRole("button", { name: "Profile" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "My Profile" })).toBeVisible();
  await expectSound(page);
  await page.goto("/login");
  if (!isMobile) return;
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
  await expectSound(page);
  await page.getByRole("button", { name: "See pictures large" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await context.setOffline(true);
  await expect(page.getByText("You're offline. Pages you've opened still work.")).toBeVisible();
  await expectSound(page);
  await context.setOffline(false);
  await page.route(/\.data(\?|$)/, () => {});
  await page.getByRole("banner").getByRole("link", { name: /home/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading…" })).toBeVisible();
  await expectSound(page);
});

test("a guest's checkout, a saved address and what was just ordered are sound", async ({ page }) => {
  const goods = await plentiful(page.request, 13);
  await addToCart(page, goods);
  await page.goto("/place-order");
  await expect(page.getByRole("button", { name: "Order as a guest" })).toBeVisible();
  await expect(onward(page)).toBeEnabled();
  await expectSound(page);
  const { id, token } = await payByCard(page.request, 13);
  await addForAccount(page.request, token, goods);
  await signIn(page, token);
  await page.goto("/place-order");
  await expect(page.getByRole("button", { name: "Change", exact: true })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Use another" }).click();
  await expectSound(page);
  await page.goto(`/orders?placed=${id}`);
  await expect(
    page
      .getByRole("button", { name: "Share on WhatsApp" })
      .or(page.getByRole("link", { name: "Share on WhatsApp" })),
  ).toBeVisible();
  await expectSound(page);
});
