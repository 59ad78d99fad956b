import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Pages where one thing is done, and one button comes first. */
const TO_PAY = /\/(mpesa|flutterwave|mpesa-verification)$/;

/** No axe violations, no sideways scrolling, one h1, a title; where somebody pays, one primary button at most. */
export async function expectSound(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page).toHaveTitle(/Sauti|Mailbox/);
  expect(await violations(page)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  if (TO_PAY.test(new URL(page.url()).pathname))
    expect(await page.locator(".button-primary:visible").count()).toBeLessThanOrEqual(1);
}

/** Each rule of axe that is broken, with the elements that break it. */
export async function violations(page: Page): Promise<string[]> {
  // the mailbox shows mails in frames without scripts, where axe cannot run
  const axe = new AxeBuilder({ page }).exclude("iframe[sandbox]").options({ resultTypes: ["violations"] });
  // axe puts the results of several frames together in a page of its own, which takes as long as the looking
  if (page.frames().length === 1) axe.setLegacyMode();
  const found = await axe.analyze();
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" ")}`,
  );
}
