import { expect, type Page, type Route, test } from "@playwright/test";
import { onward } from "./onward.ts";
import {
  atPay,
  CARD,
  choose,
  expectNoOrder,
  expectOneOrder,
  goToPay,
  logInAgain,
  logOutElsewhere,
  newPayer,
  ordersOf,
  PUSH,
  TILL,
  WAYS,
} from "./payers.ts";
import { fillAddress, haveAddress, logIn, signInToOrder } from "./people.ts";
import { headed, waiting } from "./prompts.ts";
import { expectSound } from "./sound.ts";

const OFFLINE = "No connection. Check your internet and try again.";
/** What each page says when Pay was not answered, and the truth of it. */
const UNHEARD = {
  [TILL.name]: "Your order may have been placed",
  [PUSH.name]: "Trying again is safe: if you pay twice, we refund one.",
  [CARD.name]: "Your order is kept.",
};

for (const way of WAYS) {
  test.describe(way.name, () => {
    test("Pay heard by the shop while its answer is lost and the connection with it: once, after all", async ({
      page,
      context,
    }) => {
      const payer = await atPay(page, way);
      const gone = async (route: Route) => {
        await route.fetch();
        await context.setOffline(true);
        await route.abort("internetdisconnected");
      };
      await page.route(way.call, gone, { times: 1 });
      await way.button(page).click();
      await expect(page.getByText(UNHEARD[way.name] ?? "", { exact: false })).toBeVisible();
      await expect(way.button(page)).toBeDisabled();
      await expect(page.getByText(OFFLINE).first()).toBeVisible();
      await expectSound(page);
      // it goes on by itself
      await context.setOffline(false);
      await way.begun(page);
      await way.settle(page, payer);
      await expectOneOrder(page, way, payer);
    });

    test("the tab closed right after Pay, and paid later: the order is in My orders", async ({
      page,
      context,
    }) => {
      const payer = await atPay(page, way);
      const sent = page.waitForRequest(way.call);
      await way.button(page).click();
      await sent;
      await page.close();
      await way.settleAlone(context.request, payer);
      await expect.poll(async () => (await ordersOf(context.request, payer)).length).toBe(1);
      const later = await context.newPage();
      await later.goto("/orders");
      await expectOneOrder(later, way, payer);
    });

    test("a reload before Pay is answered finds the same payment", async ({ page }) => {
      const payer = await atPay(page, way);
      const heard = heldBack(page, way.call);
      await way.button(page).click();
      await heard;
      await page.reload();
      if (way !== PUSH) {
        await way.fill(page, payer);
        await way.button(page).click();
      }
      await way.begun(page);
      await way.settle(page, payer);
      await expectOneOrder(page, way, payer);
    });

    test("Enter and a click at once, on a phone a year ahead: one payment", async ({ page }) => {
      const payer = await atPay(page, way);
      await page.clock.setSystemTime(Date.now() + 365 * 86_400_000);
      let asked = 0;
      let clicked = () => {};
      const both = new Promise<void>((resolve) => {
        clicked = resolve;
      });
      await page.route(way.call, async (route) => {
        asked += 1;
        await both;
        await route.continue();
      });
      await page.getByRole("main").getByRole("textbox").last().press("Enter");
      // while it is at work, nothing but force gets a click to it
      await page.getByRole("button", { name: /…$/ }).click({ force: true });
      clicked();
      await way.begun(page);
      if (way === PUSH) await expect(page.getByRole("timer")).toHaveText(/^0(2:00|1:5\d)$/);
      await way.settle(page, payer);
      await expectOneOrder(page, way, payer);
      expect(asked).toBe(1);
    });

    test("a second tab with the same cart: both end at the one order", async ({ page, context }) => {
      const payer = await atPay(page, way);
      const second = await context.newPage();
      await goToPay(second, way, payer);
      for (const tab of [page, second]) {
        await way.button(tab).click();
        await way.begun(tab);
      }
      await way.settle(page, payer);
      for (const tab of [page, second]) await expectOneOrder(tab, way, payer);
    });

    test("a page of an older release is gone: one reload, nothing lost", async ({ page }) => {
      const loads: string[] = [];
      // a reload brings the new release's page, which knows its files
      await page.route(`**/assets/${way.chunk}-*.js`, (route) =>
        loads.length > 1 ? route.continue() : route.fulfill({ status: 404, body: "" }),
      );
      const payer = await newPayer(page.request);
      await signInToOrder(page, payer.token);
      page.on("domcontentloaded", () => loads.push(page.url()));
      await page.goto("/place-order");
      await haveAddress(page);
      await page.getByRole("radio", { name: way.choice }).check();
      await onward(page).click();
      await expect.poll(() => loads.length).toBe(2);
      await expect(page.getByRole("textbox", { name: "Street" })).toHaveValue("12 Langata Road");
      await expect(page.getByRole("radio", { name: way.choice })).toBeChecked();
      await choose(page, way, payer);
      await way.button(page).click();
      await way.begun(page);
      await way.settle(page, payer);
      await expectOneOrder(page, way, payer);
    });
  });
}

