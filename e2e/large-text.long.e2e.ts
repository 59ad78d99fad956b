import { expect, type Page, test } from "@playwright/test";
import { chooseCard, payButton } from "./cards.ts";
import { addForAccount, plentiful } from "./goods.ts";
import { hydrated } from "./hydrated.ts";
import { goToTill, onward } from "./onward.ts";
import { haveAddress, signInAsNew, signInToOrder, signUp } from "./people.ts";
import { headed, pay, phoneIn, waiting } from "./prompts.ts";
import { unreadable } from "./readable.ts";
import { payByCard } from "./staff-order.ts";

// somebody who reads large type: twice the usual, set in the browser

test.use({ viewport: { width: 360, height: 740 } });

const enlarge = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () =>
      document.documentElement.style.setProperty("font-size", "200%"),
    ),
  );

async function expectReadable(page: Page): Promise<void> {
  await hydrated(page);
  const folder = process.env.E2E_PICTURES;
  const name = new URL(page.url()).pathname.replaceAll(/\W+/g, "-");
  if (folder) await page.screenshot({ path: `${folder}/large${name}.png`, fullPage: true, scale: "css" });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow, page.url()).toBeLessThanOrEqual(0);
  // what is for the keyboard alone lies on nothing
  const skip = await page.locator(".skip").boundingBox();
  expect.soft(skip && skip.y + skip.height, page.url()).toBeLessThanOrEqual(0);
  expect.soft(await unreadable(page), page.url()).toEqual([]);
}

for (const { language, menu } of [
  { language: "en", menu: "Menu" },
  { language: "sw", menu: "Menyu" },
])
  test(`at 200 % nothing of the shop is cut or scrolls sideways, reading ${language}`, async ({ page }) => {
    await enlarge(page);
    await signInAsNew(page);
    const { product } = await plentiful(page.request);
    for (const path of [
      "/",
      "/collection",
      `/product/${product._id}`,
      "/login",
      "/cart",
      "/orders",
      "/contact",
      "/profile",
      "/nowhere",
    ]) {
      await page.goto(`${path}?lang=${language}`, { waitUntil: "networkidle" });
      await expectReadable(page);
    }
    await page.getByRole("button", { name: menu, exact: true }).click();
    await expectReadable(page);
  });

test("at 200 % nothing of an order's way is cut or scrolls sideways", async ({ page }) => {
  await enlarge(page);
  const { token } = await signUp(page.request);
  await addForAccount(page.request, token, await plentiful(page.request, 4));
  await signInToOrder(page, token);
  await page.goto("/cart", { waitUntil: "networkidle" });
  await expectReadable(page);
  await page.goto("/place-order");
  await haveAddress(page);
  await expectReadable(page);
  await page.getByRole("radio", { name: /M-Pesa prompt/ }).check();
  await onward(page).click();
  await expect(page).toHaveURL("/mpesa");
  await pay(page, await phoneIn(page.request, "035"));
  await expect(waiting(page)).toBeVisible();
  await expectReadable(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Kiswahili" }).click();
  await expect(headed(page, "Angalia simu yako")).toBeVisible();
  await expectReadable(page);
});

test("at 200 % nothing of the till, the card's page and a placed order is cut or scrolls sideways", async ({
  page,
}) => {
  await enlarge(page);
  const { token } = await signUp(page.request);
  await addForAccount(page.request, token, await plentiful(page.request, 5));
  await signInToOrder(page, token);
  await page.goto("/place-order");
  await haveAddress(page);
  await goToTill(page);
  await expect(page.getByLabel("M-Pesa transaction code")).toBeVisible();
  await expectReadable(page);
  await page.goBack();
  await haveAddress(page);
  await chooseCard(page);
  // the page's own document is there
  await expect(payButton(page)).toBeVisible();
  await expectReadable(page);
  const paid = await payByCard(page.request, 6);
  await signInToOrder(page, paid.token);
  await page.goto(`/orders?placed=${paid.id}`, { waitUntil: "networkidle" });
  await expect(page.getByRole("button", { name: /Track Order/ })).toBeVisible();
  await expectReadable(page);
});
