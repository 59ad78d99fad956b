import { expect, test } from "@playwright/test";
import {
  appCode,
  expectSoundScreen,
  fillSignIn,
  inviteStaff,
  STAFF_PASSWORD,
  signInAsStaff,
} from "./staff.ts";

test.setTimeout(180_000);

test("a welcome link makes somebody of the staff, who then signs in with password and code", async ({
  page,
}) => {
  const { email, link } = await inviteStaff("owner");
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("A password has at least 8 characters.")).toBeVisible();
  await expectSoundScreen(page, "welcome-password");
  await page.getByLabel("Password").fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: /^The setup key/ })).toBeVisible();
  const setupKey = /[A-Z2-7]{16,}/.exec(await page.getByText(/^Setup key/).innerText())?.[0] ?? "";
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectSoundScreen(page, "welcome-app");
  await page.getByLabel("Code").fill(appCode(setupKey, -1));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(10);
  await expectSoundScreen(page, "welcome-codes");
  const recovery = await page.getByRole("listitem").first().innerText();
  await page.getByRole("link", { name: "I have kept them" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await page.goto("/staff/people");
  await expect(page).toHaveURL("/staff/sign-in?next=%2Fpeople");
  await expectSoundScreen(page, "sign-in");
  await fillSignIn(page, { email, code: "000000" });
  await expect(page.getByRole("alert")).toBeVisible();
  await expectSoundScreen(page, "second-factor");
  await page.getByLabel("Code", { exact: true }).fill(appCode(setupKey));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/staff/people");
  await expect(page.getByRole("heading", { level: 1, name: "People" })).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Recovery code").fill(recovery.toUpperCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
});

test("a link that is not whole, or used, says so", async ({ page }) => {
  await page.goto("/staff/welcome");
  await expect(page.getByRole("alert")).toContainText("This link is not complete");
  await expectSoundScreen(page, "welcome-no-token");
  await page.goto("/staff/welcome?token=used");
  await page.getByLabel("Password").fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).not.toBeEmpty();
});

test("who is signed out in the middle of a form signs in over it, and nothing typed is lost", async ({
  page,
}) => {
  const { email, setupKey } = await signInAsStaff(page, "owner");
  await page.goto("/staff/people");
  await page.getByLabel("Name", { exact: true }).fill("Wanjiku");
  const packer = `new-${email}`;
  await page.getByLabel("Email", { exact: true }).fill(packer);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await expect(dialog).toBeVisible();
  await expectSoundScreen(page, "signed-out");
  await fillSignIn(page, { email, code: appCode(setupKey) });
  await expect(page.getByText(/Send this link to Wanjiku/)).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: packer })).toHaveCount(1);
});

test("what could not be sent says so and is sent again under the same key", async ({ page }) => {
  await signInAsStaff(page, "owner");
  await page.goto("/staff/people");
  await page.getByLabel("Name", { exact: true }).fill("Otieno");
  await page.getByLabel("Email", { exact: true }).fill("not an address");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(`otieno-${Date.now()}@sauti.example`);
  const keys: (string | undefined)[] = [];
  await page.route("**/api/staff/people", (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    return keys.length === 1 ? route.abort() : route.continue();
  });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("Not saved");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText(/Send this link to Otieno/)).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test("a changed password signs out the other devices", async ({ page, browser }) => {
  const { email, setupKey } = await signInAsStaff(page, "packer");
  const other = await (await browser.newContext()).newPage();
  await other.goto("/staff/sign-in", { waitUntil: "networkidle" });
  await fillSignIn(other, { email, code: appCode(setupKey) });
  await expect(other.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  await page.goto("/staff/devices");
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByLabel("Current password").fill(STAFF_PASSWORD);
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("A password has at least 8 characters.")).toBeVisible();
  await expectSoundScreen(page, "devices-password");
  await page.getByLabel("New password").fill("nyundo na jembe 8");
  await page.getByLabel("Current password").fill("another one");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("The password is wrong.")).toBeVisible();
  await page.getByLabel("Current password").fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText(/^Your password is changed/)).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
  await other.goto("/staff/orders");
  await expect(other).toHaveURL("/staff/sign-in?next=%2Forders");
});

test("every screen is sound", async ({ page }) => {
  await signInAsStaff(page, "owner");
  for (const path of ["", "/people", "/devices", "/audit", "/audit?subject=nothing", "/nothing"]) {
    await page.goto(`/staff${path}`, { waitUntil: "networkidle" });
    await test.step(path, () => expectSoundScreen(page, `screen${path.replace(/\W/g, "-")}`));
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByText("More", { exact: true }).click();
  await expectSoundScreen(page, "more");
});

test("a packer sees the places of a packer, and is told why a page is none of them", async ({ page }) => {
  await signInAsStaff(page, "packer");
  await page.goto("/staff");
  const places = page.getByRole("navigation", { name: "Staff" });
  await expect(places.getByRole("link", { name: "Orders" })).toBeVisible();
  await expect(places.getByRole("link", { name: "Payments" })).toHaveCount(0);
  await page.goto("/staff/people");
  await expect(page.getByRole("heading", { level: 1, name: "Not for your role" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("everything can be read", async ({ page }) => {
    const { email } = await signInAsStaff(page, "owner");
    await page.goto("/staff/people");
    await expect(page.getByRole("row").filter({ hasText: email })).toHaveCount(1);
    // texts of a noscript are not looked at
    await expect(page.locator("noscript p")).toBeVisible();
  });
});
