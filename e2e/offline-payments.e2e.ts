import { expect, test } from "@playwright/test";
import { letPass, payButton, payInModal } from "./cards.ts";
import { addToCart, plentiful } from "./goods.ts";
import { hydrated } from "./hydrated.ts";
import { loseAnswer, loseRequest } from "./lose-answer.ts";
import { onward } from "./onward.ts";
import { atPay, CARD, expectNoOrder, expectOneOrder, newPayer, ordersOf, PUSH, TILL } from "./payers.ts";
import { fillAddress, freshCode, haveAddress, signInToOrder, signUp } from "./people.ts";
import { PLACED } from "./placed.ts";
import { openWithNext } from "./prefetched.ts";
import { approve, headed, waiting } from "./prompts.ts";
import { passInPage, says, withoutLine } from "./without-line.ts";

const OFFLINE = "No connection. Check your internet and try again.";

test.beforeEach(({ page }) => page.clock.install());

test("Buy now offline opens the checkout; prices come with the connection", async ({ page, context }) => {
  const { product, size } = await plentiful(page.request, 23);
  await openWithNext(page, `/product/${product._id}`, "place-order");
  await withoutLine(
    { page, context },
    {
      act: async () => {
        await page.getByRole("radio", { name: size, exact: true }).check();
        await page.getByRole("button", { name: "Buy now" }).click();
      },
      said: says(page, "We couldn't load today's prices"),
      recovered: () => expect(onward(page)).toBeEnabled(),
    },
  );
  await expect(page).toHaveURL("/place-order");
});

test("no line, and the checkout was not loaded, as data are saved: Buy now says so, and opens it once the line is back", async ({
  page,
  context,
}) => {
  const { product, size } = await plentiful(page.request, 23);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  await page.goto(`/product/${product._id}`);
  await hydrated(page);
  // what it is said by is fetched with the choice of a size
  await page.getByRole("radio", { name: size, exact: true }).check();
  await expect(page.getByRole("region", { name: /^Notifications/ })).toBeAttached();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Buy now" }).click();
  await says(page, OFFLINE)();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Buy now" }).click();
  await expect(page).toHaveURL("/place-order");
});

test("The checkout waits for a lost connection and resumes", async ({ page, context }) => {
  await addToCart(page, await plentiful(page.request, 24));
  await openWithNext(page, "/place-order", PUSH.path.slice(1));
  await fillAddress(page);
  await page.getByRole("radio", { name: PUSH.choice }).check();
  await withoutLine(
    { page, context },
    {
      act: () => onward(page).click(),
      said: says(page, "No connection. Your details are saved"),
      recovered: () => expect(page).toHaveURL(PUSH.path),
    },
  );
  await expect(PUSH.button(page)).toBeVisible();
});

test("card, no line on the way to its page: the page comes with the line", async ({ page, context }) => {
  const payer = await newPayer(page.request);
  await signInToOrder(page, payer.token);
  await openWithNext(page, "/place-order", CARD.path.slice(1));
  await haveAddress(page);
  await page.getByRole("radio", { name: CARD.choice }).check();
  await withoutLine(
    { page, context },
    {
      act: () => onward(page).click(),
      said: says(page, OFFLINE),
      recovered: () => expect(payButton(page)).toBeEnabled(),
    },
  );
  await payButton(page).click();
  await payInModal(page);
  await expectOneOrder(page, CARD, payer);
});

test("A code typed offline survives a reload", async ({ page, context }) => {
  const payer = await atPay(page, TILL);
  const code = freshCode();
  await withoutLine(
    { page, context },
    {
      act: () => page.getByLabel("M-Pesa transaction code").fill(code),
      said: () => expect(TILL.button(page)).toBeDisabled(),
      recovered: () => expect(TILL.button(page)).toBeEnabled(),
    },
  );
  await page.reload();
  await expect(page.getByLabel("M-Pesa transaction code")).toHaveValue(code);
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
});

