import { expect, test } from "@playwright/test";
import { QUICK } from "./sizes.ts";
import { signInAsStaff, walkToCode } from "./staff.ts";
import { placeOrder } from "./staff-order.ts";

test(
  "an order is found, and once its code is confirmed ticked, packed, taken back and printed",
  QUICK,
  async ({ page }) => {
    const { id, code } = await placeOrder(page.request, 5);
    const short = id.slice(-8);
    await signInAsStaff(page, "owner");
    await page.goto("/staff/orders");
    await page.getByLabel("Search orders").fill(code.toLowerCase());
    await page.getByRole("button", { name: "Search" }).click();
    const row = page.getByRole("row").filter({ hasText: short });
    await expect(row).toHaveCount(1);
    await expect(row.getByRole("link", { name: "0712 345 678" })).toHaveAttribute("href", "tel:0712345678");
    const tick = async () => {
      await page.getByLabel(`Pick order ${short}`).check();
      await page.getByRole("button", { name: "Mark as Packing" }).click();
    };
    await tick();
    await expect(page.getByText(`${short}: `)).toBeVisible();
    await page.goto("/staff/codes");
    await walkToCode(page, code);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText(`${code} is confirmed.`)).toBeVisible();

    await page.goto(`/staff/orders?q=${code}`);
    const pack = async () => {
      await tick();
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
    await page.getByRole("link", { name: short }).click();
    await page.getByLabel("Note").fill("Gate at the back");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Note: Gate at the back")).toBeVisible();
  },
);