/** Resolves when the shop has got this call; its answer never reaches the page. */
function heldBack(page: Page, call: string): Promise<void> {
  return new Promise((resolve) => {
    void page.route(
      call,
      async (route) => {
        await route.fetch();
        resolve();
      },
      { times: 1 },
    );
  });
}

test("till, offline before Pay: it waits, says so and keeps the code", async ({ page, context }) => {
  const payer = await atPay(page, TILL);
  await context.setOffline(true);
  await expect(TILL.button(page)).toBeDisabled();
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await expectSound(page);
  await context.setOffline(false);
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
});

test("till, logged out in another tab: no order, and a way back to the cart", async ({ page }) => {
  const payer = await atPay(page, TILL);
  await logOutElsewhere(page, payer);
  await TILL.button(page).click();
  await expect(page.getByRole("heading", { name: "Log in to place this order" })).toBeVisible();
  await expectNoOrder(page.request, payer);
  await logInAgain(page, payer);
  await expect(page).toHaveURL("/cart");
  await expect(
    page.getByText("You logged out, so that checkout was closed.", { exact: false }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
});

test("M-Pesa, logged out in another tab: the payment goes on and is found again", async ({ page }) => {
  const payer = await atPay(page, PUSH);
  await PUSH.button(page).click();
  await PUSH.begun(page);
  await logOutElsewhere(page, payer);
  await expect(headed(page, "Log in to see your payment")).toBeVisible();
  await logInAgain(page, payer);
  await expect(waiting(page)).toBeVisible();
  expect(await page.getByText("start it again", { exact: false }).count()).toBe(0);
  await PUSH.settle(page, payer);
  await expectOneOrder(page, PUSH, payer);
});

test("card, logged out in another tab while its page is open: paid once, and found again", async ({
  page,
}) => {
  const payer = await atPay(page, CARD);
  await CARD.button(page).click();
  await CARD.begun(page);
  await logOutElsewhere(page, payer);
  await CARD.settle(page, payer);
  await expect(page.getByText("Authentication failed. Please log in again.").first()).toBeVisible();
  await expectSound(page);
  await logInAgain(page, payer);
  await expect(page.getByRole("heading", { name: "Payment confirmed!" })).toBeVisible();
  expect(await page.getByText("start it again", { exact: false }).count()).toBe(0);
  await page.getByRole("link", { name: "See my orders" }).click();
  await expectOneOrder(page, CARD, payer);
});

for (const way of WAYS)
  test(`${way.name}, in a browser that keeps nothing: paid, or told how to`, async ({ page }) => {
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
    if (way !== CARD) await choose(page, way, payer);
    else {
      // its page is a document of its own, which would forget who is logged in
      await page.getByRole("radio", { name: CARD.choice }).check();
      await onward(page).click();
      await expect(
        page.getByText("This browser keeps nothing for us", { exact: false }).last(),
      ).toBeVisible();
      await expectSound(page);
      await page.getByRole("link", { name: "Pay by till instead" }).click();
      await TILL.fill(page, payer);
    }
    const taken = way === CARD ? TILL : way;
    await taken.button(page).click();
    await taken.begun(page);
    await taken.settle(page, payer);
    await expectOneOrder(page, taken, payer);
  });
