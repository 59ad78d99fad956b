import { expect, type Page, test } from "@playwright/test";
import { plentiful } from "./goods.ts";
import { hold } from "./held.ts";
import { hydrated } from "./hydrated.ts";
import { onward } from "./onward.ts";
import { choose, expectOneOrder, newPayer, PUSH } from "./payers.ts";
import { fillAddress, signIn } from "./people.ts";

test("A translated page hydrates", async ({ page }) => {
  await openAltered(page, "/collection");
  await hydrated(page);
  await keepAltering(page);
  await page.getByLabel("Sort by").selectOption("Low-high");
  await expect(page).toHaveURL("/collection?sort=low-high");
  await expectWhole(page);
  const { product, size } = await plentiful(page.request, 7);
  await openAltered(page, `/product/${product._id}`);
  await page.getByRole("radio", { name: size, exact: true }).check();
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await keepAltering(page);
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
  await page.getByRole("link", { name: "Cart, 2 items" }).click();
  await keepAltering(page);
  await page.getByRole("button", { name: `Remove ${product.name}` }).click();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  await expectWhole(page);
});

test("A translated page can be bought from", async ({ page }) => {
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
  await choose(page, PUSH);
  await PUSH.fill(page, payer);
  await PUSH.button(page).click();
  await PUSH.begun(page);
  await PUSH.settle(page, payer);
  await expectOneOrder(page, PUSH, payer);
  await expectWhole(page);
});

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
  const release = await hold(page, "**/assets/*.js");
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.evaluate(extend);
  await page.evaluate(translate);
  release();
}
