import { expect, type Page, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { endSession, onward, PLACED } from "./onward.ts";
import { CARD, choose, PUSH, TILL, type Way } from "./payers.ts";
import { fillAddress, freshCode, freshEmail } from "./people.ts";
import { approve, expectOrdered, headed, phoneIn, promptsOn, waiting } from "./prompts.ts";
import { expectSound } from "./sound.ts";

/** A guest with one product, on the way to this way to pay; gives the phone. */
async function guestAt(page: Page, way: Way, n: number): Promise<string> {
  await addToCart(page, await plentiful(page.request, n));
  await page.goto("/place-order");
  await fillAddress(page);
  await page.getByLabel("Email address").fill(freshEmail());
  const phone = await phoneIn(page.request, "035");
  await page.getByRole("textbox", { name: "Phone" }).fill(phone);
  await choose(page, way);
  await expect(way.button(page)).toBeVisible();
  return phone;
}

const asGuest = (page: Page) => page.getByRole("button", { name: "Order as a guest" });
const goOnHere = (page: Page) => headed(page, "Order as a guest, or log in");
const mayBePaid = (page: Page) => headed(page, "You may have already paid");

/** The session has ended, and this page does not know. */
const endUnseen = (page: Page) => page.evaluate(() => localStorage.setItem("token", "over"));

/** No way to pay as somebody else; the ways to the order instead. */
async function expectNoSecond(page: Page): Promise<void> {
  await expect(asGuest(page)).toHaveCount(0);
  await expect(page.getByText("please don't pay again", { exact: false })).toBeVisible();
  await expect(page.getByText("Use the link in your order email.", { exact: false })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /^\+254/ })).toBeVisible();
  await expectSound(page);
}

test("A guest whose session ended goes on at each way to pay, cart and code preserved", async ({ page }) => {
  const code = freshCode();
  await guestAt(page, TILL, 23);
  await page.getByLabel("M-Pesa transaction code").fill(code);
  for (const way of [CARD, PUSH, TILL]) {
    await page.goto("/place-order");
    await choose(page, way);
    await endSession(page);
    await expect(goOnHere(page)).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Log in" })).toBeVisible();
    await expectSound(page);
    await asGuest(page).click();
    await expect(page).toHaveURL(way.path);
    await expect(way.button(page)).toBeVisible();
  }
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await expect(page.getByLabel("M-Pesa transaction code")).toHaveValue(code);
  await TILL.button(page).click();
  await expect(page).toHaveURL(PLACED);
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
});

test("A guest whose session ended before Pay gets the prompt by one tap", async ({ page }) => {
  const phone = await guestAt(page, PUSH, 25);
  await endUnseen(page);
  await PUSH.button(page).click();
  await expect(goOnHere(page)).toBeVisible();
  await expectSound(page);
  expect(await promptsOn(page.request, phone)).toEqual([]);
  await asGuest(page).click();
  await expect(waiting(page)).toBeVisible();
  await approve(page.request, phone);
  await expectOrdered(page);
  expect(await promptsOn(page.request, phone)).toHaveLength(1);
});

test("A guest whose ended session may have paid is not asked again", async ({ page }) => {
  const phone = await guestAt(page, PUSH, 27);
  await PUSH.button(page).click();
  await expect(waiting(page)).toBeVisible();
  await endUnseen(page);
  await expect(headed(page, "Log in to see your payment")).toBeVisible();
  await expect(page.getByText("Use the link in your order email.", { exact: false })).toBeVisible();
  await expect(asGuest(page)).toHaveCount(0);
  await page.reload();
  await expect(mayBePaid(page)).toBeVisible();
  await expectNoSecond(page);

  await page.goto("/place-order");
  await expect(mayBePaid(page)).toBeVisible();
  await expectNoSecond(page);
  await onward(page).click();
  await expect(page.getByText("You may have already paid. Please read the top of this page.")).toBeVisible();
  await expect(page).toHaveURL("/place-order");
  expect(await promptsOn(page.request, phone)).toHaveLength(1);
  // something else is another order
  await page.getByRole("button", { name: "Start a new order" }).click();
  await expect(mayBePaid(page)).toHaveCount(0);
  await expect(asGuest(page)).toBeVisible();
});

test("A guest who logs out leaves nothing in any tab", async ({ page, context }) => {
  await guestAt(page, TILL, 30);
  await page.getByLabel("M-Pesa transaction code").fill(freshCode());
  const other = await context.newPage();
  await other.goto("/about");
  await other.getByRole("banner").getByRole("button", { name: "Profile" }).press("Enter");
  await other.getByRole("button", { name: "Logout" }).click();
  await expect(other).toHaveURL("/login");
  const left = await page.evaluate(() => Object.keys(localStorage));
  for (const name of ["token", "guest-token", "signed-up-from", "checkout-draft", "cart", "last-method"])
    expect(left).not.toContain(name);
  await other.goto("/orders");
  await expect(other.getByText("Ordered as a guest? Use the link in your order email.")).toBeVisible();
});
