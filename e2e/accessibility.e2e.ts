import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { fillAddress, freshCode, MAILBOX, signInAsNew } from "./people.ts";

/** No axe violations (the mailbox shows mails in frames without scripts, where axe cannot run), no sideways scrolling, one h1, a title. */
async function expectSound(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page).toHaveTitle(/Sauti|Mailbox/);
  const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" ")}`),
  ).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

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
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expectSound(page);
  await fillAddress(page);
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(page).toHaveURL("/mpesa-verification");
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expectSound(page);
  await page.getByLabel("M-Pesa transaction code").fill(freshCode());
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(page).toHaveURL("/orders");
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
