import { expect, type Locator, type Page } from "@playwright/test";
import type { TakePicture } from "./pictures.ts";

/** What an order costs its shopper: presses of a finger, and fields that are typed into. */
export type Effort = { taps: number; fields: number };

/** One finger that counts: every press, also the one that only brings the keyboard to a field. Each is pictured before it. */
export function countingHand(page: Page, picture: TakePicture) {
  const effort: Effort = { taps: 0, fields: 0 };

  async function tap(what: Locator): Promise<void> {
    await expect(what).toBeEnabled();
    await what.scrollIntoViewIfNeeded();
    await picture(page);
    effort.taps += 1;
    await what.tap();
  }

  async function type(field: Locator, text: string): Promise<void> {
    await tap(field);
    effort.fields += 1;
    await field.pressSequentially(text);
  }

  return { effort, tap, type, picture };
}

export type Hand = ReturnType<typeof countingHand>;
