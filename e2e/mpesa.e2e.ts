import { expect, test } from "@playwright/test";
import { PLACED } from "./onward.ts";
import { atPage, PUSH } from "./payers.ts";
import {
  approve,
  askOn,
  cancel,
  expectOrdered,
  headed,
  pay,
  phoneIn,
  promptsOn,
  SETTLED,
  waiting,
} from "./prompts.ts";
import { QUICK } from "./sizes.ts";
import { expectSound } from "./sound.ts";

test(
  "The pages to pay say what is bought; a double tap on Pay asks for money once, and Back for none",
  QUICK,
  async ({ page }) => {
    const { total, goods, phone } = await atPage(page, PUSH);
    const bought = page.getByRole("list", { name: "Your order" });
    await expect(bought).toContainText(`1 × ${goods.product.name}, `);
    const field = page.getByLabel("M-Pesa phone number");
    await expect(field).toHaveValue("0712 345 678");
    await expect(page.getByLabel("Amount")).toHaveValue(total);
    await expect(page.getByLabel("Amount")).toHaveAttribute("readonly", "");
    await pay(page, "0712");
    await expect(field).toBeFocused();
    await expect(page.getByText("Please enter a phone number such as 0712 345 678")).toBeVisible();
    await expectSound(page);

    await field.fill(`0${phone.slice(3)}`);
    await page.getByRole("button", { name: `Pay ${total}` }).dblclick();
    await expect(waiting(page)).toBeFocused();
    await expect(page.getByText("You can close this page", { exact: false })).toBeVisible();
    await expect(page.getByRole("timer")).toHaveText(/^0[012]:\d\d$/);
    await expect(bought).toContainText(`1 × ${goods.product.name}, `);
    await expectSound(page);
    expect(await promptsOn(page.request, phone)).toHaveLength(1);
    await approve(page.request, phone);
    await expect(page.getByText("Payment confirmed!").first()).toBeVisible({ timeout: SETTLED });
    await expectOrdered(page);
    await page.goBack();
    await expect(page).not.toHaveURL("/mpesa");
    expect(await promptsOn(page.request, phone)).toHaveLength(1);
  },
);

test("cancelled on the phone: what that means, and Try Again, for which this phone rests and another does not", async ({
  page,
}) => {
  await page.clock.install();
  const { phone } = await atPage(page, PUSH);
  const other = await phoneIn(page.request, "035");
  await pay(page, phone);
  await expect(waiting(page)).toBeVisible();
  await cancel(page.request, phone);
  const cancelled = headed(page, "Payment cancelled by user.");
  await askOn(page, () => expect(cancelled).toBeVisible({ timeout: 1_000 }));
  await expect(cancelled).toBeFocused();
  await expect(page.getByText(/closed without a PIN/)).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(headed(page, "Send another prompt")).toBeFocused();

  await pay(page, phone);
  await expect(headed(page, "Please wait before the next prompt")).toBeVisible();
  const paused = page.getByRole("button", { name: /^Pay again in / });
  await expect(paused).toBeFocused();
  await expect(paused).toHaveText(/^Pay again in (\d\d:\d\d|\d+ h \d\d min)$/);
  await expectSound(page);
  await paused.press("Enter");
  expect(await promptsOn(page.request, phone)).toHaveLength(1);
  await page.getByLabel("M-Pesa phone number").fill(other);
  await expect(page.getByRole("button", { name: /^Pay Ksh/ })).toBeVisible();
  await page.getByLabel("M-Pesa phone number").fill(phone);
  await page.clock.fastForward(3 * 3_600_000);
  await expect(page.getByText("You can send another prompt now.")).toBeAttached();
  await pay(page, other);
  await expect(waiting(page)).toBeFocused();
  await approve(page.request, other);
  await askOn(page, () => expect(page).toHaveURL(PLACED, { timeout: 1_000 }));
  await expectOrdered(page);
});

/** Scenarios of the simulator, and what the page says of them; nothing more is to be paid where it says `again: false`. */
for (const { name, scenario, heading, words, again } of [
  {
    name: "M-Pesa is busy",
    scenario: "018",
    heading: "We couldn't send the prompt",
    words: "The prompt may not have reached your phone.",
    again: true,
  },
  {
    name: "M-Pesa answers nothing readable",
    scenario: "019",
    heading: "No reply from M-Pesa yet",
    words: "the prompt may not have reached",
    again: true,
  },
  {
    name: "the money does not fit the order",
    scenario: "031",
    heading: "Payment is being confirmed",
    words: "This payment doesn't match the order.",
    again: false,
  },
])
  test(`${name}: the page says so, and no clock runs`, async ({ page }) => {
    await atPage(page, PUSH);
    await pay(page, await phoneIn(page.request, scenario));
    await expect(headed(page, heading)).toBeVisible({ timeout: SETTLED });
    await expect(page.getByText(words, { exact: false })).toBeVisible();
    await expect(page.getByRole("timer")).toHaveCount(0);
    await expectSound(page);
    const retry = page.getByRole("button", { name: /^(Try again|Pay)/i });
    if (again) await expect(retry).toBeVisible();
    else await expect(retry).toHaveCount(0);
  });

test("after the countdown the page goes on asking, and late money still becomes the order", async ({
  page,
}) => {
  await page.clock.install();
  const { phone } = await atPage(page, PUSH);
  await pay(page, phone);
  await expect(waiting(page)).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(page.getByRole("status").filter({ hasText: "1 minute left" })).toBeAttached();
  await page.clock.fastForward(60_000);
  await expect(headed(page, "Payment timeout. Please try again.")).toBeFocused();
  await expect(page.getByText("don't pay twice", { exact: false })).toBeVisible();
  await expect(page.getByRole("link", { name: "Pay by till instead" })).toBeVisible();
  await expectSound(page);
  await approve(page.request, phone);
  await askOn(page, () => expect(page).toHaveURL(PLACED, { timeout: 1_000 }));
  await expectOrdered(page);
});
