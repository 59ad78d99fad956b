import type { BrowserContext, Page } from "@playwright/test";

/** The next request to this address reaches the shop, and the line is gone before its answer comes. */
export async function loseAnswer(page: Page, context: BrowserContext, address: string): Promise<void> {
  await page.route(
    address,
    async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await route.abort("internetdisconnected");
    },
    { times: 1 },
  );
}

/** The line is gone before the next request to this address arrives. */
export async function loseRequest(page: Page, context: BrowserContext, address: string): Promise<void> {
  await page.route(
    address,
    async (route) => {
      await context.setOffline(true);
      await route.abort("internetdisconnected");
    },
    { times: 1 },
  );
}
