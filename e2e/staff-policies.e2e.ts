import { expect, type Page, test } from "@playwright/test";
import { expectSound } from "./sound.ts";
import { expectSoundScreen, signInAsStaff } from "./staff.ts";

test.setTimeout(180_000);
// both change the one setting
test.describe.configure({ mode: "serial" });

/** The page with this title, opened or not. */
const pageOf = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.locator("summary", { hasText: new RegExp(`^${title}$`) }) });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a page is written, looked at, moved, read by shoppers and put back", async ({ page, context }) => {
  await signInAsStaff(page, "owner", "Amina Wambui");
  await page.goto("/staff/settings/policies");
  await expectSoundScreen(page, "policies");
  await button(page, "Add a page").click();
  const added = pageOf(page, "A new page");
  await button(page, "Save").click();
  await expect(page.getByText("Enter a title.")).toBeVisible();
  await expectSoundScreen(page, "policies-refused");
  await added.getByLabel("Title", { exact: true }).fill("Gift cards");
  const gifts = pageOf(page, "Gift cards");
  await expect(gifts.getByLabel("Address", { exact: true })).toHaveValue("gift-cards");
  await gifts
    .getByLabel("Text", { exact: true })
    .fill("# How\n\n**Ask** at {phone}. <b>Now</b>\n\n| For | Ksh |\n| - | - |\n| One | 500 |");
  const preview = page.getByRole("region", { name: "How shoppers see it" });
  await expect(preview.getByRole("heading", { name: "How", exact: true })).toBeVisible();
  await expect(preview).toContainText("Ask at +254 700 000 000. <b>Now</b>");
  await expectSoundScreen(page, "policies-preview");
  await gifts.getByRole("button", { name: "Move up" }).click();
  await button(page, "Save").click();
  await expect(page.getByText("Saved. The shop says it now.")).toBeVisible();
  const history = page.getByRole("region", { name: "What was changed" });
  await expect(history.getByRole("listitem").first()).toContainText("Gift cards: added");
  await expectSoundScreen(page, "policies-saved");

  const shopper = await context.newPage();
  await expect(async () => {
    await shopper.goto("/");
    const titles = await shopper.getByRole("contentinfo").locator('a[href^="/policies/"]').allTextContents();
    expect(titles.slice(-2)).toEqual(["Gift cards", "Terms"]);
  }).toPass({ timeout: 10_000 });
  await shopper.getByRole("contentinfo").getByRole("link", { name: "Gift cards" }).click();
  await expect(shopper.getByRole("heading", { level: 1, name: "Gift cards" })).toBeVisible();
  await expect(shopper.getByRole("main")).toContainText("<b>Now</b>");
  await expectSound(shopper);

  await history.getByRole("button", { name: "Put back" }).first().click();
  await expect(page.getByText("Put back.", { exact: true })).toBeVisible();
  await expect(gifts).toHaveCount(0);
  await expect(async () => {
    expect((await shopper.goto("/policies/gift-cards"))?.status()).toBe(404);
  }).toPass({ timeout: 10_000 });
});

test("who was slower keeps what they typed, and takes over what the other changed", async ({
  page,
  context,
}) => {
  await signInAsStaff(page, "owner", "Amina Wambui");
  const other = await context.newPage();
  for (const each of [page, other]) await each.goto("/staff/settings/policies");
  const write = async (each: Page, title: string, words: string) => {
    const item = pageOf(each, title);
    await item.getByText(title, { exact: true }).click();
    await item.getByLabel("Text", { exact: true }).fill(words);
  };
  await write(other, "Terms", "Theirs of terms.");
  await write(other, "Delivery", "Theirs of delivery.");
  await button(other, "Save").click();
  await expect(other.getByText("Saved. The shop says it now.")).toBeVisible();

  await write(page, "Terms", "Ours of terms.");
  await button(page, "Save").click();
  const alert = page
    .getByRole("alert")
    .filter({ hasText: "Not saved: somebody has changed this meanwhile." });
  await expect(alert).toContainText("Amina Wambui");
  await expect(alert.getByText("Terms: how it reads now")).toBeVisible();
  await alert.getByText("Terms: how it reads now").click();
  await expect(alert).toContainText("Theirs of terms.");
  await expectSoundScreen(page, "policies-meanwhile");
  await button(page, "Save").click();
  await expect(page.getByText("Saved. The shop says it now.")).toBeVisible();
  const answer = await page.request.get("/api/staff/settings/policies", { headers: { "x-staff": "1" } });
  const { setting } = await answer.json();
  const textOf = (slug: string) =>
    setting.value.pages.find((each: { slug: string }) => each.slug === slug)?.text;
  expect([textOf("terms"), textOf("delivery")]).toEqual(["Ours of terms.", "Theirs of delivery."]);
  const changes = page.getByRole("region", { name: "What was changed" }).getByRole("listitem");
  // the page has taken in what was saved: nothing moves any more under a finger
  await expect(changes.first()).toContainText(/Terms: text changed(?!;)/);
  const theirs = changes.filter({ hasText: "Terms: text changed; Delivery: text changed" }).first();
  await theirs.getByRole("button", { name: "Put back" }).click();
  await expect(page.getByText("Put back.", { exact: true })).toBeVisible();
});
