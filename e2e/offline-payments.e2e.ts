import { expect, type Page, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { hydrated } from "./hydrated.ts";
import { loseAnswer, loseRequest } from "./lose-answer.ts";
import { onward } from "./onward.ts";
import { atPay, CARD, expectNoOrder, expectOneOrder, PUSH, TILL, WAYS } from "./payers.ts";
import { fillAddress, freshCode, signUp } from "./people.ts";
import { PLACED } from "./placed.ts";
import { openWithNext } from "./prefetched.ts";
import { approve, headed, waiting } from "./prompts.ts";
import { passInPage, RECOVERED, says, withoutLine } from "./without-line.ts";

test.slow();
test.beforeEach(({ page }) => page.clock.install());

test("no line on the product page: Buy now opens the checkout, whose prices come with the line", async ({
  page,
  context,
}) => {
  const { product, size } = await plentiful(page.request, 23);
  await openWithNext(page, `/product/${product._id}`, "place-order");
  await withoutLine(
    { page, context },
    {
      act: async () => {
        await page.getByRole("radio", { name: size, exact: true }).check();
        await page.getByRole("button", { name: "Buy now" }).click();
      },
      said: says(page, "We could not load today's prices"),
      recovered: () => expect(onward(page)).toBeEnabled(RECOVERED),
    },
  );
  await expect(page).toHaveURL("/place-order");
});

const CHECKOUT = "**/assets/place-order-page-*.js";
const NOT_LOADED: Record<string, (page: Page) => Promise<unknown>> = {
  "data are saved": (page) =>
    page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } })),
  "it failed": (page) => page.route(CHECKOUT, (route) => route.abort()),
};
for (const [why, keep] of Object.entries(NOT_LOADED))
  test(`no line, and the checkout was not loaded, as ${why}: Buy now says so, and opens it once the line is back`, async ({
    page,
    context,
  }) => {
    const { product, size } = await plentiful(page.request, 23);
    await keep(page);
    const failed = why === "it failed" && page.waitForEvent("requestfailed");
    await page.goto(`/product/${product._id}`);
    await failed;
    await hydrated(page);
    // what it is said by is fetched with the choice of a size
    await page.getByRole("radio", { name: size, exact: true }).check();
    await expect(page.getByRole("region", { name: /^Notifications/ })).toBeAttached();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Buy now" }).click();
    await says(page, "No connection. Check your internet and try again.")();
    await context.setOffline(false);
    // until now it failed each time that it was asked for
    await page.unroute(CHECKOUT);
    await page.getByRole("button", { name: "Buy now" }).click();
    await expect(page).toHaveURL("/place-order");
  });

for (const way of WAYS)
  test(`${way.name}, no line at the checkout: it waits, and goes on as a guest's order`, async ({
    page,
    context,
  }) => {
    await addToCart(page, await plentiful(page.request, 24));
    await openWithNext(page, "/place-order", way.path.slice(1));
    await fillAddress(page);
    await page.getByRole("radio", { name: way.choice }).check();
    await withoutLine(
      { page, context },
      {
        act: () => onward(page).click(),
        said: says(page, "No connection. Your details are saved"),
        recovered: () => expect(page).toHaveURL(way.path, RECOVERED),
      },
    );
    await expect(way.button(page)).toBeVisible();
  });

for (const way of WAYS)
  test(`${way.name}, no line before Pay: the button waits, and what was typed stays`, async ({
    page,
    context,
  }) => {
    const payer = await atPay(page, way);
    await withoutLine(
      { page, context },
      {
        act: async () => {},
        said: says(page, "No connection. Check your internet and try again."),
        recovered: () => expect(way.button(page)).toBeEnabled(RECOVERED),
      },
    );
    await way.button(page).click();
    await way.begun(page);
    await way.settle(page, payer);
    await expectOneOrder(page, way, payer);
  });

