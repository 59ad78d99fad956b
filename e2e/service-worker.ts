import { expect, type Page } from "@playwright/test";

/** Opens a page, and waits until the worker answers for the shop. */
export async function openWithWorker(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    if (!serviceWorker.controller)
      await new Promise((resolve) =>
        serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
  });
  await expectKept(page, new URL(page.url()).pathname);
}

/** Waits until there is a copy of this page. */
export async function expectKept(page: Page, path: string): Promise<void> {
  await expect.poll(async () => (await everythingKept(page)).addresses).toContain(path);
}

/** Every address, header and text in every cache of the shop. */
export function everythingKept(page: Page): Promise<{ addresses: string[]; text: string }> {
  return page.evaluate(async () => {
    const addresses: string[] = [];
    let text = "";
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const { pathname, search } = new URL(request.url);
        addresses.push(pathname + search);
        const headers = JSON.stringify([...(answer?.headers ?? [])]);
        text += `${request.url} ${answer?.url} ${headers} ${await answer?.text()}\n`;
      }
    }
    return { addresses, text };
  });
}
