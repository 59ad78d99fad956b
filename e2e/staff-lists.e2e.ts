import { expect, test } from "@playwright/test";
import { appCode, expectSoundScreen, fillSignIn, signInAsStaff } from "./staff.ts";
import { placeOrder } from "./staff-order.ts";

test.setTimeout(180_000);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("orders, the audit log and reviews are filtered all the same", async ({ page }) => {
    const { id } = await placeOrder(page.request, 10);
    const short = id.slice(-8);
    await signInAsStaff(page, "owner");
    await page.goto("/staff/orders");
    await page.getByText("More filters").click();
    await page.getByLabel("Way to pay").selectOption({ label: "Cash on order" });
    await page.getByLabel("From").fill("2026-01-01");
    await page.getByLabel("Search orders").fill(short);
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("link", { name: short })).toBeVisible();
    await expect(page.getByLabel("Way to pay")).toHaveValue("cod");
    await page.getByLabel("To", { exact: true }).fill("2026-01-02");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("heading", { name: "No order was found" })).toBeVisible();
    await page.goto("/staff/audit");
    await page.getByLabel("Who").selectOption({ index: 1 });
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/who=\w+/);
    await expect(page.getByRole("heading", { level: 1, name: "Audit" })).toBeVisible();
    await page.goto("/staff/reviews");
    const lists = page.getByRole("navigation", { name: "Lists of reviews" });
    await lists.getByRole("link", { name: "To read" }).click();
    await expect(page).toHaveURL(/state=waiting/);
    await expect(lists.getByRole("link", { name: "To read" })).toHaveAttribute("aria-current", "page");
  });
});

test("lists are sound with their filters open, and when nothing is in them", async ({ page }) => {
  await signInAsStaff(page, "owner");
  await page.goto("/staff/orders?method=cod&from=2026-01-01", { waitUntil: "networkidle" });
  await expectSoundScreen(page, "orders-filters");
  await page.goto("/staff/orders?q=nobody+has+this+name", { waitUntil: "networkidle" });
  await expectSoundScreen(page, "orders-none");
  await page.goto("/staff/payments?which=messages", { waitUntil: "networkidle" });
  await expectSoundScreen(page, "payments-none");
  // older than any
  await page.goto("/staff/reviews?state=hidden&after=0", { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { name: "No review is hidden." })).toBeVisible();
  await expectSoundScreen(page, "reviews-none");
});

test("who is offline is told so, and nothing typed is lost by a link or a save", async ({ page }) => {
  await signInAsStaff(page, "owner");
  await page.goto("/staff/people", { waitUntil: "networkidle" });
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Wanjiku");
  await page.context().setOffline(true);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  await page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name: "Orders" }).click();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("Not saved");
  await expect(name).toHaveValue("Wanjiku");
  await expectSoundScreen(page, "offline");
  await page.context().setOffline(false);
  await expect(page.getByText(/^You are offline/)).toHaveCount(0);
  await page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name: "Orders" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
});

test("whose session has ended signs in and comes back to where they went", async ({ page }) => {
  const { email, setupKey } = await signInAsStaff(page, "owner");
  await page.goto("/staff", { waitUntil: "networkidle" });
  await page.context().clearCookies();
  await page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name: "Codes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Staff" })).toHaveCount(0);
  await fillSignIn(page, { email, code: appCode(setupKey) });
  await expect(page.getByRole("heading", { level: 1, name: "Codes to check" })).toBeVisible();
});
