import { expect, test } from "@playwright/test";
import { ADDRESS } from "../test/people.ts";
import { addForAccount, addToCart, plentiful } from "./goods.ts";
import { hold } from "./held.ts";
import { onward } from "./onward.ts";
import { choose, TILL } from "./payers.ts";
import { fillAddress, signIn, signUp } from "./people.ts";
import { LAPTOP, QUICK } from "./sizes.ts";
import { expectSound } from "./sound.ts";
import { placeOrder } from "./staff-order.ts";

test(
  "At checkout ways to pay precede the address, sum and button stay in view, and policies open in a new tab",
  QUICK,
  async ({ page, context }) => {
    await addToCart(page, await plentiful(page.request, 10));
    // what is typed before the scripts are there stays
    const scripts = await hold(page, "**/assets/*.js");
    await page.goto("/place-order", { waitUntil: "commit" });
    await page.getByLabel("Street").fill("7 Moi Avenue");
    scripts();
    const place = onward(page);
    await expect(place).toBeEnabled();
    await page.unroute("**/assets/*.js");

    // and a town that is typed before the list of towns has come is completed
    const towns = await hold(page, /\/towns-[^/]*\.js/);
    await page.reload();
    await expect(page.getByLabel("Street")).toHaveValue("7 Moi Avenue");
    const town = page.getByLabel("Town or city");
    const county = page.getByLabel("County");
    const code = page.getByLabel("Postal code");
    await town.fill("Thika");
    await expect(county).toHaveValue("");
    towns();
    await expect(county).toHaveValue("Kiambu");
    await expect(code).toHaveValue("01000");
    await place.click();
    await expect(page).toHaveURL("/place-order");
    await expect(page.getByLabel("First name")).toBeFocused();
    await expect(page.getByLabel("First name")).toHaveAttribute("aria-invalid", "true");
    await fillAddress(page);
    await code.fill("abc");
    const phone = page.getByRole("textbox", { name: "Phone" });
    await phone.fill("call me");
    await place.click();
    await expect(code).toHaveAttribute("aria-invalid", "true");
    await expect(phone).toHaveAttribute("aria-invalid", "true");
    await code.fill("00100");
    await phone.fill("0712345678");
    await page.getByLabel("Street").focus();
    const promise = page.getByText("Delivery to Nairobi: Ksh 1, 1 to 2 days. Weekends are not counted.");
    await expect(promise).toBeVisible();

    // the policies are read in a tab of their own
    const opened = context.waitForEvent("page");
    await page.getByRole("main").getByRole("link", { name: "Returns and exchanges" }).click();
    const policy = await opened;
    await expect(policy.getByRole("heading", { level: 1, name: "Returns and exchanges" })).toBeVisible();
    await policy.close();
    await expect(page).toHaveURL("/place-order");

    await page.reload();
    await expect(page.getByLabel("Street")).toHaveValue("12 Langata Road");
    await expect(county).toHaveValue("Nairobi");
    await expect(phone).toHaveValue("0712 345 678");
    await expect(promise).toBeVisible();
    await expect(page.getByRole("radio", { name: /M-Pesa prompt/ })).toBeChecked();
    for (const name of [/^Cash on order Pay to our M-Pesa till/, /^Card/])
      await expect(page.getByRole("radio", { name })).toBeEnabled();
    // before the long form; the bar with the total and the button stays
    const methods = page.getByRole("group", { name: "Payment method" });
    await methods.scrollIntoViewIfNeeded();
    await expect(page.getByLabel("Country")).not.toBeInViewport();
    await expect(place).toBeInViewport({ ratio: 1 });
    await expectSound(page);
    await page.setViewportSize(LAPTOP.viewport);
    const summary = page.getByRole("region", { name: "Your order" });
    await page.evaluate(() => scrollTo(0, 0));
    for (const part of [methods, summary, place]) await expect(part).toBeInViewport({ ratio: 1 });
    await town.scrollIntoViewIfNeeded();
    await expect(methods).not.toBeInViewport({ ratio: 1 });
    for (const part of [summary, place]) await expect(part).toBeInViewport({ ratio: 1 });
    await expectSound(page);
  },
);

test("A returning shopper types no address", async ({ page }) => {
  const shopper = await signUp(page.request);
  const { email, token } = shopper;
  for (const street of ["12 Langata Road", "7 Moi Avenue"]) {
    const address = { ...ADDRESS, street, city: "Kisumu", state: "Kisumu", zipCode: "40100" };
    await placeOrder(page.request, 21, { address, again: true }, shopper);
  }
  await addForAccount(page.request, token, await plentiful(page.request, 22));
  await signIn(page, token);
  await page.goto("/cart");
  await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
  const where = page.getByRole("region", { name: "Delivery information" });
  await expect(where).toContainText("7 Moi Avenue");
  await expect(where).toContainText("0712 345 678");
  await expect(where).toContainText("Delivery to Kisumu: Ksh 1, 3 to 5 days.");
  await expectSound(page);

  await where.getByRole("button", { name: "Use another" }).click();
  await expect(page.getByRole("heading", { name: "Delivery information" })).toBeFocused();
  await expect(onward(page)).toBeDisabled();
  await expectSound(page);
  await where
    .getByRole("listitem")
    .filter({ hasText: "12 Langata Road" })
    .getByRole("button", { name: "Deliver here" })
    .click();
  await expect(where).toContainText("12 Langata Road");
  // it stays chosen through a reload
  await page.reload();
  await expect(where).toContainText("12 Langata Road");
  await where.getByRole("button", { name: "Use another" }).click();
  await where.getByRole("button", { name: "Remove 7 Moi Avenue" }).click();
  await expect(where.getByText("Address removed.")).toBeVisible();
  await expect(where.getByRole("listitem")).toHaveCount(1);
  await where.getByRole("button", { name: "New address" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Wanjiku");
  await expect(page.getByLabel("Street")).toHaveValue("");
  await page.getByLabel("Street").fill("3 Kenyatta Avenue");
  await page.getByLabel("Town or city").fill("Nakuru");
  await choose(page, TILL);

  // all removed, and another visit on a device that kept nothing: from the account and its last order
  const forgetDraft = () => page.evaluate(() => localStorage.removeItem("checkout-draft"));
  await forgetDraft();
  await page.goto("/place-order");
  await where.getByRole("button", { name: "Use another" }).click();
  await where.getByRole("button", { name: "Remove 12 Langata Road" }).click();
  await expect(page.getByLabel("Street")).toHaveValue("");
  await forgetDraft();
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue("Wanjiku");
  await expect(page.getByLabel("Last name")).toHaveValue("Otieno");
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await expect(page.getByRole("textbox", { name: "Phone" })).toHaveValue("0712 345 678");
  await expect(page.getByLabel("Street")).toHaveValue("");
});
