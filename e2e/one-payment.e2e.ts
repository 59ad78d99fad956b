import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { addToCart, listProducts, type Product, plentiful } from "./goods.ts";
import { atPay, expectOneOrder, goToPage, goToPay, newPayer, ordersOf, PUSH, TILL } from "./payers.ts";
import { logIn, signInToOrder } from "./people.ts";
import { PLACED } from "./placed.ts";
import { approve, atMpesa, headed, pay, phoneIn, SETTLED, waiting } from "./prompts.ts";
import { expectSound } from "./sound.ts";

/** As a browser does when its tab is left and come back to. */
async function lookAgain(page: Page): Promise<void> {
  for (const state of ["hidden", "visible"])
    await page.evaluate((now) => {
      Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
}

test("a second tab with the same cart: both end at the one order", async ({ page, context }) => {
  const payer = await atPay(page, PUSH);
  const second = await context.newPage();
  await goToPay(second, PUSH, payer);
  for (const tab of [page, second]) {
    await PUSH.button(tab).click();
    await PUSH.begun(tab);
  }
  await PUSH.settle(page, payer);
  for (const tab of [page, second]) await expectOneOrder(tab, PUSH, payer);
});

test("a prompt sent from another tab closes the till, which keeps the code typed there; paid by both, it is one order", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, TILL);
  await expect(page.getByText("Till number", { exact: true })).toBeVisible();
  const other = await context.newPage();
  await goToPage(other, PUSH);
  await PUSH.fill(other, payer);
  await PUSH.button(other).click();
  await PUSH.begun(other);
  await lookAgain(page);
  await expect(headed(page, "A prompt is on your phone")).toBeVisible();
  await expect(page.getByText(`07…${payer.phone.slice(-3)}`, { exact: false })).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/^\d+ seconds$/);
  await expect(page.getByRole("link", { name: "Show that payment" })).toBeVisible();
  await expect(page.getByText("Till number", { exact: true })).toHaveCount(0);
  await expect(headed(page, "Already paid at our till?")).toBeVisible();
  await expect(page.getByLabel("M-Pesa transaction code")).toHaveValue(payer.code);
  await expectSound(page);

  await PUSH.settle(other, payer);
  // by itself
  await expect(headed(page, "This order is paid")).toBeVisible({ timeout: SETTLED });
  await expectSound(page);
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expectOneOrder(page, PUSH, payer);
});

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
async function fillCart(request: APIRequestContext, token: string, item: Item): Promise<void> {
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

test("a payment found in a tab that carries other goods of the same total takes nothing of that tab's", async ({
  page,
  context,
}) => {
  const payer = await newPayer(page.request);
  const [paid, kept] = await twins(page.request);
  await fillCart(page.request, payer.token, paid);
  await signInToOrder(page, payer.token);
  await goToPay(page, PUSH, payer);
  await fillCart(page.request, payer.token, kept);
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

test("goods ordered minutes ago are asked about before any money, and ordered again on yes alone", async ({
  page,
}) => {
  const payer = await atPay(page, TILL);
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
  const count = async () => (await ordersOf(page.request, payer)).length;
  const bought = (await ordersOf(page.request, payer))[0]?.items[0];
  const added = await page.request.post("/api/cart/add", {
    headers: { token: payer.token },
    data: { itemId: bought?._id, size: bought?.size },
  });
  expect(added.ok(), await added.text()).toBe(true);
  await goToPay(page, PUSH, payer);

  const question = headed(page, /ordered the same items.*\. Order again\?$/);
  await PUSH.button(page).click();
  await expect(question).toBeFocused();
  await expectSound(page);
  expect(await count()).toBe(1);
  expect(await PUSH.asked(page.request, payer)).toBe(0);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Order again" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "See my orders" })).toBeFocused();
  // Pay says nothing else than before: it asks again
  await PUSH.button(page).click();
  await expect(question).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await PUSH.begun(page);
  await PUSH.settle(page, payer);
  await expect(page).toHaveURL(PLACED, { timeout: SETTLED });
  await expect.poll(count).toBe(2);
});

test("a push left by its own link to My orders is listed at once, turns into the order by itself, and empties the cart everywhere", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { email, total } = await atMpesa(page, 40);
  const underWay = headed(page, "A payment is in progress");
  // the same shopper on another device, and in another tab
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? "" });
  const laptop = await elsewhere.newPage();
  await logIn(laptop, email);
  await expect(laptop.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  const cart = await context.newPage();
  await cart.goto("/cart");
  await expect(cart.getByRole("button", { name: "PROCEED TO CHECKOUT" })).toBeVisible();

  const phone = await phoneIn(page.request, "035");
  await pay(page, phone);
  await expect(waiting(page)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "My orders" }).click();
  await expect(underWay).toBeVisible();
  await expect(page.getByText("M-Pesa has sent a prompt to your phone.", { exact: false })).toContainText(
    total,
  );
  await expectSound(page);

  await approve(page.request, phone);
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1, { timeout: SETTLED });
  await expect(page.getByRole("status").filter({ hasText: /^Your order \w{8} is placed\.$/ })).toBeVisible();
  await expect(underWay).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  await expect(cart.getByText("Your cart is empty")).toBeVisible();
  await lookAgain(laptop);
  await expect(laptop.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  await elsewhere.close();
});

test("pieces added in another tab before the order is placed stay in the cart", async ({ page, context }) => {
  await atPay(page, TILL);
  const other = await context.newPage();
  const more = await plentiful(page.request, 44);
  await addToCart(other, more);
  await page.bringToFront();
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
  await TILL.button(page).click();
  await expect(page).toHaveURL(PLACED);
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
  for (const tab of [page, other])
    await expect(tab.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await other.goto("/cart");
  await expect(other.getByRole("heading", { name: more.product.name })).toBeVisible();
});
