import { expect, type Page } from "@playwright/test";

/** Opens a page, and waits until the modules of the page named `next` are there: they come once nothing else is to do. */
export async function openWithNext(page: Page, path: string, next: string): Promise<void> {
  const loaded = new Set<string>();
  page.on("requestfinished", (request) => loaded.add(new URL(request.url()).pathname));
  await page.goto(path);
  const missing = async () => (await filesOf(page, next)).filter((file) => !loaded.has(file));
  await expect.poll(missing, { timeout: 30_000 }).toEqual([]);
}

/** The built files of a page by its route's path; its own name where the page knows no routes yet. */
function filesOf(page: Page, next: string): Promise<string[]> {
  return page.evaluate((next) => {
    type Files = { path?: string; module: string; imports?: string[]; css?: string[] };
    const known = (window as { __reactRouterManifest?: { routes: Record<string, Files> } })
      .__reactRouterManifest;
    const files = Object.values(known?.routes ?? {}).filter(({ path }) => path === next);
    if (files.length === 0) return [next];
    return files.flatMap(({ module, imports = [], css = [] }) => [module, ...imports, ...css]);
  }, next);
}
