import { randomInt } from "node:crypto";
import { expect, test } from "@playwright/test";
import { plentiful } from "./goods.ts";
import { button, changeElsewhere, field, heading, signInAsStaff } from "./staff.ts";
import { placeOrder } from "./staff-order.ts";

test("On a phone a coupon is added, saved beside a colleague, and switched off", async ({
  page,
  context,
}) => {
  const code = `EPISODE${randomInt(1e8)}`;
  const owner = await context.newPage();
  await signInAsStaff(owner, "owner", "Amina Wambui");
  await owner.goto("/staff");
  const menu = owner.getByRole("navigation", { name: "Staff" });
  await menu.getByText("More").click();
  await menu.getByRole("link", { name: "Coupons" }).click();
  await expect(heading(owner, "Coupons")).toBeVisible();

  await button(owner, "Add a coupon").click();
  await expect(heading(owner, "Add a coupon")).toBeVisible();
  await field(owner, "Code").press("Enter");
  await expect(owner.getByText("A code has 3 to 30 letters and digits.")).toBeVisible();
  await expect(field(owner, "Code")).toBeFocused();
  await field(owner, "Code").fill(`${code.slice(0, 7).toLowerCase()} ${code.slice(7)}`);
  await field(owner, "How much").fill("110");
  await field(owner, "Uses in all").fill("1");
  await field(owner, "Source").fill("heard in episode 33");
  // a day alone is no moment
  await field(owner, "Until").pressSequentially("24");
  await button(owner, "Save").click();
  await expect(owner.getByText("Enter a day and a time, or clear both.")).toBeVisible();
  await expect(field(owner, "Until")).toBeFocused();
  await field(owner, "Until").fill("2099-12-24T23:59");
  await button(owner, "Save").click();
  await expect(owner.getByText("Enter 1 to 100 percent.")).toBeVisible();
  await field(owner, "How much").fill("10");
  await button(owner, "Save").click();
  await expect(heading(owner, code)).toBeVisible();
  const facts = owner.getByRole("region", { name: "What it gives" });
  await expect(facts).toContainText("10% off");
  await expect(facts).toContainText("Until 24 Dec 2099, 23:59");
  await expect(owner.getByText("0 of 1 used")).toBeVisible();

  const { product } = await plentiful(page.request, 5);
  const amount = product.price + 1 - Math.floor(product.price / 10);
  await placeOrder(page.request, 5, { coupon: code, amount });
  await owner.reload();
  await expect(owner.getByText("1 of 1 used")).toBeVisible();
  await expect(owner.getByText("Used up", { exact: true })).toBeVisible();

  // a colleague gives more of it to more people, while more and another episode are typed here
  await field(owner, "How much").fill("20");
  await field(owner, "Source").fill("heard in episode 34");
  await changeElsewhere(owner, { version: 1, value: 15, maxUses: 5 });
  await button(owner, "Save").click();
  await expect(owner.getByText("How much: now “15”, you typed “20”.")).toBeVisible();
  await expect(owner.getByText("Uses in all: now “5”")).toBeVisible();
  await expect(field(owner, "Source")).toHaveValue("heard in episode 34");
  await button(owner, "Take “15”").click();
  await button(owner, "Save").click();
  await expect(owner.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(field(owner, "Uses in all")).toHaveValue("5");
  await expect(facts).toContainText("15% off");
  await expect(facts).toContainText("heard in episode 34");

  await button(owner, "Switch off").click();
  await expect(owner.getByText("It is off: no new order can have it.")).toBeVisible();
  await expect(button(owner, "Switch on")).toBeVisible();
  await field(owner, "For orders of at least").fill("2,000");
  await button(owner, "Save").click();
  await expect(facts).toContainText("15% off, for orders of Ksh 2,000 or more");

  await owner.getByRole("link", { name: "All coupons" }).click();
  const row = owner.getByRole("row").filter({ hasText: code });
  await expect(row).toContainText("1 of 5 used");
  await expect(row).toContainText("Off");
});
