import type { Page } from "@playwright/test";
import { onward } from "../../../e2e/onward.ts";
import { ADDRESS, freshCode, signIn } from "../../../e2e/people.ts";
import { customer } from "../../../test/people.ts";
import type { PhoneStage } from "../phone.ts";
import type { Figure } from "../stage.ts";
import { median, openDevice } from "./device.ts";
import { plentifulProduct } from "./goods.ts";

/** ms from a touch or a key to the next frame; the slowest of a journey, which has fewer than 50 that count. */
const BUDGET = 200;

/** One touch or key, as watch.js tells it; ms. */
type Interaction = {
  id: string;
  path: string;
  event: string;
  what: string;
  ms: number;
  /** Before the page's own code began, and in it; the rest is drawing. */
  waited: number;
  worked: number;
};

/** The slowest answer of a whole journey, from the home page to a placed order, with the three slowest by name. */
export async function walkJourney(phone: PhoneStage): Promise<Figure[]> {
  const slowest: number[] = [];
  const all: Interaction[] = [];
  for (let round = 0; round < phone.rounds; round += 1) {
    const felt = await buyOnce(phone);
    slowest.push(Math.max(...felt.map(({ ms }) => ms)));
    all.push(...felt);
  }
  for (const { what, path, event, ms, waited, worked } of worst(all, 3))
    console.error(
      `  ${Math.round(ms)} ms: ${event} on ${what} of ${path} (waited ${Math.round(waited)}, worked ${Math.round(worked)}, drawn in ${Math.round(ms - waited - worked)})`,
    );
  return [{ what: "INP of the whole journey", got: median(slowest), budget: BUDGET, unit: "ms" }];
}

async function buyOnce({ browser, url, query }: PhoneStage): Promise<Interaction[]> {
  const { page, close } = await openDevice(browser, { baseURL: url });
  await signIn(page, (await customer({ query })).token);
  const felt = new Map<string, Interaction>();
  await page.exposeBinding("tellInteraction", (_source, entry: Interaction) => {
    // down, up and click of one tap are one interaction, as long as its longest
    if (entry.ms > (felt.get(entry.id)?.ms ?? 0)) felt.set(entry.id, entry);
  });
  const { product, size } = await plentifulProduct(url);

  await page.goto("/");
  await tapLink(page, "Menu", "button");
  await page.getByRole("dialog").getByRole("link", { name: "Collection" }).tap();
  await page.waitForURL("**/collection");
  await tapLink(page, /^Filters/, "button");
  const sheet = page.getByRole("dialog");
  await sheet.getByText(product.category, { exact: true }).tap();
  await page.waitForURL(/category=/);
  await sheet.getByRole("button", { name: /^Show / }).tap();
  await page.getByRole("main").getByRole("link", { name: product.name }).first().tap();
  await page.waitForURL("**/product/*");
  await page.getByRole("radio", { name: size, exact: true }).tap();
  await page.getByRole("button", { name: "ADD TO CART" }).tap();
  await page.getByRole("link", { name: "Cart, 1 item" }).tap();
  await page.waitForURL("**/cart");
  await page.getByRole("button", { name: /^One more of/ }).tap();
  await page.getByRole("link", { name: "Cart, 2 items" }).waitFor();
  await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).tap();
  await page.waitForURL("**/place-order");
  await typeAddress(page);
  await page.getByRole("radio", { name: /M-Pesa prompt/ }).tap();
  await page.getByRole("radio", { name: /Cash on order/ }).tap();
  await onward(page).tap();
  await page.waitForURL("**/mpesa-verification");
  const code = page.getByLabel("M-Pesa transaction code");
  await code.tap();
  await code.pressSequentially(freshCode(), { delay: 40 });
  await page.getByRole("button", { name: "PLACE ORDER" }).tap();
  await page.waitForURL("**/orders?placed=*");
  await page.getByRole("button", { name: /Track Order/ }).tap();
  // an interaction is told when its frame has been drawn
  await page.waitForTimeout(1_000);
  await close();
  return [...felt.values()];
}

async function tapLink(page: Page, name: string | RegExp, role: "button" | "link"): Promise<void> {
  await page.getByRole(role, { name }).first().tap();
}

async function typeAddress(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(ADDRESS)) {
    const field = page
      .getByRole("textbox", { name: label, exact: true })
      .or(page.getByRole("combobox", { name: label, exact: true }));
    await field.tap();
    await field.fill("");
    await field.pressSequentially(text, { delay: 40 });
  }
}

function worst(all: Interaction[], count: number): Interaction[] {
  const named = new Map<string, Interaction>();
  for (const each of [...all].sort((one, other) => one.ms - other.ms))
    named.set(`${each.path} ${each.what}`, each);
  return [...named.values()].sort((one, other) => other.ms - one.ms).slice(0, count);
}
