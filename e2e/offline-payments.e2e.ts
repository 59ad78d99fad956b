import { expect, type Page, test } from "@playwright/test";
import { letPass, payButton, payInModal } from "./cards.ts";
import { addToCart, plentiful } from "./goods.ts";
import { onward, PLACED } from "./onward.ts";
import { atPay, CARD, expectOneOrder, ordersOf, PUSH, TILL } from "./payers.ts";
import { fillAddress, freshCode } from "./people.ts";
import { approve, headed, waiting } from "./prompts.ts";
import { QUICK } from "./sizes.ts";
import { expectSound } from "./sound.ts";

const OFFLINE = "No connection. Check your internet and try again.";

test.beforeEach(({ page }) => page.clock.install());

test("Buy now offline opens the checkout; prices come with the connection", async ({ page }) => {
  const { product, size } = await plentiful(page.request, 23);
  await openWithNext(page, `/product/${product._id}`, "place-order");
  await withoutLine(page, {
    act: async () => {
      await page.getByRole("radio", { name: size, exact: true }).check();
      await page.getByRole("button", { name: "Buy now" }).click();
    },
    said: says(page, "We couldn't load today's prices"),
    recovered: () => expect(onward(page)).toBeEnabled(),
  });
  await expect(page).toHaveURL("/place-order");
});

test("The checkout waits for a lost connection and resumes", async ({ page }) => {
  await addToCart(page, await plentiful(page.request, 24));
  await openWithNext(page, "/place-order", PUSH.path.slice(1));
  await fillAddress(page);
  await page.getByRole("radio", { name: PUSH.choice }).check();
  await withoutLine(page, {
    act: () => onward(page).click(),
    said: says(page, "No connection. Your details are saved"),
    recovered: () => expect(page).toHaveURL(PUSH.path),
  });
  await expect(PUSH.button(page)).toBeVisible();
});

test("A code typed offline survives a reload", async ({ page }) => {
  const payer = await atPay(page, TILL);
  const code = freshCode();
  await withoutLine(page, {
    act: () => page.getByLabel("M-Pesa transaction code").fill(code),
    said: () => expect(TILL.button(page)).toBeDisabled(),
    recovered: () => expect(TILL.button(page)).toBeEnabled(),
  });
  await page.reload();
  await expect(page.getByLabel("M-Pesa transaction code")).toHaveValue(code);
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
});

test("Pay whose answer was lost is repeated automatically, once", QUICK, async ({ page }) => {
  const payer = await atPay(page, PUSH);
  await loseLine(page, "answer", PUSH.call);
  let answers = 0;
  page.on("response", (response) => {
    if (response.url().endsWith(PUSH.call.slice(2))) answers += 1;
  });
  await PUSH.button(page).click();
  await says(page, "Trying again is safe: if you pay twice, we refund one.")();
  await withoutLine(page, {
    said: async () => {
      await says(page, OFFLINE)();
      await expect(PUSH.button(page)).toBeDisabled();
    },
    recovered: () => expect.poll(() => answers).toBe(1),
  });
  await PUSH.begun(page);
  await PUSH.settle(page, payer);
  await expectOneOrder(page, PUSH, payer);
});

test("A prompt paid while offline is an order once back online", async ({ page }) => {
  const payer = await atPay(page, PUSH);
  await PUSH.button(page).click();
  await expect(waiting(page)).toBeVisible();
  await withoutLine(page, {
    act: () => approve(page.request, payer.phone),
    said: says(page, "You're offline. Your payment"),
    meanwhile: () => expect.poll(async () => (await ordersOf(page.request, payer)).length).toBe(1),
    recovered: () => expect(page).toHaveURL(/\/orders/),
  });
  await expectOneOrder(page, PUSH, payer);
});

test("A paid prompt's order whose answer was lost is requested again automatically", async ({ page }) => {
  const payer = await atPay(page, PUSH);
  await loseLine(page, "answer", "**/api/order/mpesa");
  await PUSH.button(page).click();
  await expect(waiting(page)).toBeVisible();
  await approve(page.request, payer.phone);
  await withoutLine(page, {
    said: async () => {
      await says(page, "We'll place your order once you're back online")();
      await says(page, "We have your money, and it's safe: don't pay again.")();
    },
    recovered: () => expect(page).toHaveURL(/\/orders/),
  });
  await expectOneOrder(page, PUSH, payer);
});

