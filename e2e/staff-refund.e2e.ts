import { expect, test } from "@playwright/test";
import { QUICK } from "./sizes.ts";
import { signInAsStaff } from "./staff.ts";
import { payByCard } from "./staff-order.ts";

test(
  "a part of a card's money goes back, and the page shows it without a reload",
  QUICK,
  async ({ page }) => {
    const { id } = await payByCard(page.request, 9);
    await signInAsStaff(page, "owner");
    await page.goto(`/staff/orders/${id}`);
    await page.getByRole("link", { name: /^Payment of Ksh/ }).click();
    await page.getByLabel("Amount").fill("500");
    await page.getByLabel("Reason").fill("A seam was open");
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    await expect(page.getByText(/^Ksh 500 done/)).toBeVisible();
    await page.getByRole("link", { name: id.slice(-8) }).click();
    await expect(page.getByText("Part refunded").first()).toBeVisible();
  },
);
