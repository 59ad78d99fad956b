import { join } from "node:path";
import type { Page } from "@playwright/test";

/** Pictures what is on the screen, or the whole page. */
export type TakePicture = (page: Page, options?: { whole?: boolean }) => Promise<void>;

/** Numbers the pictures of one walk in the folder E2E_PICTURES; takes none where that is not set. */
export function picturesOf(walk: string): TakePicture {
  const folder = process.env.E2E_PICTURES;
  let taken = 0;
  return async (page, { whole = false } = {}) => {
    if (!folder) return;
    const name = `${walk.replaceAll(/\W+/g, "-")}-${String(++taken).padStart(2, "0")}.jpg`;
    const path = join(folder, name);
    await page.screenshot({ path, type: "jpeg", quality: 70, scale: "css", fullPage: whole });
  };
}
