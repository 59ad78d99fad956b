import { expect, type Locator, type Page, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { hydrated } from "./hydrated.ts";

/** Types as large as this, in per cent of the usual. */
const SIZES = [100, 200];

const setType = (page: Page, size: number) =>
  page.evaluate((size) => document.documentElement.style.setProperty("font-size", `${size}%`), size);

/** The place of something on the screen, in CSS pixels from its top. */
async function edgesOf(what: Locator): Promise<{ top: number; bottom: number }> {
  const box = await what.boundingBox();
  if (!box) throw new Error("it is not on the screen");
  return { top: box.y, bottom: box.y + box.height };
}

test.describe("the offline bar", () => {
  for (const size of SIZES)
    test(`covers no heading, its words on as many lines as they need, with type of ${size} %`, async ({
      page,
      context,
    }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto("/contact");
      await hydrated(page);
      await setType(page, size);
      await context.setOffline(true);
      const bar = page.getByText("You're offline. Pages you've opened still work.");
      await expect(bar).toBeVisible();
      const heading = await edgesOf(page.getByRole("heading", { level: 1 }));
      expect((await edgesOf(bar)).bottom).toBeLessThanOrEqual(heading.top);
      const links = await edgesOf(page.getByRole("banner").getByRole("link", { name: /home/ }));
      expect((await edgesOf(bar)).top).toBeGreaterThanOrEqual(links.bottom);
    });
});

test.describe("toasts", () => {
  for (const size of SIZES)
    test(`cover no heading, also two at a time, with type of ${size} %`, async ({ page, context }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      const goods = await plentiful(page.request, 3);
      await addToCart(page, goods);
      await page.goto("/cart");
      await page.waitForLoadState("networkidle");
      await setType(page, size);
      // the cart's own, and a link's that leads nowhere without a connection
      await context.setOffline(true);
      await expect(page.getByRole("alert")).not.toHaveCount(0);
      await page.getByRole("contentinfo").getByRole("link", { name: "About us" }).click();
      await page.evaluate(() => window.scrollTo(0, 0));
      const toasts = page.locator(".Toastify__toast");
      await expect(toasts).toHaveCount(2);
      const heading = await edgesOf(page.getByRole("heading", { level: 1 }));
      for (const toast of await toasts.all())
        expect((await edgesOf(toast)).bottom).toBeLessThanOrEqual(heading.top);
    });

  test("leave when the page changes, what went well too, and when the connection is there again", async ({
    page,
    context,
  }) => {
    await page.clock.install();
    await addToCart(page, await plentiful(page.request, 3));
    const toasts = page.locator(".Toastify__toast");
    await expect(toasts).toHaveCount(1);
    // long enough to be read
    await page.clock.runFor(1_100);
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
    await expect(page).toHaveURL("/contact");
    await expect(toasts).toHaveCount(0, { timeout: 2_000 });

    await context.setOffline(true);
    await page.getByRole("contentinfo").getByRole("link", { name: "About us" }).click();
    await expect(toasts).toHaveCount(1);
    await context.setOffline(false);
    await expect(toasts).toHaveCount(0, { timeout: 2_000 });
  });
});
