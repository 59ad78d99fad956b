import { expect, type Page, test } from "@playwright/test";
import { listProducts } from "./goods.ts";
import { signInAsNew } from "./people.ts";

/** What would run a script, were it taken for more than text. */
const MARKUP = "</script><script>window.hacked = 1</script><img src=x onerror=window.hacked=1>";

const STRANGE = [
  MARKUP,
  "%",
  "_",
  "\\",
  "(a+)+$",
  "' or 1=1 --",
  "🧡👩🏾‍🚀",
  "نيروبي\u200f",
  "$" + "{7*7}{{7*7}}",
];

test("a search for anything is a search for that text, typed or in the address", async ({ page }) => {
  const faults = watch(page);
  const names = (await listProducts(page.request)).map(({ name }) => name.toLowerCase());
  for (const text of STRANGE) {
    expect(names.some((name) => name.includes(text.toLowerCase()))).toBe(false);
    await page.goto(`/collection?search=${encodeURIComponent(text)}`);
    await expect(page.getByRole("searchbox", { name: "Search products" })).toHaveValue(text);
    await expect(
      page.getByRole("heading", { name: `No product name contains “${text.trim()}”` }),
    ).toBeVisible();
    await expectUnharmed(page, faults);
  }
  await page.getByRole("searchbox", { name: "Search products" }).fill(MARKUP);
  await expect(page.getByRole("heading", { name: `No product name contains “${MARKUP}”` })).toBeVisible();
  await page.goto(`/collection?search=${"x".repeat(7_000)}`);
  await expect(page.getByRole("heading", { name: /^No product name contains “x+”$/ })).toBeVisible();
  await expectUnharmed(page, faults);
  await page.getByRole("link", { name: "Clear filters and search" }).click();
  await expect(page).toHaveURL(/\/collection$/);
  // the link may lead there by a document of its own, which is still coming
  await expect.poll(() => page.getByRole("listitem").filter({ hasText: "Ksh" }).count()).toBeGreaterThan(20);
});

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
