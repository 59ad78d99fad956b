import { expect, test } from "@playwright/test";
import { PLACED } from "./placed.ts";
import {
  approve,
  askOn,
  atMpesa,
  expectOrdered,
  headed,
  pay,
  phoneIn,
  promptsOn,
  SETTLED,
  waiting,
} from "./prompts.ts";
import { expectSound } from "./sound.ts";

test("a double tap on Pay sends one prompt; once paid the order is placed, and back pays nothing", async ({
  page,
}) => {
  const { total } = await atMpesa(page, 20);
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
  await expect(page.getByRole("timer")).toHaveText(/^0[12]:\d\d$/);
  await expectSound(page);
  expect(await promptsOn(page.request, mine)).toHaveLength(1);
  await approve(page.request, mine);
  await expect(page.getByText("Payment confirmed!").first()).toBeVisible({ timeout: SETTLED });
  await expectOrdered(page);
  await page.goBack();
  await expect(page).not.toHaveURL("/mpesa");
  expect(await promptsOn(page.request, mine)).toHaveLength(1);
});

test("each way a prompt fails has its text and its advice, and Try Again leads back to the form", async ({
  page,
}) => {
  await atMpesa(page, 21);
  const ends = [
    ["002", "Payment cancelled by user.", /closed without a PIN/],
    ["005", "Payment failed (Code: 1). Please try again.", /not enough money/],
    ["004", "Payment failed (Code: 2001). Please try again.", /PIN was not right/],
    [
      "003",
      "Payment timeout. Please try again or contact support if money was deducted.",
      /do not pay again/,
    ],
  ] as const;
  for (const [scenario, text, advice] of ends)
    await test.step(text, async () => {
      await pay(page, await phoneIn(page.request, scenario));
      await expect(headed(page, text)).toBeFocused({ timeout: SETTLED });
      await expect(page.getByText(advice)).toBeVisible();
      await expectSound(page);
      await page.getByRole("button", { name: "Try Again" }).click();
      await expect(headed(page, "Send another prompt")).toBeFocused();
    });
  await expectSound(page);
  await page.goto("/orders");
  await expect(page.getByText("No orders yet")).toBeVisible();
});

test("when M-Pesa is busy it says so, and the same order goes to the till", async ({ page }) => {
  const { total } = await atMpesa(page, 22);
  await pay(page, await phoneIn(page.request, "018"));
  await expect(
    page.getByText("M-Pesa Error: M-Pesa is busy. Please try again in a few minutes.").first(),
  ).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Pay by till instead" }).click();
  await expect(page).toHaveURL("/mpesa-verification");
  await expect(page.getByText(total).first()).toBeVisible();
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
  await expect(page.getByText("do not pay twice", { exact: false })).toBeVisible();
  await expect(page.getByRole("link", { name: "Pay by till instead" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Try Again" }).click();
  await page.getByRole("button", { name: /^Pay Ksh/ }).click();
  await expect(page.getByText("We are still checking your last payment.").first()).toBeVisible();
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
      await expect(page.getByText("This payment does not fit the order.", { exact: false })).toBeVisible();
      await expect(page.getByRole("button", { name: /Try Again|^Pay/ })).toHaveCount(0);
      await expectSound(page);
      await page.reload();
    });
  await page.goto("/orders");
  await expect(page.getByText("No orders yet")).toBeVisible();
});

test("a total that changed sends no prompt and shows the new one", async ({ page }) => {
  const { total } = await atMpesa(page, 29);
  const phone = await phoneIn(page.request, "035");
  await page.route("**/token/stkpush", async (route) => {
    const body = route.request().postDataJSON();
    await route.continue({ postData: { ...body, amount: String(Number(body.amount) - 1) } });
  });
  await pay(page, phone);
  await expect(
    page.getByText("M-Pesa Error: The total has changed. Please review your cart.").first(),
  ).toBeVisible();
  await expect(page.getByText("The new total is", { exact: false })).toContainText(total);
  await expect(page.getByRole("link", { name: "Review your cart" })).toBeVisible();
  expect(await promptsOn(page.request, phone)).toHaveLength(0);
});

test("paid, but the goods sold out meanwhile: it says so instead of success, and where the order is", async ({
  page,
}) => {
  await atMpesa(page, 31);
  const said = "Your payment arrived, but the goods sold out meanwhile. We are giving your money back.";
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
