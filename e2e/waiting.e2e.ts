import { expect, test } from "@playwright/test";
import { hydrated } from "./hydrated.ts";

test("a page that is late says so after 400 ms, in words that screen readers hear", async ({ page }) => {
  await page.clock.install();
  await page.goto("/");
  await hydrated(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.data(\?|$)/, async (route) => {
    await held;
    await route.continue();
  });
  const said = page.getByRole("status").filter({ hasText: "Loading…" });
  await page.getByRole("region", { name: "Latest Collection" }).getByRole("link").nth(1).click();
  await expect(page.locator(".waiting")).toBeVisible();
  await expect(said).toHaveCount(0);
  await page.clock.runFor(400);
  await expect(said).toBeVisible();
  // over the header, where no heading is
  const words = await said.boundingBox();
  const header = await page.locator(".site-header-row").boundingBox();
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(header?.height ?? 0);
  release();
  await expect(page).toHaveURL(/\/product\//);
  await expect(said).toHaveCount(0);
});
