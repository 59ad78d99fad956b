import { type Browser, expect, type Page, test } from "@playwright/test";
import { payButton, payInModal } from "./cards.ts";
import { addToCart, plentiful } from "./goods.ts";
import { PLACED } from "./onward.ts";
import { openPhone, ownShop } from "./own-shop.ts";
import { CARD, choose, TILL } from "./payers.ts";
import { fillAddress, freshEmail } from "./people.ts";
import { expectSound } from "./sound.ts";

// the owner switches a way to pay off while somebody stands at its page

const own = ownShop();

/** A guest at the filled-in checkout. */
async function atCheckout(browser: Browser, n: number): Promise<Page> {
  const page = await openPhone(browser, own.shop);
  await addToCart(page, await plentiful(page.request, n));
  await page.goto("/place-order");
  await fillAddress(page);
  await page.getByLabel("Email address").fill(freshEmail());
  return page;
}

/** Ticks or clears a way to pay at the counter; the shop has the change once its pages show it. */
async function offer(name: string, isOn: boolean): Promise<void> {
  await own.owner.goto("/staff/settings/payments");
  await own.owner.getByRole("checkbox", { name }).setChecked(isOn);
  await own.owner.getByRole("button", { name: "Save", exact: true }).click();
  await expect(own.owner.getByText("Saved. The shop says it now.")).toBeVisible();
}

test("A card page begun before cards were switched off ends as its order", async ({ browser }) => {
  const begun = await atCheckout(browser, 1);
  await choose(begun, CARD);
  await CARD.button(begun).click();
  await CARD.begun(begun);
  const early = await atCheckout(browser, 2);
  await choose(early, CARD);
  await expect(payButton(early)).toBeVisible();
  await offer("Card", false);

  // a page that was open already is refused in words, and a reloaded one says it first
  await payButton(early).click();
  await expect(
    early.getByText("Card payments are not available in this shop yet.", { exact: false }).first(),
  ).toBeVisible();
  await early.reload();
  await expect(early.getByRole("heading", { name: "Please pay another way" })).toBeVisible();
  await expect(payButton(early)).toHaveCount(0);
  await expectSound(early);

  await begun.reload();
  await expect(begun.getByText("You already started paying by card.", { exact: false })).toBeVisible();
  await payButton(begun).click();
  await payInModal(begun);
  await expect(begun).toHaveURL(PLACED, { timeout: 30_000 });
  await offer("Card", true);
});

test("A switched-off till is hidden, and who paid there can still type the code", async ({ browser }) => {
  const page = await atCheckout(browser, 3);
  await choose(page, TILL);
  await expect(page.getByText("Till number", { exact: true })).toBeVisible();
  await offer("Cash on order", false);
  // a reload that is quicker than the notification of the change shows the till once more
  await expect(async () => {
    await page.reload();
    const heading = page.getByRole("heading", { name: "Please don't pay at our till now" });
    await expect(heading).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(page.getByText("Cash on order is not offered in this shop.")).toBeVisible();
  await expect(page.getByText("Till number", { exact: true })).toHaveCount(0);
  await expectSound(page);
  await expect(page.getByRole("heading", { name: "Already paid at our till?" })).toBeVisible();
  await page.getByLabel("M-Pesa transaction code").fill("QGH7X2K9LM");
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(
    page.getByText("We have your code: you get your order or your money back.", { exact: false }).first(),
  ).toBeVisible();
  await expect(page).toHaveURL("/mpesa-verification");
  await offer("Cash on order", true);
});
