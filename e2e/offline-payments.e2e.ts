import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { payButton, payInModal } from "./cards.ts";
import { addToCart, plentiful } from "./goods.ts";
import { loseAnswer } from "./lose-answer.ts";
import { onward } from "./onward.ts";
import { atPay, CARD, expectOneOrder, PUSH, TILL, WAYS } from "./payers.ts";
import { fillAddress, freshCode } from "./people.ts";
import { approve, waiting } from "./prompts.ts";
import { expectSound } from "./sound.ts";

/** ms that the line is gone; and ms from its return until the page has gone on by itself. */
const GONE = 20_000;
const RECOVERED = { timeout: 3_000 };

/** Loses the line for 20 s; `said` while it is gone, and `recovered` within 3 s of its return. */
async function withoutLine(
  { page, context }: { page: Page; context: BrowserContext },
  steps: { act?: () => Promise<void>; said: () => Promise<void>; recovered: () => Promise<void> },
): Promise<void> {
  if (steps.act) {
    await context.setOffline(true);
    await steps.act();
  }
  await steps.said();
  await expectSound(page);
  await page.waitForTimeout(GONE);
  await steps.said();
  await context.setOffline(false);
  await steps.recovered();
}

const says = (page: Page, words: string) => () =>
  expect(page.getByText(words, { exact: false }).first()).toBeVisible();

test.slow();

test("no line on the product page: Buy now opens the checkout, whose prices come with the line", async ({
  page,
  context,
}) => {
  const { product, size } = await plentiful(page.request, 23);
  await page.goto(`/product/${product._id}`, { waitUntil: "networkidle" });
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

for (const way of WAYS)
  test(`${way.name}, no line at the checkout: it waits, and goes on as a guest's order`, async ({
    page,
    context,
  }) => {
    await addToCart(page, await plentiful(page.request, 24));
    await page.goto("/place-order", { waitUntil: "networkidle" });
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
    await way.button(page).click();
    await withoutLine(
      { page, context },
      {
        said: says(page, "No connection. Check your internet and try again."),
        recovered: async () => {
          await page.waitForResponse(way.call, RECOVERED);
        },
      },
    );
    await way.begun(page);
    await way.settle(page, payer);
    await expectOneOrder(page, way, payer);
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
      act: () => approve(context.request, payer.phone),
      said: says(page, "You are offline. Your payment"),
      recovered: () => expect(page).toHaveURL(/\/orders/, { timeout: 6_000 }),
    },
  );
  await expectOneOrder(page, PUSH, payer);
});

test("card, no line between the payment and its order: the order is asked for by itself", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, CARD);
  await page.route(
    "**/api/order/flutterwave",
    async (route) => {
      await context.setOffline(true);
      await route.abort("internetdisconnected");
    },
    { times: 1 },
  );
  await payButton(page).click();
  await payInModal(page);
  await withoutLine(
    { page, context },
    {
      said: says(page, "Please do not pay again"),
      recovered: async () => {
        await page.waitForResponse("**/api/order/flutterwave", RECOVERED);
      },
    },
  );
  await expectOneOrder(page, CARD, payer);
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
