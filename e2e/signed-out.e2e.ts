import { expect, type Page, test } from "@playwright/test";
import { modal } from "./cards.ts";
import { addToCart, plentiful } from "./goods.ts";
import { endSession, goToTill, onward } from "./onward.ts";
import { CARD, PUSH, TILL, type Way } from "./payers.ts";
import { fillAddress, freshCode, freshEmail, haveAddress, logIn, newAccount, signUp } from "./people.ts";
import { PLACED } from "./placed.ts";
import { approve, cancel, expectOrdered, headed, pay, phoneIn, promptsOn, waiting } from "./prompts.ts";
import { expectSound } from "./sound.ts";

/** A guest with one product, on the way to this way to pay; gives the phone. */
async function guestAt(page: Page, way: Way, n: number): Promise<string> {
  await addToCart(page, await plentiful(page.request, n));
  await page.goto("/place-order");
  await fillAddress(page);
  await page.getByLabel("Email address").fill(freshEmail());
  const phone = await phoneIn(page.request, "035");
  await page.getByRole("textbox", { name: "Phone" }).fill(phone);
  await page.getByRole("radio", { name: way.choice }).check();
  await onward(page).click();
  await expect(page).toHaveURL(way.path);
  await expect(way.button(page)).toBeVisible();
  return phone;
}

const asGuest = (page: Page) => page.getByRole("button", { name: "Order as a guest" });
const goOnHere = (page: Page) => headed(page, "Order as a guest, or log in");
const mayBePaid = (page: Page) => headed(page, "You may have paid already");

/** The session has ended, and this page does not know. */
const endUnseen = (page: Page) => page.evaluate(() => localStorage.setItem("token", "over"));

