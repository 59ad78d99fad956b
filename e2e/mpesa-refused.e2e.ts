import { expect, test } from "@playwright/test";
import { friendlyPhone } from "../src/phone-rules.ts";
import { PLACED } from "./placed.ts";
import {
  approve,
  askOn,
  atMpesa,
  callBack,
  cancel,
  expectOrdered,
  headed,
  pay,
  phoneIn,
  promptsOn,
  SETTLED,
  waiting,
} from "./prompts.ts";
import { expectSound } from "./sound.ts";

/** As the shop hides it. */
const hidden = (phone: string) => `0${phone.slice(3, 4)}…${phone.slice(-3)}`;

test("when M-Pesa answers nothing readable, no clock runs: the prompt may not have come, and there are other ways", async ({
  page,
}) => {
  await atMpesa(page, 33);
  // a page with the status 503
  const phone = await phoneIn(page.request, "019");
  await pay(page, phone);
  for (const look of ["at once", "after a reload"])
    await test.step(look, async () => {
      await expect(headed(page, "No reply from M-Pesa yet")).toBeFocused({ timeout: SETTLED });
      await expect(page.getByText("the prompt may not have come", { exact: false })).toBeVisible();
      await expect(page.getByRole("timer")).toHaveCount(0);
      await expectSound(page);
      await page.reload();
    });
  await expect(headed(page, "No reply from M-Pesa yet")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "My orders" }).last()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Try Again" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(headed(page, "Send another prompt")).toBeFocused();
  await pay(page, phone);
  await expect(
    page.getByText("Wait until the first one ends, 1 minute at most; then try again."),
  ).toBeVisible();
  await page.reload();
  await page.getByRole("link", { name: "Pay by till instead" }).click();
  await expect(page).toHaveURL("/mpesa-verification");
  expect(await promptsOn(page.request, phone)).toHaveLength(0);
});

