import { expect, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { freshEmail, PASSWORD } from "./people.ts";
import { expectKept, openWithWorker } from "./service-worker.ts";
import { QUICK } from "./sizes.ts";

test.use({ serviceWorkers: "allow" });

const OFFLINE = "No connection. Check your internet and try again.";
const NOTE = "You're offline. Pages you've opened still work.";

test("A read policy opens offline, with the shop's contact", QUICK, async ({ page, context }) => {
  const seen = await plentiful(page.request, 1);
  const unseen = await plentiful(page.request, 2);
  await openWithWorker(page, "/");
  await addToCart(page, seen);
  await expectKept(page, `/product/${seen.product._id}`);
  // a page opened by a link has no document of its own until the worker keeps one
  await page.getByRole("contentinfo").getByRole("link", { name: "Returns and exchanges" }).click();
  await expect(page).toHaveURL("/policies/returns");
  await expectKept(page, "/policies/returns");

  await context.setOffline(true);
  await expect(page.getByText(NOTE)).toBeVisible();
  await page.goto(`/product/${seen.product._id}`);
  await expect(page.getByRole("heading", { level: 1, name: seen.product.name })).toBeVisible();
  await expect(page.getByText(NOTE)).toBeVisible();
  const picture = page.getByRole("main").locator("img").first();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  // alive as ever: its scripts came too
  await page.getByRole("radio", { name: seen.size, exact: true }).check();
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();

  await page.goto("/policies/returns");
  await expect(page.getByRole("heading", { level: 1, name: "Returns and exchanges" })).toBeVisible();
  await expect(
    page.getByText("within 7 days of the day your parcel arrives", { exact: false }),
  ).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "+254 700 000 000" })).toBeVisible();
  const nothingSeen = page.getByRole("heading", { level: 1, name: "No connection" });
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await expect(nothingSeen).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Cart, 2 items" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeVisible();

  const answer = await page.goto(`/product/${unseen.product._id}`);
  expect(answer?.status()).toBe(503);
  await expect(nothingSeen).toBeVisible();
  await expect(page.getByText("Your cart and what you typed at checkout are safe")).toBeVisible();
  await page.getByRole("link", { name: seen.product.name }).click();
  await expect(page).toHaveURL(`/product/${seen.product._id}`);
  await page.goBack();

  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: unseen.product.name })).toBeVisible();
  await expect(page.getByText(NOTE)).toHaveCount(0);
});

test("Offline is said, nothing typed is lost, and it goes on", async ({ page, context }) => {
  const email = freshEmail();
  await page.goto("/login");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Wanjiku Otieno");
  await page.getByLabel("Email", { exact: true }).fill(email);
  for (const label of ["Password", "Confirm password"])
    await page.getByLabel(label, { exact: true }).fill(PASSWORD);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(page.getByText(OFFLINE).first()).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Wanjiku Otieno");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(page.getByRole("button", { name: "Resend verification email" })).toBeVisible();

  await page.goto("/forgot-password");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await context.setOffline(true);
  await page.getByRole("main").getByRole("button").first().click();
  await expect(page.getByText(OFFLINE).first()).toBeVisible();
  // beside the field, and by no toast besides
  await expect(page.getByText(OFFLINE)).toHaveCount(1);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
});
