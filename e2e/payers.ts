import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { chargeCard, chargesFor, modal, payButton, payInModal } from "./cards.ts";
import { addForAccount, listProducts } from "./goods.ts";
import { onward } from "./onward.ts";
import { freshCode, haveAddress, PASSWORD, signInToOrder, signUp } from "./people.ts";
import { AT_ORDERS } from "./placed.ts";
import { approve, phoneIn, promptsOn, SETTLED, waiting } from "./prompts.ts";

/** Somebody with one product in the account's cart, and what they pay with. */
export type Payer = { email: string; token: string; phone: string; code: string };

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
  /** Pay was heard: the payment is under way on this page. */
  begun: (page: Page) => Promise<void>;
  /** The money itself, in this page's sight or without one. */
  settle: (page: Page, payer: Payer) => Promise<void>;
  settleAlone: (request: APIRequestContext, payer: Payer) => Promise<void>;
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
  settleAlone: pass,
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
  settleAlone: async (request, { phone }) => {
    await expect.poll(async () => (await promptsOn(request, phone)).length).toBe(1);
    await approve(request, phone);
  },
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
  settleAlone: async (request, payer) => {
    await expect.poll(async () => (await currentOf(request, payer))?.status).toBe("pending");
    await chargeCard(request, await currentOf(request, payer));
  },
  asked: async (request, payer) =>
    (await chargesFor(request, (await currentOf(request, payer)).tx_ref)).length,
};

/** An account with the best stocked product in its cart, all of it made through the API. */
export async function newPayer(request: APIRequestContext): Promise<Payer> {
  const { email, token } = await signUp(request);
  const all = (await listProducts(request)).flatMap((product) =>
    Object.entries(product.stock).map(([size, left]) => ({ product, size, left })),
  );
  const [best] = all.sort((a, b) => b.left - a.left);
  if (!best) throw new Error("The shop has no goods.");
  await addForAccount(request, token, best);
  return { email, token, phone: await phoneIn(request, "035"), code: freshCode() };
}

/** Signed in, at the page of this way to pay, before a tap on Pay. */
export async function atPay(page: Page, way: Way): Promise<Payer> {
  const payer = await newPayer(page.request);
  await signInToOrder(page, payer.token);
  await goToPay(page, way, payer);
  return payer;
}

/** From the account's cart to the page of this way to pay. */
export async function goToPay(page: Page, way: Way, payer: Payer): Promise<void> {
  await page.goto("/place-order");
  await haveAddress(page);
  await choose(page, way, payer);
}

/** As goToPay, to a page that may have another payment to show. */
export async function goToPage(page: Page, way: Way): Promise<void> {
  await page.goto("/place-order");
  await haveAddress(page);
  await choosePage(page, way);
}

/** From the filled-in checkout on. */
export async function choose(page: Page, way: Way, payer: Payer): Promise<void> {
  await choosePage(page, way);
  await expect(way.button(page)).toBeVisible();
  await way.fill(page, payer);
}

/** As choose, to a page that may have another payment to show. */
async function choosePage(page: Page, way: Way): Promise<void> {
  await page.getByRole("radio", { name: way.choice }).check();
  await onward(page).click();
  await expect(page).toHaveURL(way.path);
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

/** Logs in on the page that asked for it. */
export async function logInAgain(page: Page, { email }: Payer): Promise<void> {
  await page.getByRole("link", { name: "Log in and come back" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

/** Logs out in a tab of its own; the tests go on looking with a sign-in that is not the browser's. */
export async function logOutElsewhere(page: Page, payer: Payer): Promise<void> {
  const other = await page.context().newPage();
  await other.goto("/about");
  await other.getByRole("banner").getByRole("button", { name: "Profile" }).press("Enter");
  await other.getByRole("button", { name: "Logout" }).click();
  await expect(other).toHaveURL("/login");
  await other.close();
  const data = { email: payer.email, password: PASSWORD };
  payer.token = (await (await page.request.post("/api/user/login", { data })).json()).token;
}

type Order = { _id: string; payment: boolean; items: { _id: string; size: string }[] };

export async function ordersOf(request: APIRequestContext, { token }: Payer): Promise<Order[]> {
  const answer = await request.post("/api/order/userOrders", { headers: { token }, data: {} });
  return (await answer.json()).orders;
}

async function currentOf(request: APIRequestContext, { token }: Payer) {
  const answer = await request.post("/api/payment/current", { headers: { token }, data: {} });
  return (await answer.json()).payment;
}