test("when M-Pesa says that it is busy, the same order can be tried again or paid at the till", async ({
  page,
}) => {
  await atMpesa(page, 34);
  const phone = await phoneIn(page.request, "018");
  await pay(page, phone);
  await expect(headed(page, "We couldn't send the prompt")).toBeVisible();
  await expect(page.getByText("The prompt may not have come.", { exact: false })).toBeVisible();
  await expect(page.getByRole("timer")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Pay by till instead" })).toBeVisible();
  await expectSound(page);
  await page.getByLabel("M-Pesa phone number").fill(await phoneIn(page.request, "035"));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(waiting(page)).toBeVisible();
});

test("a corrected phone: the page says where the prompt went; when that has ended, Pay goes to the new one", async ({
  page,
}) => {
  await page.clock.install();
  await atMpesa(page, 35);
  const [wrong, right] = [await phoneIn(page.request, "035"), await phoneIn(page.request, "035")];
  await pay(page, wrong);
  await expect(waiting(page)).toBeFocused();
  await page.getByRole("button", { name: "Change the number" }).press("Enter");
  await expect(headed(page, "Send another prompt")).toBeFocused();
  // the number paid with, which need not be the address's
  await expect(page.getByLabel("M-Pesa phone number")).toHaveValue(friendlyPhone(wrong));
  await pay(page, right);
  await expect(page.getByText(`The prompt went to ${hidden(wrong)}.`, { exact: false })).toContainText(
    "Wait until it ends, 3 minutes at most; then press Pay",
  );
  await expect(page.getByRole("link", { name: "Pay by till instead" })).toBeVisible();
  await expect(page.getByText(`We keep checking your earlier prompt on ${hidden(wrong)}`)).toBeVisible();
  await expectSound(page);
  expect(await promptsOn(page.request, right)).toHaveLength(0);

  await cancel(page.request, wrong);
  await askOn(page, () => expect(headed(page, "That prompt has ended")).toBeVisible({ timeout: 1_000 }));
  await expectSound(page);
  await page.getByRole("button", { name: /^Pay Ksh/ }).click();
  await expect(waiting(page)).toBeFocused();
  await approve(page.request, right);
  await askOn(page, () => expect(page).toHaveURL(PLACED, { timeout: 1_000 }));
  await expectOrdered(page);
  expect([await promptsOn(page.request, wrong), await promptsOn(page.request, right)]).toMatchObject([
    [{ state: "failed" }],
    [{ state: "paid" }],
  ]);
});

test("a phone that just had a prompt: Pay counts the pause down and comes back; another phone need not wait", async ({
  page,
}) => {
  await page.clock.install();
  await atMpesa(page, 36);
  const phone = await phoneIn(page.request, "035");
  await pay(page, phone);
  await expect(waiting(page)).toBeVisible();
  await cancel(page.request, phone);
  await askOn(page, () => expect(headed(page, "Payment cancelled by user.")).toBeVisible({ timeout: 1_000 }));
  await page.getByRole("button", { name: "Try Again" }).click();
  await pay(page, phone);
  await expect(headed(page, "Please wait before the next prompt")).toBeVisible();
  const rests =
    /^M-Pesa Error: You can send another prompt to this phone in (a minute|\d+ seconds?), or pay our till now\.$/;
  await expect(page.getByText(rests).last()).toBeVisible();
  await expect(page.getByRole("link", { name: "Pay by till instead" })).toBeVisible();
  const paused = page.getByRole("button", { name: /^Pay again in / });
  await expect(paused).toBeFocused();
  await expect(paused).toHaveText(/^Pay again in (\d\d:\d\d|\d+ h \d\d min)$/);
  await expectSound(page);
  await paused.press("Enter");
  await expect(paused).toBeVisible();
  expect(await promptsOn(page.request, phone)).toHaveLength(1);
  const field = page.getByLabel("M-Pesa phone number");
  await field.fill("0712 345 678");
  await expect(page.getByRole("button", { name: /^Pay Ksh/ })).toBeVisible();
  await field.fill(phone);
  await page.clock.fastForward(3 * 3_600_000);
  await expect(page.getByRole("button", { name: /^Pay Ksh/ })).toBeVisible();
  await expect(page.getByText("You can ask for a prompt again.")).toBeAttached();
  await expect(headed(page, "Please wait before the next prompt")).toHaveCount(0);
  await expectSound(page);
});

test("after a reload the form asks on about a prompt that M-Pesa calls unanswered, whose money becomes the order", async ({
  page,
}) => {
  await page.clock.install();
  await atMpesa(page, 39);
  const phone = await phoneIn(page.request, "035");
  await pay(page, phone);
  await expect(waiting(page)).toBeVisible();
  await callBack(page.request, phone, 1037);
  const refused = headed(page, /^Payment timeout/);
  await askOn(page, () => expect(refused).toBeVisible({ timeout: 1_000 }));
  await page.reload();
  const note = page.getByText(`We keep checking your earlier prompt on ${hidden(phone)}`);
  await expect(note).toContainText("If you entered your PIN there, do not pay again");
  await expect(page.getByRole("button", { name: /^Pay Ksh/ })).toBeVisible();
  await expectSound(page);
  const asked = page.waitForResponse("**/token/query");
  await page.clock.fastForward(16_000);
  await asked;
  await expect(note).toBeVisible();
  await approve(page.request, phone);
  await askOn(page, () => expect(page).toHaveURL(PLACED, { timeout: 1_000 }));
  await expectOrdered(page);
});

const UNKNOWN_CODE = "Payment failed (Code: 7777). Please try again.";

test("a code nobody knows is shown when the countdown is over", async ({ page }) => {
  await page.clock.install();
  await atMpesa(page, 37);
  const said = page.waitForResponse(
    async (answer) => answer.url().endsWith("/token/query") && (await answer.json()).data?.code === "7777",
  );
  await pay(page, await phoneIn(page.request, "036"));
  await expect(waiting(page)).toBeVisible();
  await said;
  await page.clock.fastForward(121_000);
  await expect(headed(page, UNKNOWN_CODE)).toBeFocused();
  await expect(page.getByText("do not pay again: we keep checking", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Pay by till instead" })).toBeVisible();
  await expectSound(page);
});

test("a code nobody knows is shown at its third time, and money that comes after all still becomes the order", async ({
  page,
}) => {
  await page.clock.install();
  await atMpesa(page, 38);
  const phone = await phoneIn(page.request, "035");
  await page.route("**/token/query", async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    const more = data?.status === "pending" ? { code: "7777", codeTimes: 3 } : {};
    await route.fulfill({ response, json: { ...rest, data: { ...data, ...more } } });
  });
  await pay(page, phone);
  await expect(headed(page, UNKNOWN_CODE)).toBeFocused();
  await approve(page.request, phone);
  await askOn(page, () => expect(page).toHaveURL(PLACED, { timeout: 1_000 }));
  await expectOrdered(page);
});
