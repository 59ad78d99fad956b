import { expect, test } from "@playwright/test";
import { ONCE } from "./sizes.ts";
import { expectSoundScreen, signInAsStaff } from "./staff.ts";

test.setTimeout(120_000);

test("an offer is worded, seen by shoppers at once, and put back", ONCE, async ({ page, context }) => {
  await signInAsStaff(page, "owner", "Amina Wambui");
  const faults: string[] = [];
  const shopper = await context.newPage();
  shopper.on("console", (said) => said.type() === "error" && faults.push(said.text()));
  const offered = (words: string) =>
    expect(async () => {
      await shopper.goto("/");
      await expect(shopper.getByRole("heading", { name: words })).toBeVisible({ timeout: 100 });
    }).toPass({ timeout: 10_000 });
  await page.goto("/staff/settings/banner");
  const words = page.getByLabel("Sentence of the offer", { exact: true });
  const offer = page.getByLabel("Offer", { exact: true });
  const before = await offer.inputValue();
  const save = page.getByRole("button", { name: "Save", exact: true });

  await words.fill("");
  await offer.fill("20% off everything knitted");
  await expect(page.getByRole("region", { name: "How shoppers see it" })).toContainText("20% off");
  await save.click();
  await expect(page.getByText("Enter a sentence.")).toBeVisible();
  await expect(offer).toHaveValue("20% off everything knitted");
  await expectSoundScreen(page, "settings-refused");
  await words.fill("This week alone.");
  await save.click();
  await expect(page.getByText("Saved. The shop says it now.")).toBeVisible();
  await offered("20% off everything knitted");

  const history = page.getByRole("region", { name: "What was changed" });
  await expect(history.getByRole("listitem").first()).toContainText("20% off everything knitted");
  await expectSoundScreen(page, "settings");
  await history.getByRole("button", { name: "Put back" }).first().click();
  await expect(page.getByText("Put back.")).toBeVisible();
  await expect(offer).toHaveValue(before);
  await offered(before);
  expect(faults).toEqual([]);
  await page.goto("/staff/settings");
  await expect(page.getByRole("listitem").filter({ hasText: "Banner" })).toContainText(before);
  await expectSoundScreen(page, "settings-all");
  for (const name of ["shop", "payments", "alerts"]) {
    await page.goto(`/staff/settings/${name}`);
    await expectSoundScreen(page, `settings-${name}`);
  }
});
