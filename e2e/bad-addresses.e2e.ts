import { expect, test } from "@playwright/test";
import { listProducts } from "./goods.ts";
import { hydrated } from "./hydrated.ts";
import { PASSWORD } from "./people.ts";
import { expectUnharmed, MARKUP, watch } from "./unharmed.ts";

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
});

test("unknown filters, sorts and pages in the address count as not asked for", async ({ page }) => {
  const faults = watch(page);
  const shown = page
    .getByRole("region", { name: "Products" })
    .getByRole("listitem")
    .filter({ hasText: "Ksh" });
  for (const query of [
    "page=-1",
    "page=1.5",
    "page=NaN",
    "sort=%3Cscript%3E",
    "category=__proto__&subCategory=constructor",
    "category[]=Men&category[$ne]=1",
    "search=%00",
    `x=${"y".repeat(2_000)}`,
    encodeURIComponent(MARKUP),
  ]) {
    await page.goto(`/collection?${query}`);
    await expect(shown, query).toHaveCount(24);
    await expectUnharmed(page, faults);
  }
  // the last page there is
  await page.goto("/collection?page=1e9");
  await expect(shown.first()).toBeVisible();
  await expectUnharmed(page, faults);
});

test("an address past the end of a list is its last page, which works on from there", async ({ page }) => {
  const faults = watch(page);
  const names = page.getByRole("region", { name: "Products" }).locator(".product-name");
  const path = "/collection?category=Men&sort=low-high";
  await page.goto(path);
  const shown = await names.allTextContents();
  expect(shown.length).toBeGreaterThan(1);
  // from the second time on it is answered from that page
  for (let asked = 0; asked < 3; asked += 1) {
    await page.goto(`${path}&page=9`);
    await hydrated(page);
    expect(await names.allTextContents()).toEqual(shown);
  }
  await page.getByLabel("Sort by").selectOption("High-low");
  await expect(page).toHaveURL(/\/collection\?category=Men&sort=high-low$/);
  await expect(names.first()).toHaveText(String(shown.at(-1)));
  await expectUnharmed(page, faults);
});

test("paths that mean mischief are answered plainly, and the shop goes on from there", async ({ page }) => {
  const faults = watch(page);
  for (const path of [
    `/${encodeURIComponent(MARKUP)}`,
    `/product/${encodeURIComponent(MARKUP)}`,
    "/product/%00",
    "/product/..%2f..%2fetc%2fpasswd",
    "/product/__proto__",
    "/%E0%A4%A",
    "/%ff",
    "/orders/..%5c..%5c",
    `/${"a".repeat(4_000)}`,
    "/api/nothing",
  ]) {
    const answer = await page.goto(path);
    expect([400, 404, 414], `${path} ${answer?.status()}`).toContain(answer?.status());
    await expectUnharmed(page, faults);
  }
  await page.goto("/no/such/page");
  await page
    .getByRole("main")
    .getByRole("link", { name: /collection/i })
    .first()
    .click();
  await expect(page).toHaveURL("/collection");
});

test("links from a mail with anything for a secret say that they are not valid", async ({ page }) => {
  const faults = watch(page);
  for (const secret of [MARKUP, "\0", "x".repeat(4_000), "__proto__", "🧡"]) {
    await page.goto(`/verify-email?token=${encodeURIComponent(secret)}`);
    await expect(page.getByText("The verification link is invalid or has expired.").first()).toBeVisible();
    expect(page.url()).not.toContain("token=");
    await page.goto(`/reset-password?token=${encodeURIComponent(secret)}`);
    await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
    await page.getByLabel(/^Confirm/).fill(PASSWORD);
    await page
      .getByRole("main")
      .getByRole("button", { name: /password/i })
      .last()
      .click();
    await expect(
      page.getByText("This link is invalid or has expired. Please ask for a new one.").first(),
    ).toBeVisible();
    await expectUnharmed(page, faults);
  }
});
