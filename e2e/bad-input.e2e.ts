import { expect, type Page, test } from "@playwright/test";
import { signInAsNew } from "./people.ts";

test("Markup in a shopper's name is text", async ({ page }) => {
  const faults = watch(page);
  await signInAsNew(page);
  await page.goto("/profile");
  const details = page.getByRole("region", { name: "Account details" });
  const name = page.getByLabel("Name", { exact: true });
  for (const kept of ["O'Brien & <b>Söhne", "Wanjikũ 🧡 👩🏾", "نيروبي וַנג'יקו", "N".repeat(100)]) {
    await name.fill(kept);
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(details.getByText(kept, { exact: true })).toBeVisible();
  }
  const before = "N".repeat(100);
  for (const refused of ["a\0b", " ", "Win at bit.ly/x"]) {
    await name.fill(refused);
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByRole("main").locator(".field-fault").first()).toBeVisible();
    await expect(details.getByText(before, { exact: true })).toBeVisible();
  }
  await page.reload();
  await expect(details.getByText(before, { exact: true })).toBeVisible();
  await expectUnharmed(page, faults);
});

/** What no page may do with what was typed or stood in its address. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("dialog", (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("response", (answer) => {
    if (answer.status() >= 500) faults.push(`${answer.status()} ${answer.url()}`);
  });
  return faults;
}

/** No script ran, no error page is shown, and nothing was noticed meanwhile. */
async function expectUnharmed(page: Page, faults: string[]): Promise<void> {
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  expect(faults).toEqual([]);
}
