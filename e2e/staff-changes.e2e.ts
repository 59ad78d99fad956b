import { expect, test } from "@playwright/test";
import { plentiful } from "./goods.ts";
import { signInAsStaff } from "./staff.ts";
import { placeOrder } from "./staff-order.ts";

test("Staff late with an order's items see what changed and by whom, and keep what they typed", async ({
  page,
  context,
}) => {
  const { id } = await placeOrder(page.request, 7);
  const { product: added } = await plentiful(page.request, 8);
  await signInAsStaff(page, "owner");
  const late = await context.newPage();
  for (const each of [page, late]) {
    await each.goto(`/staff/orders/${id}`, { waitUntil: "networkidle" });
    await each.getByText("Change the goods").click();
    await each.getByLabel("Pieces").fill("3");
  }
  await page.getByLabel("Add a product").fill(added.name);
  await page.getByLabel("Add a product").press("Enter");
  await page.getByRole("button", { name: `Add ${added.name}` }).click();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText(/^New total Ksh [\d,]+: Ksh [\d,]+ more than before/)).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const rows = page.getByRole("row");
  await expect(rows.filter({ hasText: added.name })).toHaveCount(1);

  await late.getByRole("button", { name: "Preview" }).click();
  await expect(late.getByRole("alert")).toContainText("Amina Wambui");
  await expect(late.getByRole("alert")).toContainText(/Total: Ksh [\d,]+ → Ksh [\d,]+/);
  await expect(late.getByLabel("Pieces")).toHaveValue("3");
  await late.getByRole("button", { name: "Show how it is now" }).click();
  await expect(late.getByRole("row").filter({ hasText: added.name })).toHaveCount(1);

  await page.getByText("Change the goods").click();
  await page.getByRole("button", { name: `Remove ${added.name}` }).click();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText(/less than before/)).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(rows.filter({ hasText: added.name })).toHaveCount(0);
});
