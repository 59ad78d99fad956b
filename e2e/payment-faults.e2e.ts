import { expect, type Page, type Route, test } from "@playwright/test";
import { onward } from "./onward.ts";
import {
  atPay,
  CARD,
  expectNoOrder,
  expectOneOrder,
  newPayer,
  ordersOf,
  type Payer,
  PUSH,
  settleAlone,
  TILL,
} from "./payers.ts";
import { fillAddress, logIn, PASSWORD, post } from "./people.ts";
import { headed, waiting } from "./prompts.ts";
import { expectSound } from "./sound.ts";

test("A tab closed after Pay costs no order", async ({ page, context }) => {
  const payer = await atPay(page, PUSH);
  const sent = page.waitForRequest(PUSH.call);
  await PUSH.button(page).click();
  await sent;
  await page.close();
  await settleAlone(context.request, payer);
  await expect.poll(async () => (await ordersOf(context.request, payer)).length).toBe(1);
  const later = await context.newPage();
  await later.goto("/orders");
  await expectOneOrder(later, PUSH, payer);
});

test("A reload before Pay is answered finds the same payment", async ({ page }) => {
  const payer = await atPay(page, PUSH);
  // the shop gets the call, and its answer never reaches the page
  const received = new Promise<void>((resolve) => {
    const hold = async (route: Route) => {
      await route.fetch();
      resolve();
    };
    void page.route(PUSH.call, hold, { times: 1 });
  });
  await PUSH.button(page).click();
  await received;
  await page.reload();
  await PUSH.begun(page);
  await PUSH.settle(page, payer);
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

/** Logs in on the page that asked for it. */
async function logInAgain(page: Page, { email }: Payer): Promise<void> {
  await page.getByRole("link", { name: "Log in and come back" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

/** Logs out in a tab of its own; the tests go on looking with a sign-in that is not the browser's. */
async function logOutElsewhere(page: Page, payer: Payer): Promise<void> {
  const other = await page.context().newPage();
  await other.goto("/about");
  await other.getByRole("banner").getByRole("button", { name: "Profile" }).press("Enter");
  await other.getByRole("button", { name: "Logout" }).click();
  await expect(other).toHaveURL("/login");
  await other.close();
  const data = { email: payer.email, password: PASSWORD };
  payer.token = (await post(page.request, "/api/user/login", data)).token;
}
