import { expect, test } from "@playwright/test";
import { freshCode } from "./people.ts";
import { expectSoundScreen, signInAsStaff, walkToCode } from "./staff.ts";
import { placeOrder } from "./staff-order.ts";

test.setTimeout(180_000);

test("an order is found, packed, shipped and taken back", async ({ page }) => {
  const { id, code } = await placeOrder(page.request, 3);
  const short = id.slice(-8);
  await signInAsStaff(page, "owner");
  await page.goto("/staff/orders");
  await expectSoundScreen(page, "orders");
  await page.getByLabel("Search orders").fill(code.toLowerCase());
  await page.getByRole("button", { name: "Search" }).click();
  const row = page.getByRole("row").filter({ hasText: short });
  await expect(row).toHaveCount(1);
  await expect(row.getByRole("link", { name: "0712 345 678" })).toHaveAttribute("href", "tel:0712345678");
  await page.getByLabel(`Pick order ${short}`).check();
  await expectSoundScreen(page, "orders-picked");
  await page.getByRole("button", { name: "Mark as Packing" }).click();
  await expect(page.getByText(`${short}: `)).toBeVisible();
  await page.getByRole("link", { name: short }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${short}` })).toBeVisible();
  await expect(page.getByRole("link", { name: "0712 345 678" })).toBeVisible();
  await expectSoundScreen(page, "order");
  await page.getByLabel("Reason").fill("A friend of the house");
  await page.getByRole("button", { name: "Mark as Packing" }).click();
  await page.getByLabel("Courier").fill("G4S");
  await page.getByLabel("Tracking number").fill("KE 123");
  await page.getByRole("button", { name: "Mark as Shipped" }).click();
  await expect(page.getByRole("button", { name: "Mark as Delivered" })).toBeVisible();
  await expectSoundScreen(page, "order-shipped");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Mark as Shipped" })).toBeVisible();
  await page.getByLabel("Note").fill("Gate at the back");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Note: Gate at the back")).toBeVisible();
});

test("who is late is told who was first", async ({ page, context }) => {
  const { id } = await placeOrder(page.request, 4);
  await signInAsStaff(page, "owner");
  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto(`/staff/orders/${id}`);
    await each.getByLabel("Reason").fill("A friend of the house");
  }
  await page.getByRole("button", { name: "Mark as Packing" }).click();
  await expect(page.getByRole("button", { name: "Mark as Shipped" })).toBeVisible();
  await other.getByRole("button", { name: "Mark as Packing" }).click();
  await expect(other.getByRole("alert")).toContainText("Amina Wambui");
  await expectSoundScreen(other, "order-late");
  await other.getByRole("button", { name: "Show how it is now" }).click();
  await expect(other.getByRole("button", { name: "Mark as Shipped" })).toBeVisible();
});

test("codes are confirmed and rejected by keyboard, and the money goes back in part", async ({ page }) => {
  const [good, bad] = [await placeOrder(page.request, 5), await placeOrder(page.request, 6)];
  await signInAsStaff(page, "owner");
  await page.goto("/staff/codes");
  await walkToCode(page, bad.code);
  await expectSoundScreen(page, "codes");
  await page.keyboard.press("r");
  await expect(page.getByText(`${bad.code} is rejected.`)).toBeVisible();
  await page.reload();
  await walkToCode(page, good.code);
  await page.keyboard.press("c");
  await expect(page.getByText(`${good.code} is confirmed.`)).toBeVisible();

  await page.goto("/staff/payments?which=all");
  await expectSoundScreen(page, "payments");
  await page.goto("/staff/payments?which=doubtful");
  await page.goto(`/staff/orders/${good.id}`);
  await page.getByRole("link", { name: /^Payment of Ksh/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Payment" })).toBeVisible();
  await expectSoundScreen(page, "payment");
  await page.getByLabel("Amount").fill("500");
  await page.getByLabel("Reason").fill("A button was missing");
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(page.getByText(/^Send Ksh 500/)).toBeVisible();
  await expectSoundScreen(page, "payment-refund");
  await page.getByLabel("M-Pesa code").fill(freshCode());
  await page.getByRole("button", { name: "Mark refunded" }).click();
  await expect(page.getByText(/^Ksh 500 done, by hand/)).toBeVisible();
});

test("money that waits for a word is closed with a reason, or accepted", async ({ page }) => {
  await signInAsStaff(page, "owner");
  const open = async (n: number) => {
    const { id } = await placeOrder(page.request, n);
    await page.goto(`/staff/orders/${id}`);
    await page.getByRole("link", { name: /^Payment of Ksh/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Payment" })).toBeVisible();
  };
  await open(1);
  await expectSoundScreen(page, "payment-waits");
  await page.getByRole("button", { name: "No money came" }).click();
  await expect(page.getByText("Say why.")).toBeVisible();
  await expect(page.getByLabel("Reason")).toBeFocused();
  await page.getByLabel("Reason").fill("Nothing in the statement");
  await page.getByRole("button", { name: "No money came" }).click();
  await expect(page.getByText("It is closed.")).toBeVisible();
  await open(2);
  await page.getByLabel("M-Pesa code").fill(freshCode());
  await page.getByLabel("Reason").fill("It stands in the statement");
  await page.getByRole("button", { name: "Accept as paid" }).click();
  await expect(page.getByText("It is accepted as paid.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Accept as paid" })).toHaveCount(0);
  await expectSoundScreen(page, "payment-accepted");
});
