import { expect, type Locator } from "@playwright/test";

/** What an order costs its shopper: presses of a finger, and fields that are typed into. */
export type Effort = { taps: number; fields: number };

/** One finger that counts: every press, also the one that only brings the keyboard to a field. */
export function countingHand() {
  const effort: Effort = { taps: 0, fields: 0 };

  async function tap(what: Locator): Promise<void> {
    await expect(what).toBeEnabled();
    effort.taps += 1;
    await what.tap();
  }

  async function type(field: Locator, text: string): Promise<void> {
    await tap(field);
    effort.fields += 1;
    await field.pressSequentially(text);
  }

  return { effort, tap, type };
}

export type Hand = ReturnType<typeof countingHand>;