for (const way of WAYS)
  test(`${way.name}, the line goes with the answer to Pay: asked again by itself, once`, async ({
    page,
    context,
  }) => {
    const payer = await atPay(page, way);
    await loseAnswer(page, context, way.call);
    let answers = 0;
    page.on("response", (response) => {
      if (response.url().endsWith(way.call.slice(2))) answers += 1;
    });
    await way.button(page).click();
    await withoutLine(
      { page, context },
      {
        said: says(page, "No connection. Check your internet and try again."),
        recovered: () => expect.poll(() => answers, RECOVERED).toBe(1),
      },
    );
    await way.begun(page);
    await way.settle(page, payer);
    await expectOneOrder(page, way, payer);
  });

for (const way of WAYS)
  test(`${way.name}, somebody else is signed in by the time the line is back: nothing is sent in that name`, async ({
    page,
    context,
  }) => {
    const payer = await atPay(page, way);
    const { token } = await signUp(page.request);
    await loseRequest(page, context, way.call);
    await way.button(page).click();
    await says(page, "No connection. Check your internet and try again.")();
    await expect(way.button(page)).toBeDisabled();
    // as another tab does
    await page.evaluate((token) => localStorage.setItem("token", token), token);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(new URL(request.url()).pathname));
    await context.setOffline(false);
    await passInPage(page, 5);
    expect(sent).not.toContain(way.call.slice(2));
    if (way !== CARD) await expect(headed(page, "You may have paid already")).toBeVisible();
    await expectNoOrder(page.request, { ...payer, token });
  });

test("M-Pesa push, no line while the prompt is out, and paid meanwhile: the order is there", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, PUSH);
  await PUSH.button(page).click();
  await expect(waiting(page)).toBeVisible();
  await withoutLine(
    { page, context },
    {
      meanwhile: true,
      act: () => approve(context.request, payer.phone),
      said: says(page, "You are offline. Your payment"),
      recovered: () => expect(page).toHaveURL(/\/orders/, RECOVERED),
    },
  );
  await expectOneOrder(page, PUSH, payer);
});

test("M-Pesa push, the line goes with the answer to the order of what is paid: asked again by itself, one order", async ({
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
        await says(page, "We place your order by ourselves once you are back online")();
        await says(page, "Your money has arrived and is safe: do not pay again.")();
      },
      recovered: () => expect(page).toHaveURL(/\/orders/, RECOVERED),
    },
  );
  await expectOneOrder(page, PUSH, payer);
});

test("M-Pesa push, somebody else is signed in by the time the paid order could be asked for: it is not, in that name", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, PUSH);
  const { token } = await signUp(page.request);
  await loseAnswer(page, context, "**/api/order/mpesa");
  await PUSH.button(page).click();
  await expect(waiting(page)).toBeVisible();
  await approve(page.request, payer.phone);
  await says(page, "We place your order by ourselves once you are back online")();
  // as another tab does
  await page.evaluate((token) => localStorage.setItem("token", token), token);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await context.setOffline(false);
  await expect(page.getByRole("link", { name: "Log in and come back" })).toBeVisible();
  await says(page, "Your money has arrived and is safe: do not pay again.")();
  expect(sent).not.toContain("/api/order/mpesa");
});

test("no line at the confirmation: it says so, and what was ordered comes with the line", async ({
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
        await says(page, "We could not load your orders")();
        await says(page, "Your orders are safe.")();
      },
      recovered: () => expect(headed(page, "Asante! We have your order")).toBeVisible(RECOVERED),
    },
  );
  await expectOneOrder(page, TILL, payer);
});

test("cash on order, no line while the code is typed: it stays through a reload", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, TILL);
  const code = freshCode();
  await withoutLine(
    { page, context },
    {
      act: () => page.getByLabel("M-Pesa transaction code").fill(code),
      said: () => expect(TILL.button(page)).toBeDisabled(),
      recovered: () => expect(TILL.button(page)).toBeEnabled(RECOVERED),
    },
  );
  await page.reload();
  await expect(page.getByLabel("M-Pesa transaction code")).toHaveValue(code);
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
});
