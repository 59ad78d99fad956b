import { type BrowserContext, expect, type Page } from "@playwright/test";
import { expectSound } from "./sound.ts";

/** Seconds that the line is gone; and ms from its return until the page has gone on by itself. */
const GONE = 20;
export const RECOVERED = { timeout: 3_000 };

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
    /** The card provider's page lies over ours. */
    covered?: true;
    /** Something comes to the shop meanwhile, by clocks other than the page's: all of the 20 s are waited for. */
    meanwhile?: true;
  },
): Promise<void> {
  if (steps.act) {
    await context.setOffline(true);
    await steps.act();
  }
  await steps.said();
  if (!steps.covered) await expectSound(page);
  if (steps.meanwhile) await page.waitForTimeout(GONE * 1_000);
  else await passInPage(page, GONE);
  await steps.said();
  await context.setOffline(false);
  await steps.recovered();
}

/** So many seconds by the page's clock, one by one: what fails without a line may set the next timer. */
export async function passInPage(page: Page, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) await page.clock.runFor(1_000);
}

/** These words are on the page. */
export const says = (page: Page, words: string) => () =>
  expect(page.getByText(words, { exact: false }).first()).toBeVisible();
