import { expect, type Page, test } from "@playwright/test";
import { signInAsStaff } from "./staff.ts";

/** The page with this title, opened or not. */
const pageOf = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.locator("summary", { hasText: new RegExp(`^${title}$`) }) });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a page is written, looked at, moved, read by shoppers and put back", async ({ page, context }) => {
  await signInAsStaff(page, "owner", "Amina Wambui");
  await page.goto("/staff/settings/policies");
  await button(page, "Add a page").click();
  const added = pageOf(page, "A new page");
  await button(page, "Save").click();
  await expect(page.getByText("Enter a title.")).toBeVisible();
  await added.getByLabel("Title", { exact: true }).fill("Gift cards");
  const gifts = pageOf(page, "Gift cards");
  await expect(gifts.getByLabel("Address", { exact: true })).toHaveValue("gift-cards");
  await gifts
    .getByLabel("Text", { exact: true })
    .fill("# How\n\n**Ask** at {phone}. <b>Now</b>\n\n| For | Ksh |\n| - | - |\n| One | 500 |");
  const preview = page.getByRole("region", { name: "How shoppers see it" });
  await expect(preview.getByRole("heading", { name: "How", exact: true })).toBeVisible();
  await expect(preview).toContainText("Ask at +254 700 000 000. <b>Now</b>");
  await gifts.getByRole("button", { name: "Move up" }).click();
  await button(page, "Save").click();
  await expect(page.getByText("Saved. The shop says it now.")).toBeVisible();
  const history = page.getByRole("region", { name: "What was changed" });
  await expect(history.getByRole("listitem").first()).toContainText("Gift cards: added");

  const shopper = await context.newPage();
  await expect(async () => {
    await shopper.goto("/");
    const titles = await shopper.getByRole("contentinfo").locator('a[href^="/policies/"]').allTextContents();
    expect(titles.slice(-2)).toEqual(["Gift cards", "Terms"]);
  }).toPass();
  await shopper.getByRole("contentinfo").getByRole("link", { name: "Gift cards" }).click();
  await expect(shopper.getByRole("heading", { level: 1, name: "Gift cards" })).toBeVisible();
  await expect(shopper.getByRole("main")).toContainText("<b>Now</b>");

  await history.getByRole("button", { name: "Put back" }).first().click();
  await expect(page.getByText("Put back.", { exact: true })).toBeVisible();
  await expect(gifts).toHaveCount(0);
  await expect(async () => {
    expect((await shopper.goto("/policies/gift-cards"))?.status()).toBe(404);
  }).toPass();
});
