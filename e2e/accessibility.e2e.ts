import { expect, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { goToTill, onward } from "./onward.ts";
import { fillAddress, freshCode, MAILBOX, signInAsNew } from "./people.ts";
import { PLACED } from "./placed.ts";
import { expectSound } from "./sound.ts";

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
