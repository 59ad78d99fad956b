import { type BrowserContext, expect, type Page } from "@playwright/test";
import { expectSound } from "./sound.ts";

/** Seconds that the line is gone, and from its return until the page has gone on by itself. */
const GONE = 20;
const RECOVERED = 3;

/**
 * Loses the line for 20 s of the page's clock, which the test has installed; `said` while it is gone, and `recovered` within
 * 3 s of its return.
 */
export async function withoutLine(
  { page, context }: { page: Page; context: BrowserContext },
  steps: {
    act?: () => Promise<void>;
    said: () => Promise<void>;
    recovered: () => Promise<void>;
    /** What comes to the shop meanwhile; ends once it is there. */
    meanwhile?: () => Promise<void>;
  },
): Promise<void> {
  if (steps.act) {
    await context.setOffline(true);
    await steps.act();
  }
  await steps.said();
  await expectSound(page);
  await steps.meanwhile?.();
  await passInPage(page, GONE);
  await steps.said();
  // no more than these seconds pass on the page, however slow the machine
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + GONE * 1_000);
  await context.setOffline(false);
  await passInPage(page, RECOVERED);
  await steps.recovered();
  await page.clock.resume();
}

/** So many seconds by the page's clock, one by one: what fails without a line may set the next timer. */
export async function passInPage(page: Page, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) await page.clock.runFor(1_000);
}

/** These words are on the page. */
export const says = (page: Page, words: string) => () =>
  expect(page.getByText(words, { exact: false }).first()).toBeVisible();