test.describe("a guest's session has ended: on as a guest, with all as it was", () => {
  test("opened anew: the till, with the code; the prompt; the card", async ({ page }) => {
    const code = freshCode();
    await guestAt(page, TILL, 23);
    await page.getByLabel("M-Pesa transaction code").fill(code);
    for (const way of [CARD, PUSH, TILL]) {
      if (way !== TILL) {
        await page.goto("/place-order");
        await page.getByRole("radio", { name: way.choice }).check();
        await onward(page).click();
        await expect(page).toHaveURL(way.path);
      } else {
        await page.goto("/place-order");
        await goToTill(page);
      }
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
    await page.getByRole("button", { name: "PLACE ORDER" }).click();
    await expect(page).toHaveURL(PLACED);
    await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
  });

  test("at PLACE ORDER: one tap, and it is placed", async ({ page }) => {
    await guestAt(page, TILL, 24);
    await page.getByLabel("M-Pesa transaction code").fill(freshCode());
    await endUnseen(page);
    await page.getByRole("button", { name: "PLACE ORDER" }).click();
    await expect(goOnHere(page)).toBeVisible();
    await expectSound(page);
    await asGuest(page).click();
    await expect(page).toHaveURL(PLACED);
    await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
  });

  test("at Pay for a prompt: one tap, and it comes", async ({ page }) => {
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

  test("at Pay by card: one tap, and the card page opens", async ({ page }) => {
    await guestAt(page, CARD, 26);
    await endUnseen(page);
    await CARD.button(page).click();
    await expect(goOnHere(page)).toBeVisible();
    await expectSound(page);
    await asGuest(page).click();
    await expect(modal(page).getByRole("button", { name: /^Pay / })).toBeVisible();
  });
});

test.describe("a payment of the ended session may be under way: nobody is asked to pay again", () => {
  /** No way to pay as somebody else; the ways to the order instead. */
  async function expectNoSecond(page: Page): Promise<void> {
    await expect(asGuest(page)).toHaveCount(0);
    await expect(page.getByText("please do not pay again", { exact: false })).toBeVisible();
    await expect(page.getByText("The order's mail has a link to it.", { exact: false })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: /^\+254/ })).toBeVisible();
    await expectSound(page);
  }

  test("a prompt on the phone: not at that page, nor at another, nor at the checkout", async ({ page }) => {
    const phone = await guestAt(page, PUSH, 27);
    await PUSH.button(page).click();
    await expect(waiting(page)).toBeVisible();
    await endUnseen(page);
    await expect(headed(page, "Log in to see your payment")).toBeVisible();
    await expect(page.getByText("The order's mail has a link to it.", { exact: false })).toBeVisible();
    await expect(asGuest(page)).toHaveCount(0);
    await page.reload();
    await expect(mayBePaid(page)).toBeVisible();
    await expectNoSecond(page);

    await page.goto("/place-order");
    await expect(mayBePaid(page)).toBeVisible();
    await expectNoSecond(page);
    await onward(page).click();
    await expect(
      page.getByText("You may have paid already. Please read the top of this page."),
    ).toBeVisible();
    await expect(page).toHaveURL("/place-order");
    expect(await promptsOn(page.request, phone)).toHaveLength(1);
    // something else is another order
    await page.getByRole("button", { name: "Start a new order" }).click();
    await expect(mayBePaid(page)).toHaveCount(0);
    await expect(asGuest(page)).toBeVisible();
  });

  test("an answer to Pay that got lost before the session ended", async ({ page }) => {
    const phone = await guestAt(page, PUSH, 28);
    await page.route("**/token/stkpush", async (route) => {
      await route.fetch();
      await route.fulfill({ status: 500, body: "" });
    });
    await pay(page, phone);
    await expect(headed(page, "No reply from M-Pesa yet")).toBeVisible();
    await page.unroute("**/token/stkpush");
    await endUnseen(page);
    await PUSH.button(page).click();
    await expect(mayBePaid(page)).toBeVisible();
    await expectNoSecond(page);
    expect(await promptsOn(page.request, phone)).toHaveLength(1);
  });

  test("a prompt on the phone, and somebody else logs in: not asked again at the checkout", async ({
    page,
  }) => {
    const phone = await guestAt(page, PUSH, 31);
    await PUSH.button(page).click();
    await expect(waiting(page)).toBeVisible();
    await page.evaluate(() => localStorage.removeItem("token"));
    await logIn(page, await newAccount(page.request));
    await page.goto("/place-order");
    await haveAddress(page);
    await expect(mayBePaid(page)).toBeVisible();
    await page.getByRole("radio", { name: PUSH.choice }).check();
    await onward(page).click();
    await expect(
      page.getByText("You may have paid already. Please read the top of this page."),
    ).toBeVisible();
    await expectNoSecond(page);
    expect(await promptsOn(page.request, phone)).toHaveLength(1);
    await page.getByRole("button", { name: "Start a new order" }).click();
    await expect(mayBePaid(page)).toHaveCount(0);
    await onward(page).click();
    await expect(page).toHaveURL(PUSH.path);
  });

  test("it was cancelled, and its shopper logs in anew: on, as nothing was paid", async ({ page }) => {
    const email = await newAccount(page.request);
    await logIn(page, email);
    const phone = await guestAt(page, PUSH, 33);
    await PUSH.button(page).click();
    await expect(waiting(page)).toBeVisible();
    await cancel(page.request, phone);
    await expect(page.getByText("Payment cancelled by user.").first()).toBeVisible();
    await page.evaluate(() => localStorage.removeItem("token"));
    await logIn(page, email);
    await page.goto("/place-order");
    await haveAddress(page);
    await expect(mayBePaid(page)).toHaveCount(0);
    await page.getByRole("radio", { name: PUSH.choice }).check();
    await onward(page).click();
    await expect(page).toHaveURL(PUSH.path);
    await expect(PUSH.button(page)).toBeVisible();
  });

  test("somebody else has ordered on the till's code: the till is not shown again", async ({ page }) => {
    await guestAt(page, TILL, 34);
    await page.getByLabel("M-Pesa transaction code").fill(freshCode());
    await page.route("**/api/order/placeOrder", async (route) => {
      await route.fetch();
      await route.fulfill({ status: 500, body: "" });
    });
    await TILL.button(page).click();
    await expect(headed(page, "We do not know yet whether it arrived")).toBeVisible();
    await page.unroute("**/api/order/placeOrder");
    const { token } = await signUp(page.request);
    await page.evaluate((token) => localStorage.setItem("token", token), token);
    await page.reload();
    await expect(headed(page, "This order was sent before")).toBeVisible();
    await expect(page.getByText("Till number")).toHaveCount(0);
    await expectSound(page);
  });

  test("an open card page, loaded anew", async ({ page }) => {
    await guestAt(page, CARD, 29);
    await CARD.button(page).click();
    await CARD.begun(page);
    await endSession(page);
    await expect(mayBePaid(page)).toBeVisible();
    await expectNoSecond(page);
  });
});

test("signed out, My orders names the link in a guest's mail", async ({ page }) => {
  await page.goto("/orders");
  await expect(page.getByText("Ordered as a guest? The link in the order's mail shows it.")).toBeVisible();
  await expectSound(page);
});

test("a guest who logs out on any page leaves nothing of them in any tab", async ({ page, context }) => {
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
});
