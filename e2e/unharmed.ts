import { expect, type Page } from "@playwright/test";

/** What would run a script, were it taken for more than text. */
export const MARKUP = "</script><script>window.hacked = 1</script><img src=x onerror=window.hacked=1>";

/** What no page may do with what was typed or stood in its address. */
export function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("dialog", (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("response", (answer) => {
    if (answer.status() >= 500) faults.push(`${answer.status()} ${answer.url()}`);
  });
  return faults;
}

/** No script ran, no error page is shown, and nothing was noticed meanwhile. */
export async function expectUnharmed(page: Page, faults: string[]): Promise<void> {
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  expect(faults).toEqual([]);
}
