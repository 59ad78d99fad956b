import { expect, test } from "@playwright/test";
import { addGoods, signInAsStaff } from "./staff.ts";

test("stock is changed by pieces, with a reason, and the ledger says why", async ({ page }) => {
  await signInAsStaff(page, "owner", "Amina Wambui");
  const id = await addGoods(page.request, { name: "Studio cap in stock", sizes: ["M", "L"] });
  await page.goto(`/staff/goods/${id}`);
  const stock = page.getByRole("region", { name: "Stock", exact: true });
  const change = stock.getByRole("button", { name: "Change stock", exact: true });
  const pieces = stock.getByLabel("Change stock by", { exact: true });
  // what is typed into the product's form stays, whatever happens here
  await page.getByLabel("Name", { exact: true }).fill("Studio cap, renamed");

  await change.click();
  await expect(stock.getByText("Enter a whole number of pieces.")).toBeVisible();
  await expect(pieces).toBeFocused();
  await pieces.fill("12");
  await stock.getByLabel("Size", { exact: true }).selectOption("L");
  await stock.getByLabel("Note", { exact: true }).fill("From Kariobangi");
  await change.click();
  await expect(stock.getByText("L: 12 on hand now.")).toBeVisible();
  await expect(stock.getByRole("row", { name: "L 12 0 0 12" })).toBeVisible();
  await expect(stock.getByRole("listitem").first()).toContainText(
    "L: +12 Received: From Kariobangi · Amina Wambui",
  );

  await stock.getByLabel("Reason", { exact: true }).selectOption("Damaged");
  await pieces.fill("-13");
  await change.click();
  await expect(stock.getByRole("alert")).toContainText("Only 12 of L on hand. Nothing was changed.");
  await expect(pieces).toHaveValue("-13");
  await pieces.fill("-2");
  await change.click();
  await expect(stock.getByRole("row", { name: "L 10 0 0 10" })).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Studio cap, renamed");
});
