import { expect, type Locator, type Page, test } from "@playwright/test";
import { addToCart, plentiful, signInWith } from "./goods.ts";

const setType = (page: Page, size: number) =>
  page.evaluate((size) => document.documentElement.style.setProperty("font-size", `${size}%`), size);

/** The place of something on the screen, in CSS pixels from its top. */
async function edgesOf(what: Locator): Promise<{ top: number; bottom: number }> {
  const box = await what.boundingBox();
  if (!box) throw new Error("it is not on the screen");
  return { top: box.y, bottom: box.y + box.height };
}

/** Those on the screen stay until they are taken away: a window that is left stops their clocks. */
const keepToasts = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("blur")));

test("Toasts cover none of the header and move nothing", async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await addToCart(page, await plentiful(page.request, 3));
  await page.goto("/cart");
  await page.waitForLoadState("networkidle");
  const toasts = page.locator(".Toastify__toast");
  for (const size of [100, 200])
    await test.step(`${size} %`, async () => {
      await setType(page, size);
      const heading = page.getByRole("heading", { level: 1 });
      const header = page.locator(".site-header-row");
      // the cart and a link that leads nowhere without a connection say the same, which is shown once
      await context.setOffline(true);
      await expect(page.getByRole("alert")).not.toHaveCount(0);
      await keepToasts(page);
      // by keyboard: type of twice the size makes the toast so large that it may cover the link
      await page.getByRole("contentinfo").getByRole("link", { name: "About us" }).press("Enter");
      await page.evaluate(() => window.scrollTo(0, 0));
      await expect(toasts).toHaveCount(1);
      await keepToasts(page);
      const bar = await edgesOf(page.getByText("You're offline. Pages you've opened still work."));
      expect(bar.bottom).toBeLessThanOrEqual((await edgesOf(heading)).top);
      expect(bar.top).toBeGreaterThanOrEqual((await edgesOf(header)).bottom);
      for (const toast of await toasts.all())
        expect((await edgesOf(toast)).top).toBeGreaterThanOrEqual((await edgesOf(header)).bottom);
      const shown = await edgesOf(heading);
      await page
        .locator(".Toastify")
        .evaluate((all: HTMLElement) => all.style.setProperty("display", "none"));
      expect(await edgesOf(heading)).toEqual(shown);
      await page.locator(".Toastify").evaluate((all: HTMLElement) => all.style.removeProperty("display"));
      // what failed for want of a line leaves when it is back
      await context.setOffline(false);
      await expect(toasts).toHaveCount(0);
    });
});

test("with type of twice the size no page of the shop scrolls sideways", async ({ page }) => {
  const { product } = await plentiful(page.request);
  await signInWith(page, await plentiful(page.request, 3));
  for (const path of [
    "/",
    "/collection",
    `/product/${product._id}`,
    "/cart",
    "/place-order",
    "/orders",
    "/profile",
  ]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await setType(page, 200);
    const taken = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(taken, path).toBe(360);
  }
});
