import { expect, test } from "@playwright/test";
import { atPay, expectOneOrder, goToPay, ordersOf, type Payer, TILL, WAYS } from "./payers.ts";
import { freshCode } from "./people.ts";
import { PLACED } from "./placed.ts";
import { headed, SETTLED } from "./prompts.ts";
import { expectSound } from "./sound.ts";

const QUESTION = /^You ordered the same .*\. Order again\?$/;
const count = async (payer: Payer, request: Parameters<typeof ordersOf>[0]) =>
  (await ordersOf(request, payer)).length;

for (const way of WAYS)
  test(`${way.name}: goods ordered minutes ago are asked about before any money, and ordered again on yes alone`, async ({
    page,
  }) => {
    const payer = await atPay(page, TILL);
    await TILL.button(page).click();
    await expectOneOrder(page, TILL, payer);
    const bought = (await ordersOf(page.request, payer))[0]?.items[0];
    const added = await page.request.post("/api/cart/add", {
      headers: { token: payer.token },
      data: { itemId: bought?._id, size: bought?.size },
    });
    expect(added.ok(), await added.text()).toBe(true);
    payer.code = freshCode();
    await goToPay(page, way, payer);

    await way.button(page).click();
    await expect(headed(page, QUESTION)).toBeFocused();
    await expectSound(page);
    expect(await count(payer, page.request)).toBe(1);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Order again" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "See my orders" })).toBeFocused();
    // Pay says nothing else than before: it asks again
    await way.button(page).click();
    await expect(headed(page, QUESTION)).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await way.begun(page);
    await way.settle(page, payer);
    await expect(page).toHaveURL(PLACED, { timeout: SETTLED });
    await expect.poll(() => count(payer, page.request)).toBe(2);
  });
