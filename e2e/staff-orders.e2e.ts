import { expect, type Page, test } from "@playwright/test";
import { QUICK } from "./sizes.ts";
import { signInAsStaff, walkToCode } from "./staff.ts";
import { placeOrder } from "./staff-order.ts";

test("an order is found, packed, shipped and taken back", QUICK, async ({ page }) => {
  const { id, code } = await placeOrder(page.request, 3);
  const short = id.slice(-8);
  await signInAsStaff(page, "owner");
  await page.goto("/staff/orders");
  await page.getByLabel("Search orders").fill(code.toLowerCase());
  await page.getByRole("button", { name: "Search" }).click();
  const row = page.getByRole("row").filter({ hasText: short });
  await expect(row).toHaveCount(1);
  await expect(row.getByRole("link", { name: "0712 345 678" })).toHaveAttribute("href", "tel:0712345678");
  await page.getByLabel(`Pick order ${short}`).check();
  await page.getByRole("button", { name: "Mark as Packing" }).click();
  await expect(page.getByText(`${short}: `)).toBeVisible();
  await page.getByRole("link", { name: short }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${short}` })).toBeVisible();
  await expect(page.getByRole("link", { name: "0712 345 678" })).toBeVisible();
  await page.getByLabel("Reason").fill("A friend of the house");
  await page.getByRole("button", { name: "Mark as Packing" }).click();
  await page.getByLabel("Courier").fill("G4S");
  await page.getByLabel("Tracking number").fill("KE 123");
  await page.getByRole("button", { name: "Mark as Shipped" }).click();
  await expect(page.getByRole("button", { name: "Mark as Delivered" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Mark as Shipped" })).toBeVisible();
  await page.getByLabel("Note").fill("Gate at the back");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Note: Gate at the back")).toBeVisible();
});

test("a code is confirmed, and another rejected", QUICK, async ({ page }) => {
  const [good, bad] = [await placeOrder(page.request, 5), await placeOrder(page.request, 6)];
  await signInAsStaff(page, "owner");
  await page.goto("/staff/codes");
  await walkToCode(page, good.code);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText(`${good.code} is confirmed.`)).toBeVisible();
  await packByTicking(page, good);
  await page.goto("/staff/codes");
  await walkToCode(page, bad.code);
  await page.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText(`${bad.code} is rejected.`)).toBeVisible();
});

/** As several are: ticked in the list, moved on, taken back and moved on again, with a slip to print. */
async function packByTicking(page: Page, { id, code }: { id: string; code: string }): Promise<void> {
  await page.goto(`/staff/orders?q=${code}`);
  const short = id.slice(-8);
  const row = page.getByRole("row").filter({ hasText: short });
  const pack = async () => {
    await page.getByLabel(`Pick order ${short}`).check();
    await page.getByRole("button", { name: "Mark as Packing" }).click();
    await expect(page.getByText("1 order marked as Packing.")).toBeVisible();
    await expect(row).toContainText("Packing");
  };
  await pack();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1 order put back as before.")).toBeVisible();
  await expect(row).toContainText("Order Placed");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await pack();
  const slips = page.getByRole("link", { name: "Print packing slips" });
  const paper = await page.request.get((await slips.getAttribute("href")) ?? "");
  expect(await paper.text()).toContain(short);
}
