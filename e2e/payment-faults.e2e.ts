import { expect, type Route, test } from "@playwright/test";
import { onward } from "./onward.ts";
import {
  atPay,
  CARD,
  expectNoOrder,
  expectOneOrder,
  logInAgain,
  logOutElsewhere,
  newPayer,
  ordersOf,
  PUSH,
  TILL,
} from "./payers.ts";
import { fillAddress, logIn } from "./people.ts";
import { headed, SETTLED, waiting } from "./prompts.ts";
import { QUICK } from "./sizes.ts";
import { expectSound } from "./sound.ts";

test("A lost answer costs no second payment", QUICK, async ({ page, context }) => {
  const payer = await atPay(page, PUSH);
  const gone = async (route: Route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort("internetdisconnected");
  };
  await page.route(PUSH.call, gone, { times: 1 });
  await PUSH.button(page).click();
  await expect(
    page.getByText("Trying again is safe: if you pay twice, we refund one.", { exact: false }),
  ).toBeVisible();
  await expect(PUSH.button(page)).toBeDisabled();
  await expect(page.getByText("No connection. Check your internet and try again.").first()).toBeVisible();
  await expectSound(page);
  // it goes on by itself
  await context.setOffline(false);
  await PUSH.begun(page);
  await PUSH.settle(page, payer);
  await expectOneOrder(page, PUSH, payer);
});

test("A tab closed after Pay costs no order", async ({ page, context }) => {
  const payer = await atPay(page, PUSH);
  const sent = page.waitForRequest(PUSH.call);
  await PUSH.button(page).click();
  await sent;
  await page.close();
  await PUSH.settleAlone(context.request, payer);
  await expect.poll(async () => (await ordersOf(context.request, payer)).length).toBe(1);
  const later = await context.newPage();
  await later.goto("/orders");
  await expectOneOrder(later, PUSH, payer);
});

test("A reload before Pay is answered finds the same payment", async ({ page }) => {
  const payer = await atPay(page, PUSH);
  // the shop gets the call, and its answer never reaches the page
  const heard = new Promise<void>((resolve) => {
    const hold = async (route: Route) => {
      await route.fetch();
      resolve();
    };
    void page.route(PUSH.call, hold, { times: 1 });
  });
  await PUSH.button(page).click();
  await heard;
  await page.reload();
  await PUSH.begun(page);
  await PUSH.settle(page, payer);
  await expectOneOrder(page, PUSH, payer);
});

test("an order that fails once the money is here: nobody is to pay again, and Check again places it", async ({
  page,
}) => {
  const payer = await atPay(page, PUSH);
  await page.route("**/api/order/mpesa", (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
  await PUSH.button(page).click();
  await PUSH.begun(page);
  await PUSH.settle(page, payer);
  // in the page, where it stays
  const unplaced = page.locator(".notice-warning").filter({
    hasText: "Failed to place order. Please contact support.",
  });
  await expect(unplaced).toBeVisible({ timeout: SETTLED });
  await expect(unplaced.locator('a[href="tel:+254700000000"]')).toBeVisible();
  await expect(unplaced.locator('a[href="mailto:duka@sauti.example"]')).toBeVisible();
  await expect(
    page.getByText("We have your money, and it's safe: don't pay again.", { exact: false }),
  ).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Check again" }).click();
  await expectOneOrder(page, PUSH, payer);
});

test("Logged out in another tab at the till, no order is half made", async ({ page }) => {
  const payer = await atPay(page, TILL);
  await logOutElsewhere(page, payer);
  await TILL.button(page).click();
  await expect(page.getByRole("heading", { name: "Log in to place this order" })).toBeVisible();
  await expectNoOrder(page.request, payer);
  await logInAgain(page, payer);
  await expect(page).toHaveURL("/cart");
  await expect(page.getByText("You logged out, so we closed that checkout.", { exact: false })).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
});

test("A payment goes on and is found again after logging out in another tab", async ({ page }) => {
  const payer = await atPay(page, PUSH);
  await PUSH.button(page).click();
  await PUSH.begun(page);
  await logOutElsewhere(page, payer);
  await expect(headed(page, "Log in to see your payment")).toBeVisible();
  await expectSound(page);
  await logInAgain(page, payer);
  await expect(page).toHaveURL("/mpesa");
  await expect(waiting(page)).toBeVisible();
  expect(await page.getByText("start again", { exact: false }).count()).toBe(0);
  await PUSH.settle(page, payer);
  await expectOneOrder(page, PUSH, payer);
});

test("Blocked storage still lets people pay, or says how", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("storage is blocked", "SecurityError");
        },
      });
  });
  const payer = await newPayer(page.request);
  await logIn(page, payer.email);
  await page.getByRole("link", { name: "Cart, 1 item" }).click();
  await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
  await fillAddress(page);
  // its page is a document of its own, which would forget who is logged in
  await page.getByRole("radio", { name: CARD.choice }).check();
  await onward(page).click();
  await expect(page.getByText("This browser doesn't save our data", { exact: false }).last()).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Pay by till instead" }).click();
  await TILL.fill(page, payer);
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
});
