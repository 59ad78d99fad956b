import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { chargesFor, modal, payButton, payInModal } from "./cards.ts";
import { addForAccount, type Goods, listProducts } from "./goods.ts";
import { AT_ORDERS, onward, PLACED } from "./onward.ts";
import { freshCode, haveAddress, post, signInToOrder, signUp } from "./people.ts";
import { approve, phoneIn, promptsOn, SETTLED, waiting } from "./prompts.ts";

/** Somebody with one product in the account's cart, and what they pay with. */
export type Payer = { email: string; token: string; phone: string; code: string };
type Buyer = Payer & { goods: Goods; total: string };

/** One way to pay, as a person goes it. */
export type Way = {
  name: string;
  path: string;
  choice: RegExp;
  /** What a tap on Pay asks the shop. */
  call: string;
  button: (page: Page) => ReturnType<Page["getByRole"]>;
  /** Types what is asked for; Pay comes next. */
  fill: (page: Page, payer: Payer) => Promise<void>;
  /** The shop has the call: the payment is under way on this page. */
  begun: (page: Page) => Promise<void>;
  /** The money itself, in this page's sight. */
  settle: (page: Page, payer: Payer) => Promise<void>;
  /** How often money was asked for. */
  asked: (request: APIRequestContext, payer: Payer) => Promise<number>;
};

const pass = async () => {};

export const TILL: Way = {
  name: "cash on order",
  path: "/mpesa-verification",
  choice: /Cash on order/,
  call: "**/api/order/placeOrder",
  button: (page) => page.getByRole("button", { name: "PLACE ORDER" }),
  fill: (page, { code }) => page.getByLabel("M-Pesa transaction code").fill(code),
  begun: pass,
  settle: pass,
  asked: async () => 1,
};

export const PUSH: Way = {
  name: "M-Pesa prompt",
  path: "/mpesa",
  choice: /M-Pesa prompt/,
  call: "**/token/stkpush",
  button: (page) => page.getByRole("button", { name: /^(Pay Ksh|Try again)/ }),
  fill: (page, { phone }) => page.getByLabel("M-Pesa phone number").fill(phone),
  begun: (page) => expect(waiting(page)).toBeVisible(),
  settle: (page, { phone }) => approve(page.request, phone),
  asked: async (request, { phone }) => (await promptsOn(request, phone)).length,
};

export const CARD: Way = {
  name: "card",
  path: "/flutterwave",
  choice: /Card/,
  call: "**/api/payment/flutterwave/intent",
  button: payButton,
  fill: pass,
  begun: (page) => expect(modal(page).getByRole("button", { name: /^Pay / })).toBeVisible(),
  settle: (page) => payInModal(page),
  asked: async (request, payer) =>
    (await chargesFor(request, (await currentOf(request, payer)).tx_ref)).length,
};

/** The prompt is approved without its page. */
export async function settleAlone(request: APIRequestContext, { phone }: Payer): Promise<void> {
  await expect.poll(async () => (await promptsOn(request, phone)).length).toBe(1);
  await approve(request, phone);
}

/** An account with the best stocked product in its cart, all of it made through the API. */
export async function newPayer(request: APIRequestContext): Promise<Buyer> {
  const { email, token } = await signUp(request);
  const all = (await listProducts(request)).flatMap((product) =>
    Object.entries(product.stock).map(([size, left]) => ({ product, size, left })),
  );
  const [goods] = all.sort((a, b) => b.left - a.left);
  if (!goods) throw new Error("The shop has no goods.");
  await addForAccount(request, token, goods);
  const total = `Ksh ${(goods.product.price + 1).toLocaleString("en-KE")}`;
  return { email, token, phone: await phoneIn(request, "035"), code: freshCode(), goods, total };
}

/** Signed in, at the page of this way to pay, with nothing typed there yet. */
export async function atPage(page: Page, way: Way): Promise<Buyer> {
  const payer = await newPayer(page.request);
  await signInToOrder(page, payer.token);
  await goToPage(page, way);
  return payer;
}

/** As atPage, before a tap on Pay. */
export async function atPay(page: Page, way: Way): Promise<Buyer> {
  const payer = await atPage(page, way);
  await way.fill(page, payer);
  return payer;
}

/** From the account's cart to the page of this way to pay. */
export async function goToPage(page: Page, way: Way): Promise<void> {
  await page.goto("/place-order");
  await haveAddress(page);
  await choose(page, way);
  await expect(way.button(page)).toBeVisible();
}

/** From the filled-in checkout on. */
export async function choose(page: Page, way: Way): Promise<void> {
  // what was chosen last is shown once scripts run: until then the first way looks chosen, and a tap on it changes nothing
  await expect(page.locator(".delivery-early")).toHaveCount(0);
  await page.getByRole("radio", { name: way.choice }).check();
  await onward(page).click();
  await expect(page).toHaveURL(way.path);
}

/** At the till: types the code, and has ordered. */
export async function orderByCode(page: Page, code = freshCode()): Promise<void> {
  await page.getByLabel("M-Pesa transaction code").fill(code);
  await TILL.button(page).click();
  await expect(page).toHaveURL(PLACED);
}

/** The page ends at My orders, with one order and an empty cart; money was asked for once, and that is the order's. */
export async function expectOneOrder(page: Page, way: Way, payer: Payer): Promise<void> {
  await expect(page).toHaveURL(AT_ORDERS, { timeout: SETTLED });
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  const orders = await ordersOf(page.request, payer);
  expect(orders).toHaveLength(1);
  expect(await way.asked(page.request, payer)).toBe(1);
  if (way === TILL) return;
  expect(orders[0]?.payment).toBe(true);
  expect(await currentOf(page.request, payer)).toMatchObject({ status: "paid", orderId: orders[0]?._id });
}

export async function expectNoOrder(request: APIRequestContext, payer: Payer): Promise<void> {
  expect(await ordersOf(request, payer)).toEqual([]);
}

type Order = { _id: string; payment: boolean; items: { _id: string; size: string }[] };

export async function ordersOf(request: APIRequestContext, { token }: Payer): Promise<Order[]> {
  return (await post(request, "/api/order/userOrders", {}, token)).orders;
}

async function currentOf(request: APIRequestContext, { token }: Payer) {
  return (await post(request, "/api/payment/current", {}, token)).payment;
}