test("A card paid while offline is an order once back online", async ({ page }) => {
  const payer = await atPay(page, CARD);
  await payButton(page).click();
  await payInModal(page, "4000000000000006");
  await expect(headed(page, "Payment is being confirmed")).toBeFocused();
  await page.reload();
  await expect(headed(page, "Payment is being confirmed")).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await withoutLine(page, {
    act: () => letPass(page.request, 61),
    said: says(page, "You're offline. Your payment goes on, and we check it again once you're back online."),
    meanwhile: () => expect.poll(async () => (await ordersOf(page.request, payer)).length).toBe(1),
    // two seconds later its orders follow
    recovered: () =>
      expect(
        headed(page, "Payment confirmed!").or(page.getByRole("heading", { level: 1, name: "My orders" })),
      ).toBeVisible(),
  });
  await expectOneOrder(page, CARD, payer);
});

test("The page after ordering says it is offline, and shows the order once online", async ({ page }) => {
  const payer = await atPay(page, TILL);
  await loseLine(page, "request", "**/api/order/userOrders");
  await TILL.button(page).click();
  await withoutLine(page, {
    said: async () => {
      await expect(page).toHaveURL(PLACED);
      await says(page, "We couldn't load your orders")();
      await says(page, "Your orders are safe.")();
    },
    recovered: () => expect(headed(page, "Asante! We have your order")).toBeVisible(),
  });
  await expectOneOrder(page, TILL, payer);
});

/** Seconds that the line is gone, and from its return until the page has resumed. */
const GONE = 20;
const RECOVERED = 3;

/**
 * Loses the line for 20 s of the page's clock, which the test has installed; `said` while it is gone, and `recovered` within
 * 3 s of its return.
 */
async function withoutLine(
  page: Page,
  steps: {
    act?: () => Promise<void>;
    said: () => Promise<void>;
    recovered: () => Promise<void>;
    /** What comes to the shop meanwhile; ends once it is there. */
    meanwhile?: () => Promise<void>;
  },
): Promise<void> {
  if (steps.act) {
    await page.context().setOffline(true);
    await steps.act();
  }
  await steps.said();
  await expectSound(page);
  await steps.meanwhile?.();
  await passInPage(page, GONE);
  await steps.said();
  // no more than these seconds pass on the page, however slow the machine
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + GONE * 1_000);
  await page.context().setOffline(false);
  await passInPage(page, RECOVERED);
  await steps.recovered();
  await page.clock.resume();
}

/** So many seconds by the page's clock, one by one: what fails without a line may set the next timer. */
async function passInPage(page: Page, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) await page.clock.runFor(1_000);
}

/** These words are on the page. */
const says = (page: Page, words: string) => () =>
  expect(page.getByText(words, { exact: false }).first()).toBeVisible();

/** The line is gone before the next request to this address arrives, or once the shop has it and before its answer comes. */
async function loseLine(page: Page, lost: "request" | "answer", address: string): Promise<void> {
  await page.route(
    address,
    async (route) => {
      if (lost === "answer") await route.fetch();
      await page.context().setOffline(true);
      await route.abort("internetdisconnected");
    },
    { times: 1 },
  );
}

/** Opens a page, and waits until the modules of the page named `next` are there: they come once nothing else is to do. */
async function openWithNext(page: Page, path: string, next: string): Promise<void> {
  const loaded = new Set<string>();
  page.on("requestfinished", (request) => loaded.add(new URL(request.url()).pathname));
  await page.goto(path);
  const missing = async () => (await filesOf(page, next)).filter((file) => !loaded.has(file));
  await expect.poll(missing, { timeout: 30_000 }).toEqual([]);
}

/** The built files of a page by its route's path; its own name where the page knows no routes yet. */
function filesOf(page: Page, next: string): Promise<string[]> {
  return page.evaluate((next) => {
    type Files = { path?: string; module: string; imports?: string[]; css?: string[] };
    const known = (window as { __reactRouterManifest?: { routes: Record<string, Files> } })
      .__reactRouterManifest;
    const files = Object.values(known?.routes ?? {}).filter(({ path }) => path === next);
    if (files.length === 0) return [next];
    return files.flatMap(({ module, imports = [], css = [] }) => [module, ...imports, ...css]);
  }, next);
}
