import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { letPass, payInModal } from "./cards.ts";
import { listProducts, type Product } from "./goods.ts";
import { CARD, goToPage, goToPay, newPayer, ordersOf, type Payer, PUSH } from "./payers.ts";
import { signInToOrder } from "./people.ts";
import { PLACED } from "./placed.ts";
import { headed, SETTLED, waiting } from "./prompts.ts";
import { expectSound } from "./sound.ts";

type Item = { itemId: string; size: string };

/** Two products of one price: carts of the same total. */
async function twins(request: APIRequestContext): Promise<[Item, Item]> {
  const stocked = (await listProducts(request)).flatMap((product) => {
    const size = product.sizes.find((each) => (product.stock[each] ?? 0) >= 10);
    return size ? [{ product, size }] : [];
  });
  const item = ({ product, size }: { product: Product; size: string }) => ({ itemId: product._id, size });
  for (const [index, first] of stocked.entries()) {
    const second = stocked.slice(index + 1).find(({ product }) => product.price === first.product.price);
    if (second) return [item(first), item(second)];
  }
  throw new Error("The sample goods have no two of one price.");
}

/** The account's cart holds one of this, and nothing else. */
async function fillCart(request: APIRequestContext, { token }: Payer, item: Item): Promise<void> {
  const post = async (path: string, data: object) => {
    const answer = await request.post(`/api/cart/${path}`, { headers: { token }, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { cartData } = await post("get", {});
  for (const [itemId, sizes] of Object.entries<object>(cartData))
    for (const size of Object.keys(sizes)) await post("update", { itemId, size, quantity: 0 });
  await post("add", item);
}

/** At the form of the push page, with one product; its twin is in the account's cart since. */
async function atForm(page: Page): Promise<{ payer: Payer; paid: Item; kept: Item }> {
  const payer = await newPayer(page.request);
  const [paid, kept] = await twins(page.request);
  await fillCart(page.request, payer, paid);
  await signInToOrder(page, payer.token);
  await goToPay(page, PUSH, payer);
  await fillCart(page.request, payer, kept);
  return { payer, paid, kept };
}

/** This page is told so of the payment it asks about. */
const isTold = (page: Page, data: object) =>
  page.route("**/token/query", (route) =>
    route.fulfill({ json: { success: true, message: "Payment found", data } }),
  );

test("a payment found in a tab that carries other goods of the same total takes nothing of that tab's", async ({
  page,
  context,
}) => {
  const { payer, paid } = await atForm(page);
  const other = await context.newPage();
  await goToPage(other, PUSH);
  await expect(PUSH.button(other)).toBeVisible();
  await PUSH.button(page).click();
  await PUSH.begun(page);
  await other.reload();
  await expect(waiting(other)).toBeVisible();
  // the other tab hears of the money first, and no cart of the server's mends what it does
  await page.close();
  await other.route("**/api/cart/get", (route) => route.abort());
  const asked = other.waitForRequest("**/api/order/mpesa");
  await PUSH.settle(other, payer);
  expect((await asked).postDataJSON()).not.toHaveProperty("items");
  await expect(other).toHaveURL(PLACED, { timeout: SETTLED });
  await expect(other.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  const orders = await ordersOf(other.request, payer);
  expect(orders.map(({ items }) => items.map(({ _id }) => _id))).toEqual([[paid.itemId]]);
});

test("money that goes back of another cart of the same total leaves this tab its form", async ({
  page,
  context,
}) => {
  await atForm(page);
  const other = await context.newPage();
  await goToPage(other, PUSH);
  await PUSH.button(page).click();
  await PUSH.begun(page);
  const ResultDesc = "Your payment arrived, but the goods sold out meanwhile. We are giving your money back.";
  await isTold(other, { ResultCode: "0", ResultDesc, status: "paid", refund: true });
  await other.reload();
  await expect(headed(other, "We're refunding you")).toBeVisible({ timeout: SETTLED });
  await expectSound(other);
  await other.getByRole("button", { name: "Start a new order" }).click();
  await expect(PUSH.button(other)).toBeVisible();
});

test("another device's payment that turns out to be held leaves this order its form; of its own it asks for no more", async ({
  page,
  browser,
  baseURL,
}) => {
  const { payer } = await atForm(page);
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? "" });
  const laptop = await elsewhere.newPage();
  await signInToOrder(laptop, payer.token);
  await PUSH.button(page).click();
  await PUSH.begun(page);
  await goToPage(laptop, PUSH);
  await expect(waiting(laptop)).toBeVisible();
  const ResultDesc = "This payment does not fit the order. We are looking into it; please contact support.";
  for (const tab of [page, laptop]) {
    await isTold(tab, { ResultCode: null, ResultDesc, status: "pending", held: true });
    await expect(headed(tab, "Payment is being confirmed")).toBeVisible({ timeout: SETTLED });
    await expectSound(tab);
  }
  await expect(page.getByRole("button", { name: "Start a new order" })).toHaveCount(0);
  await laptop.getByRole("button", { name: "Start a new order" }).click();
  await expect(headed(laptop, "Send another prompt")).toBeFocused();
  await expect(PUSH.button(laptop)).toBeVisible();
  await elsewhere.close();
});

test("a card payment confirmed while the page carries other goods of the same total leaves those in the cart", async ({
  page,
}) => {
  const payer = await newPayer(page.request);
  const [paid, kept] = await twins(page.request);
  await fillCart(page.request, payer, paid);
  await signInToOrder(page, payer.token);
  await goToPay(page, CARD, payer);
  await CARD.button(page).click();
  // confirmed a minute later
  await payInModal(page, "4000000000000006");
  await expect(headed(page, "Payment is being confirmed")).toBeVisible();
  await fillCart(page.request, payer, kept);
  await goToPage(page, CARD);
  await expect(headed(page, "Payment is being confirmed")).toBeVisible();
  await page.route("**/api/cart/get", (route) => route.abort());
  await letPass(page.request, 61);
  await expect(page).toHaveURL(PLACED, { timeout: 40_000 });
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  const orders = await ordersOf(page.request, payer);
  expect(orders.map(({ items }) => items.map(({ _id }) => _id))).toEqual([[paid.itemId]]);
});
