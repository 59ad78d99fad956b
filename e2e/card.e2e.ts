import { expect, test } from "@playwright/test";
import { atTheCardPage, expectOrdered, isScriptAlive } from "./card-page.ts";
import { goToCardPage, letPass, modal, payButton, payInModal } from "./cards.ts";
import { PLACED } from "./placed.ts";

test("a card is charged once, the order is there, and Back asks for no second payment", async ({ page }) => {
  const product = await atTheCardPage(page, 20);
  expect(await isScriptAlive(page)).toBe(false);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Wanjiku Otieno");
  await expect(page.getByLabel("Phone")).toHaveValue("0712 345 678");
  await expect(page.getByLabel("Amount")).toHaveAttribute("readonly", "");
  await payButton(page).dblclick();
  await expect(modal(page).getByRole("button", { name: /^Pay / })).toBeVisible();
  await expect(page.locator('iframe[name="checkout"]')).toHaveCount(1);
  const sent = page.waitForRequest("**/api/order/flutterwave");
  await payInModal(page);
  expect((await sent).postDataJSON().paymentDetails).toEqual({
    amount: expect.any(Number),
    currency: "KES",
    processor_response: "Approved Successful",
    phone_number: "254712345678",
  });
  await expect(page.getByRole("heading", { name: "Payment confirmed!" })).toBeFocused();
  await expectOrdered(page, product);
  await page.goBack();
  await expect(page).not.toHaveURL("/flutterwave");
});

test("a closed card page takes nothing, and opens again", async ({ page }) => {
  const product = await atTheCardPage(page, 22);
  await payButton(page).click();
  await modal(page).getByRole("button", { name: "Close payment" }).click();
  await expect(page.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  await expect(payButton(page)).toBeFocused();
  await payButton(page).click();
  await payInModal(page);
  await expectOrdered(page, product);
});

test("a refused card may be followed by a good one in the same page", async ({ page }) => {
  const product = await atTheCardPage(page, 23);
  await payButton(page).click();
  await payInModal(page, "5258585922666506");
  await expect(modal(page).getByRole("alert")).toContainText("Insufficient Funds");
  await payInModal(page);
  await expectOrdered(page, product);
});

test("a card page that never calls back: our own server hears of the money", async ({ page }) => {
  const product = await atTheCardPage(page, 24);
  await payButton(page).click();
  await payInModal(page, "4000000000000002");
  await expectOrdered(page, product);
});

test("paid and closed before a word of it: found when the page closes", async ({ page }) => {
  const product = await atTheCardPage(page, 25);
  await payButton(page).click();
  await payInModal(page, "4000000000000002");
  await expect(modal(page).getByRole("heading", { name: "Finishing your payment" })).toBeVisible();
  await modal(page).getByRole("button", { name: "Close payment" }).click();
  await expectOrdered(page, product);
});

test("a payment that is still being confirmed asks for no other, also after a reload", async ({ page }) => {
  const product = await atTheCardPage(page, 26);
  await payButton(page).click();
  await payInModal(page, "4000000000000006");
  const waiting = page.getByRole("heading", { name: "Payment is being confirmed" });
  await expect(waiting).toBeFocused();
  await expect(page.getByText("You can close this page", { exact: false })).toBeVisible();
  await page.reload();
  await expect(waiting).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await letPass(page.request, 61);
  await expect(page).toHaveURL(PLACED, { timeout: 40_000 });
  await expectOrdered(page, product);
});

test("another amount than ours is never an order, and no second charge is offered", async ({ page }) => {
  await atTheCardPage(page, 27);
  await payButton(page).click();
  await payInModal(page, "4000000000000007");
  await expect(page.getByText(/^Bad request: /).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Check again" })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await page.goto("/orders");
  await expect(page.getByText("No orders yet")).toBeVisible();
});

test("a success the provider knows nothing of is no order", async ({ page }) => {
  const product = await atTheCardPage(page, 28);
  await payButton(page).click();
  await payInModal(page, "4000000000000014");
  await expect(page.getByText(/^Bad request: /).first()).toBeVisible();
  await page.goto("/orders");
  await expect(page.getByText("No orders yet")).toBeVisible();
  await expect(page.getByRole("link", { name: product })).toHaveCount(0);
});

test("a finished payment shows its order in another tab, which was at the form", async ({
  page,
  context,
}) => {
  const product = await atTheCardPage(page, 33);
  const other = await context.newPage();
  await goToCardPage(other);
  await page.bringToFront();
  await payButton(page).click();
  await payInModal(page);
  await expectOrdered(page, product);
  await other.bringToFront();
  await other.reload();
  await expect(other.getByRole("heading", { name: "Payment confirmed!" })).toBeFocused();
  await expect(payButton(other)).toHaveCount(0);
  await other.getByRole("link", { name: "See my orders" }).click();
  await expectOrdered(other, product);
});

test("paid twice: the page says so instead of success, and a reload pays nothing", async ({ page }) => {
  await atTheCardPage(page, 35);
  const message = "You paid twice; we are giving the money of this payment back.";
  await page.route("**/api/order/flutterwave", (route) =>
    route.fulfill({ json: { success: true, message, orderId: "01KPAIDTWICE", refund: true } }),
  );
  await payButton(page).click();
  await payInModal(page);
  await expect(page.getByRole("heading", { name: "We're refunding you" })).toBeFocused();
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByText("Payment confirmed!")).toHaveCount(0);
  // in truth one payment was made, and its order is there: said, and then shown
  await page.reload();
  await expect(page.getByRole("heading", { name: /^(Payment confirmed!|My orders)$/ })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
});