test("Pay whose answer was lost is repeated automatically, once", async ({ page, context }) => {
  const payer = await atPay(page, PUSH);
  await loseAnswer(page, context, PUSH.call);
  let answers = 0;
  page.on("response", (response) => {
    if (response.url().endsWith(PUSH.call.slice(2))) answers += 1;
  });
  await PUSH.button(page).click();
  await withoutLine(
    { page, context },
    {
      said: async () => {
        await says(page, OFFLINE)();
        await expect(PUSH.button(page)).toBeDisabled();
      },
      recovered: () => expect.poll(() => answers).toBe(1),
    },
  );
  await PUSH.begun(page);
  await PUSH.settle(page, payer);
  await expectOneOrder(page, PUSH, payer);
});

test("M-Pesa prompt, somebody else is signed in by the time the line is back: nothing is sent in that name", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, PUSH);
  const { token } = await signUp(page.request);
  await loseRequest(page, context, PUSH.call);
  await PUSH.button(page).click();
  await says(page, OFFLINE)();
  await expect(PUSH.button(page)).toBeDisabled();
  // as another tab does
  await page.evaluate((token) => localStorage.setItem("token", token), token);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await context.setOffline(false);
  await passInPage(page, 5);
  await expect(headed(page, "You may have already paid")).toBeVisible();
  expect(sent).not.toContain(PUSH.call.slice(2));
  await expectNoOrder(page.request, { ...payer, token });
});

test("A prompt paid while offline is an order once back online", async ({ page, context }) => {
  const payer = await atPay(page, PUSH);
  await PUSH.button(page).click();
  await expect(waiting(page)).toBeVisible();
  await withoutLine(
    { page, context },
    {
      act: () => approve(context.request, payer.phone),
      said: says(page, "You're offline. Your payment"),
      meanwhile: () => expect.poll(async () => (await ordersOf(context.request, payer)).length).toBe(1),
      recovered: () => expect(page).toHaveURL(/\/orders/),
    },
  );
  await expectOneOrder(page, PUSH, payer);
});

test("A paid prompt's order whose answer was lost is requested again automatically", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, PUSH);
  await loseAnswer(page, context, "**/api/order/mpesa");
  await PUSH.button(page).click();
  await expect(waiting(page)).toBeVisible();
  await approve(page.request, payer.phone);
  await withoutLine(
    { page, context },
    {
      said: async () => {
        await says(page, "We'll place your order once you're back online")();
        await says(page, "We have your money, and it's safe: don't pay again.")();
      },
      recovered: () => expect(page).toHaveURL(/\/orders/),
    },
  );
  await expectOneOrder(page, PUSH, payer);
});

test("A card paid while offline is an order once back online", async ({ page, context }) => {
  const payer = await atPay(page, CARD);
  await payButton(page).click();
  await payInModal(page, "4000000000000006");
  await expect(headed(page, "Payment is being confirmed")).toBeFocused();
  await page.reload();
  await expect(headed(page, "Payment is being confirmed")).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await withoutLine(
    { page, context },
    {
      act: () => letPass(context.request, 61),
      said: says(
        page,
        "You're offline. Your payment goes on, and we check it again once you're back online.",
      ),
      meanwhile: () => expect.poll(async () => (await ordersOf(context.request, payer)).length).toBe(1),
      // two seconds later its orders follow
      recovered: () =>
        expect(
          headed(page, "Payment confirmed!").or(page.getByRole("heading", { level: 1, name: "My orders" })),
        ).toBeVisible(),
    },
  );
  await expectOneOrder(page, CARD, payer);
});

test("The page after ordering says it is offline, and shows the order once online", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, TILL);
  await loseRequest(page, context, "**/api/order/userOrders");
  await TILL.button(page).click();
  await withoutLine(
    { page, context },
    {
      said: async () => {
        await expect(page).toHaveURL(PLACED);
        await says(page, "We couldn't load your orders")();
        await says(page, "Your orders are safe.")();
      },
      recovered: () => expect(headed(page, "Asante! We have your order")).toBeVisible(),
    },
  );
  await expectOneOrder(page, TILL, payer);
});
