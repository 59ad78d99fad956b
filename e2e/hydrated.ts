import type { Page } from "@playwright/test";

/** Waits until React has taken the page over: its root then knows its fiber. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.documentElement).some((key) => key.startsWith("__react")),
  );
}
