import { expect, test } from "@playwright/test";
import { PASSWORD } from "./people.ts";
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
import { says } from "./without-line.ts";

test("Pay waits offline; an answer lost on its way is asked for again and sends no second prompt", async ({
  page,
  context,
}) => {
  await atMpesa(page, 23);
  // the shop hears of this one only by asking
  const phone = await phoneIn(page.request, "013");
  await context.setOffline(true);
  await expect(page.getByRole("button", { name: /^Pay Ksh/ })).toBeDisabled();
  await says(page, "No connection. Check your internet and try again.")();
  await context.setOffline(false);

  await context.route(
    "**/token/stkpush",
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await pay(page, phone);
  await expect(page.getByText("Payment failed. Please try again.").first()).toBeVisible();
  await expectSound(page);
  // by itself, though the device never said that it was offline
  await expect(waiting(page)).toBeVisible();
  expect(await promptsOn(page.request, phone)).toHaveLength(1);
  await expectOrdered(page);
});

test("a reload and a second tab find the payment under way, and both end at the order", async ({
  page,
  context,
}) => {
  await atMpesa(page, 24);
  const phone = await phoneIn(page.request, "035");
  await pay(page, phone);
  await expect(waiting(page)).toBeVisible();
  await page.reload();
  await expect(waiting(page)).toBeVisible();
  const second = await context.newPage();
  await second.goto("/mpesa");
  await expect(waiting(second)).toBeVisible();
  await expectSound(second);
  await approve(page.request, phone);
  for (const tab of [page, second]) await expectOrdered(tab);
  expect(await promptsOn(page.request, phone)).toHaveLength(1);
  await second.goto("/mpesa");
  await expect(headed(second, "Payment confirmed!")).toBeVisible();
  await second.getByRole("link", { name: "See my orders" }).click();
  await expectOrdered(second);
});

test("offline while it waits is said and no error; with the tab closed the order is placed all the same", async ({
  page,
  context,
}) => {
  await atMpesa(page, 25);
  const phone = await phoneIn(page.request, "035");
  await pay(page, phone);
  await expect(waiting(page)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("You are offline. Your payment")).toBeVisible();
  await expectSound(page);
  const asked = page.waitForRequest("**/token/query");
  await context.setOffline(false);
  await asked;
  await expect(page.getByText("You are offline. Your payment")).toBeHidden();
  await page.close();
  await approve(context.request, phone);
  const later = await context.newPage();
  await expect(async () => {
    await later.goto("/orders");
    await expect(later.getByText("Paid", { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: SETTLED });
  await expectOrdered(later, "/orders");
});

test("15 questions in a row without an answer are too many; one in between begins anew", async ({ page }) => {
  await page.clock.install();
  await atMpesa(page, 27);
  const phone = await phoneIn(page.request, "035");
  await pay(page, phone);
  await expect(waiting(page)).toBeVisible();
  const ask = async (times: number) => {
    for (let asked = 0; asked < times; asked += 1) {
      const answer = page.waitForResponse("**/token/query");
      await page.clock.fastForward(3_000);
      await (await answer).finished();
    }
  };
  const away = (route: { fulfill: (with_: object) => Promise<void> }) =>
    route.fulfill({ status: 502, body: "" });
  await page.route("**/token/query", away);
  await ask(10);
  await page.unroute("**/token/query");
  await ask(1);
  await page.route("**/token/query", away);
  await ask(10);
  await expect(waiting(page)).toBeVisible();
  await page.unroute("**/token/query");
});

test("a payment nobody can ask about is not called failed, and an order that fails is asked for again", async ({
  page,
}) => {
  await page.clock.install();
  await atMpesa(page, 28);
  const phone = await phoneIn(page.request, "035");
  await page.route("**/token/query", (route) => route.fulfill({ status: 502, body: "" }));
  await pay(page, phone);
  await expect(waiting(page)).toBeVisible();
  await expect(async () => {
    await page.clock.fastForward(3_000);
    await expect(
      headed(page, "Unable to verify payment. Please contact support if money was deducted."),
    ).toBeFocused({ timeout: 100 });
  }).toPass();
  await expectSound(page);

  await page.route("**/api/order/mpesa", (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
  await page.unroute("**/token/query");
  await approve(page.request, phone);
  const failed = page.getByText("Failed to place order. Please contact support.").first();
  await askOn(page, () => expect(failed).toBeVisible({ timeout: 1_000 }));
  await expectSound(page);
  await page.getByRole("button", { name: "Check again" }).click();
  await expectOrdered(page);
  expect(await promptsOn(page.request, phone)).toHaveLength(1);
});

test("signed out meanwhile: the page asks to log in, and comes back to the same payment", async ({
  page,
}) => {
  const { email } = await atMpesa(page, 30);
  const phone = await phoneIn(page.request, "035");
  await pay(page, phone);
  await expect(waiting(page)).toBeVisible();
  await page.evaluate(() => localStorage.setItem("token", "over"));
  await expect(headed(page, "Log in to see your payment")).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Log in and come back" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL("/mpesa");
  await expect(waiting(page)).toBeVisible();
  await approve(page.request, phone);
  await expectOrdered(page);
});
