import type { Locator, Page } from "@playwright/test";

/** Tabs until the element has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const first = wanted.first();
  for (let step = 0; step < 120; step++) {
    if (await first.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${wanted}`);
}
