import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { expect, type Page, test } from "@playwright/test";
import { addToCartHere, plentiful } from "../../e2e/goods.ts";
import { choose, type Payer, WAYS } from "../../e2e/payers.ts";
import { fillAddress, fillSignUpHere, followMail, freshCode, logInHere } from "../../e2e/people.ts";
import { PLACED } from "../../e2e/placed.ts";
import { phoneIn, SETTLED } from "../../e2e/prompts.ts";
import { setOffline, slowDown } from "../bench/phone/device.ts";
import { asMarkdown, withSection } from "./markdown.ts";
import { startRecorder } from "./record.ts";

type Goods = Awaited<ReturnType<typeof plentiful>>;

// The whole shop, as somebody walks through it by touch who comes for the first time and buys in each of the three ways.

test("a walk through the whole shop", async ({ page, request }) => {
  const goods = await Promise.all(WAYS.map((_, n) => plentiful(request, n)));
  const payer: Payer = { email: "", token: "", phone: await phoneIn(request, "035"), code: freshCode() };
  const cdp = await page.context().newCDPSession(page);
  await slowDown(cdp);
  const recorder = await startRecorder(page);

  for (const [at, way] of WAYS.entries()) {
    const chosen = goods[at];
    if (!chosen) throw new Error("The sample goods are too few.");
    if (at === 0) await searchAndFilter(page, chosen);
    else await openCollection(page);
    await card(page, chosen.product.name).click();
    await addToCartHere(page, chosen);
    await page.getByRole("link", { name: "Cart, 1 item" }).click();
    if (at === 0) payer.email = await comeIn(page, chosen);
    await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
    await fillAddress(page);
    await choose(page, way, payer);
    await way.button(page).click();
    await way.begun(page);
    await way.settle(page, payer);
    await expect(page).toHaveURL(PLACED, { timeout: SETTLED });
    await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(at + 1);
  }

  await lookAtProfile(page);
  await loseTheNetwork(page, (offline) =>
    recorder.note(offline ? "loses the network" : "has the network again", () =>
      setOffline({ page, cdp }, offline),
    ),
  );
  await openProfileMenu(page);
  await banner(page).getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  const counted = (await readFile("docs/walk.md", "utf8")).split("## Taps and fields")[1];
  const told = asMarkdown(await recorder.end(), cpus().length);
  await writeFile("docs/walk.md", counted ? withSection(told, `## Taps and fields${counted}`) : told);
});

async function searchAndFilter(page: Page, { product }: Goods): Promise<void> {
  await page.goto("/");
  await openCollection(page);
  const search = page.getByRole("searchbox", { name: "Search products" });
  await page.getByRole("button", { name: "Search", exact: true }).first().click();
  await search.fill(product.name.split(" ")[0] ?? product.name);
  await expect(card(page, product.name)).toBeVisible();
  await page.getByRole("button", { name: "Close search" }).click();
  await page
    .getByRole("button", { name: /^Filters/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("checkbox", { name: product.category, exact: true }).check();
  await page.getByRole("button", { name: /^Show \d+ products/ }).click();
}

/** From the cart: one more of it, a new account that takes the cart along, out and in again, and back to the cart. */
async function comeIn(page: Page, { product }: Goods): Promise<string> {
  await page.getByRole("button", { name: `One more of ${product.name}` }).click();
  await page.getByRole("link", { name: /Profile/ }).click();
  const email = await fillSignUpHere(page);
  await followMail(page, email);
  await expect(page).toHaveURL("/");
  await openProfileMenu(page);
  await banner(page).getByRole("button", { name: "Logout" }).click();
  await logInHere(page, email);
  await page.getByRole("link", { name: "Cart, 2 items" }).click();
  return email;
}

async function lookAtProfile(page: Page): Promise<void> {
  await openProfileMenu(page);
  await banner(page).getByRole("link", { name: "My Profile" }).click();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();
  await openProfileMenu(page);
  await banner(page).getByRole("link", { name: "Orders" }).click();
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(WAYS.length);
}

async function loseTheNetwork(page: Page, setOffline: (offline: boolean) => Promise<void>): Promise<void> {
  await setOffline(true);
  await openFromMenu(page, "About");
  await expect(page.getByText(/no connection|offline/i).first()).toBeVisible();
  await page.getByRole("link", { name: "See your cart" }).click();
  await expect(page.getByRole("heading", { name: /cart/i }).first()).toBeVisible();
  await setOffline(false);
  await openFromMenu(page, "About");
  await expect(page).toHaveURL("/about");
}

async function openCollection(page: Page): Promise<void> {
  await openFromMenu(page, "Collection");
  await expect(page.getByRole("heading", { name: "All collections" })).toBeVisible();
}

async function openFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name }).click();
}

async function openProfileMenu(page: Page): Promise<void> {
  await banner(page).getByRole("button", { name: "Profile" }).click();
}

const banner = (page: Page) => page.getByRole("banner");

const card = (page: Page, name: string) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: name }).getByRole("link").first();
