import { expect, type Page, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { onward } from "./onward.ts";
import { choose, expectOneOrder, newPayer, PUSH, TILL } from "./payers.ts";
import { fillAddress, signIn } from "./people.ts";

/** What a browser's translation does: every text into two <font>, the old node into no document at all. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const parent = text.parentElement;
    if (!parent || !text.data.trim() || parent.closest("font, script, style, noscript, option")) continue;
    const outer = document.createElement("font");
    outer.append(Object.assign(document.createElement("font"), { textContent: text.data }));
    parent.replaceChild(outer, text);
  }
}

/** What common extensions do: foreign nodes and attributes in head, body and forms. */
function extend(): void {
  const foreign = (tag: string) => Object.assign(document.createElement(tag), { className: "foreign" });
  document.documentElement.setAttribute("class", "translated-ltr");
  document.documentElement.setAttribute("lang", "sw");
  document.body.setAttribute("cz-shortcut-listen", "true");
  document.head.prepend(foreign("style"));
  document.head.append(foreign("meta"));
  document.body.prepend(foreign("div"));
  document.body.append(foreign("aside"));
  for (const input of document.querySelectorAll("input")) input.setAttribute("data-lpignore", "true");
  for (const form of document.querySelectorAll("form")) form.append(foreign("span"));
}

/** Alters the page now, and translates whatever comes later. */
async function keepAltering(page: Page): Promise<void> {
  await page.evaluate(extend);
  await page.evaluate(`(() => {
    const translate = ${translate.toString()};
    translate();
    new MutationObserver(translate).observe(document.body, { childList: true, subtree: true });
  })()`);
}

/** No error page, and the page around its contents is there. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
}

/** Opens a page whose scripts come only after it was altered. */
async function openAltered(page: Page, path: string): Promise<void> {
  let release = () => {};
  const altered = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await altered;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.evaluate(extend);
  await page.evaluate(translate);
  release();
}

test("translated before hydration: a product is put into the cart", async ({ page }) => {
  const { product, size } = await plentiful(page.request, 6);
  await openAltered(page, `/product/${product._id}`);
  await page.getByRole("radio", { name: size, exact: true }).check();
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await expectWhole(page);
});

for (const path of [
  "/",
  "/collection",
  "/login",
  "/cart",
  "/place-order",
  "/orders",
  "/about",
  "/no/such/page",
])
  test(`${path} translated before and after hydration is whole`, async ({ page }) => {
    await openAltered(page, path);
    await page.waitForLoadState("networkidle");
    await keepAltering(page);
    await expectWhole(page);
    await page
      .getByRole("banner")
      .getByRole("link", { name: /^Cart, / })
      .click();
    await expect(page).toHaveURL("/cart");
    await expectWhole(page);
  });

for (const way of [TILL, PUSH])
  test(`${way.name}, translated all the way: paid, one order`, async ({ page }) => {
    const payer = await newPayer(page.request);
    await signIn(page, payer.token);
    await page.goto("/cart");
    await expect(page.getByRole("button", { name: "PROCEED TO CHECKOUT" })).toBeVisible();
    await keepAltering(page);
    await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
    await fillAddress(page);
    // wrong first, so that what is said comes and goes among the altered nodes
    await page.getByLabel("Postal code").fill("abc");
    await onward(page).click();
    await expect(page.getByLabel("Postal code")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Postal code").fill("00100");
    await choose(page, way, payer);
    await way.button(page).click();
    await way.begun(page);
    await way.settle(page, payer);
    await expectOneOrder(page, way, payer);
    await expectWhole(page);
  });

test("a translated collection is filtered, and a size is chosen again and again", async ({ page }) => {
  await page.goto("/collection", { waitUntil: "networkidle" });
  await keepAltering(page);
  await page.getByLabel("Sort by").selectOption("Low-high");
  await expect(page).toHaveURL("/collection?sort=low-high");
  await expectWhole(page);
  const { product, size } = await plentiful(page.request, 7);
  await addToCart(page, { product, size });
  await keepAltering(page);
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
  await page.getByRole("link", { name: "Cart, 2 items" }).click();
  await keepAltering(page);
  await page.getByRole("button", { name: `Remove ${product.name}` }).click();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  await expectWhole(page);
});
