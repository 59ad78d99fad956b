import { expect, test } from "@playwright/test";
import { friendlyPhone } from "../src/phone-rules.ts";
import { PLACED } from "./placed.ts";
import {
  approve,
  askOn,
  atMpesa,
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

/** As the shop hides it. */
const hidden = (phone: string) => `0${phone.slice(3, 4)}…${phone.slice(-3)}`;

test(
  "The pages to pay say what is bought; a double tap on Pay asks for money once, and Back for none",
  QUICK,
  async ({ page }) => {
    const { total, goods } = await atMpesa(page, 20);
    const bought = page.getByRole("list", { name: "Your order" });
    await expect(bought).toContainText(`1 × ${goods.product.name}, `);
    const phone = page.getByLabel("M-Pesa phone number");
    await expect(phone).toHaveValue("0712 345 678");
    await expect(page.getByLabel("Amount")).toHaveValue(total);
    await expect(page.getByLabel("Amount")).toHaveAttribute("readonly", "");
    await phone.fill("0712");
    await page.getByRole("button", { name: `Pay ${total}` }).click();
    await expect(phone).toBeFocused();
    await expect(page.getByText("Please enter a phone number such as 0712 345 678")).toBeVisible();
    await expectSound(page);

    const mine = await phoneIn(page.request, "035");
    await phone.fill(`0${mine.slice(3)}`);
    await page.getByRole("button", { name: `Pay ${total}` }).dblclick();
    await expect(waiting(page)).toBeFocused();
    await expect(page.getByText("You can close this page", { exact: false })).toBeVisible();
    await expect(page.getByRole("timer")).toHaveText(/^0[012]:\d\d$/);
    await expect(bought).toContainText(`1 × ${goods.product.name}, `);
    await expectSound(page);
    expect(await promptsOn(page.request, mine)).toHaveLength(1);
    await approve(page.request, mine);
    await expect(page.getByText("Payment confirmed!").first()).toBeVisible({ timeout: SETTLED });
    await expectOrdered(page);
    await page.goBack();
    await expect(page).not.toHaveURL("/mpesa");
    expect(await promptsOn(page.request, mine)).toHaveLength(1);
  },
);

test("cancelled on the phone: what that means, and Try Again, for which this phone rests and another does not", async ({
  page,
}) => {
  await page.clock.install();
  await atMpesa(page, 36);
  const [phone, other] = [await phoneIn(page.request, "035"), await phoneIn(page.request, "035")];
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
  await field.fill(other);
  await expect(page.getByRole("button", { name: /^Pay Ksh/ })).toBeVisible();
  await field.fill(phone);
  await page.clock.fastForward(3 * 3_600_000);
  await expect(page.getByRole("button", { name: /^Pay Ksh/ })).toBeVisible();
  await expect(page.getByText("You can send another prompt now.")).toBeAttached();
  await expect(headed(page, "Please wait before the next prompt")).toHaveCount(0);

  await pay(page, other);
  await expect(waiting(page)).toBeFocused();
  await approve(page.request, other);
  await askOn(page, () => expect(page).toHaveURL(PLACED, { timeout: 1_000 }));
  await expectOrdered(page);
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
    "Wait until it ends, 3 minutes at most, then tap Pay",
  );
  await expect(page.getByRole("link", { name: "Pay by till instead" })).toBeVisible();
  await expect(page.getByText(`We're still checking your earlier prompt on ${hidden(wrong)}`)).toBeVisible();
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

test("M-Pesa is busy: it says so, can be asked again, and the same order goes to the till", async ({
  page,
}) => {
  const { total } = await atMpesa(page, 22);
  await pay(page, await phoneIn(page.request, "018"));
  await expect(headed(page, "We couldn't send the prompt")).toBeVisible();
  await expect(
    page.getByText("M-Pesa Error: M-Pesa is busy. Please try again in a few minutes.").first(),
  ).toBeVisible();
  await expect(page.getByText("The prompt may not have reached your phone.", { exact: false })).toBeVisible();
  await expect(page.getByRole("timer")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Pay by till instead" }).click();
  await expect(page).toHaveURL("/mpesa-verification");
  await expect(page.getByText(total).first()).toBeVisible();
});

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
      await expect(page.getByText("the prompt may not have reached", { exact: false })).toBeVisible();
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
    page.getByText("Wait until the first one ends, 1 minute at most, then try again."),
  ).toBeVisible();
  await page.reload();
  await page.getByRole("link", { name: "Pay by till instead" }).click();
  await expect(page).toHaveURL("/mpesa-verification");
  expect(await promptsOn(page.request, phone)).toHaveLength(0);
});

test("after the countdown the page goes on asking, and late money still becomes the order", async ({
  page,
}) => {
  await page.clock.install();
  await atMpesa(page, 26);
  const phone = await phoneIn(page.request, "035");
  await pay(page, phone);
  await expect(waiting(page)).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(page.getByRole("status").filter({ hasText: "1 minute left" })).toBeAttached();
  await page.clock.fastForward(60_000);
  await expect(headed(page, "Payment timeout. Please try again.")).toBeFocused();
  await expect(page.getByText("don't pay twice", { exact: false })).toBeVisible();
  await expect(page.getByRole("link", { name: "Pay by till instead" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Try Again" }).click();
  await page.getByRole("button", { name: /^Pay Ksh/ }).click();
  await expect(page.getByText("We're still checking your last payment.").first()).toBeVisible();
  await expectSound(page);
  expect(await promptsOn(page.request, phone)).toHaveLength(1);
  await approve(page.request, phone);
  await askOn(page, () => expect(page).toHaveURL(PLACED, { timeout: 1_000 }));
  await expectOrdered(page);
});

test("money that does not fit the order is being checked, also after a reload, and asks for no more", async ({
  page,
}) => {
  await atMpesa(page, 32);
  // its callback names a shilling less
  await pay(page, await phoneIn(page.request, "031"));
  for (const look of ["at once", "after a reload"])
    await test.step(look, async () => {
      await expect(headed(page, "Payment is being confirmed")).toBeFocused({ timeout: SETTLED });
      await expect(page.getByText("This payment doesn't match the order.", { exact: false })).toBeVisible();
      await expect(page.getByRole("button", { name: /Try Again|^Pay/ })).toHaveCount(0);
      await expectSound(page);
      await page.reload();
    });
  await page.goto("/orders");
  await expect(page.getByText("No orders yet")).toBeVisible();
});

test("paid, but the goods sold out meanwhile: it says so instead of success, and where the order is", async ({
  page,
}) => {
  await atMpesa(page, 31);
  const said = "Your payment arrived, but the items had sold out. We're refunding you.";
  const back = { ResultCode: "0", ResultDesc: said, status: "paid", orderId: "01KSOLDOUT", refund: true };
  await page.route("**/token/query", (route) =>
    route.fulfill({ json: { success: true, message: "Payment found", data: back } }),
  );
  await pay(page, await phoneIn(page.request, "035"));
  await expect(headed(page, "We're refunding you")).toBeFocused({ timeout: SETTLED });
  await expect(page.getByText(said)).toBeVisible();
  await expect(page.getByText("Payment confirmed!")).toHaveCount(0);
  await expectSound(page);
  await page.getByRole("link", { name: "See my orders" }).click();
  await expect(page).toHaveURL("/orders");
  // that checkout is over: Back pays nothing
  await page.goBack();
  await expect(page).not.toHaveURL("/mpesa");
});
