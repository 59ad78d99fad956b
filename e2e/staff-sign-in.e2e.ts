import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { QUICK } from "./sizes.ts";
import { appCode, fillSignIn, inviteStaff, readSetupKey, STAFF_PASSWORD, signInAsStaff } from "./staff.ts";

test("Recovery codes can be copied, downloaded and printed when shown, once", QUICK, async ({ page }) => {
  const { email, link } = await inviteStaff("owner");
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("A password has at least 8 characters.")).toBeVisible();
  await page.getByLabel("Password").fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: /^The setup key/ })).toBeVisible();
  const setupKey = await readSetupKey(page);
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByLabel("Code").fill(appCode(setupKey));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(10);
  const codes = await page.getByRole("listitem").allInnerTexts();
  const [recovery = ""] = codes;
  await keepCodes(page, codes);
  await page.getByRole("link", { name: "I have kept them" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await page.goto("/staff/people");
  await expect(page).toHaveURL("/staff/sign-in?next=%2Fpeople");
  await fillSignIn(page, { email, code: "000000" });
  await expect(page.getByRole("alert")).toBeVisible();
  // pasted from an app that shows it in pieces: no limit of the field cuts it
  await page.getByLabel("Code", { exact: true }).fill("");
  await page.getByLabel("Code", { exact: true }).focus();
  await page.keyboard.insertText(` ${[...appCode(setupKey, 1)].join(" ")} `);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/staff/people");
  await expect(page.getByRole("heading", { level: 1, name: "People" })).toBeVisible();

  // the session ends, and the phone with the app is not at hand
  await page.context().clearCookies();
  await page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name: "Codes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Staff" })).toHaveCount(0);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Recovery code").fill(recovery.toUpperCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Codes to check" })).toBeVisible();
});

test("Staff signed out in a form sign in over it and lose nothing typed", async ({ page }) => {
  const { email, setupKey } = await signInAsStaff(page, "owner");
  await page.goto("/staff/people");
  await page.getByLabel("Name", { exact: true }).fill("Wanjiku");
  const packer = `new-${email}`;
  await page.getByLabel("Email", { exact: true }).fill(packer);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await expect(dialog).toBeVisible();
  await fillSignIn(page, { email, code: appCode(setupKey, 1) });
  await expect(page.getByText(/Send this link to Wanjiku/)).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: packer })).toHaveCount(1);
});

/** Copies the codes, downloads them, and prints them without the buttons. */
async function keepCodes(page: Page, codes: string[]) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the codes" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.trim().split("\n").slice(-10)).toEqual(codes);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("sauti-recovery-codes.txt");
  expect(readFileSync(await download.path(), "utf8").trim()).toBe(copied.trim());
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("body[data-printed]")).toBeAttached();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(codes[9] ?? "")).toBeVisible();
  await expect(page.getByRole("link", { name: "I have kept them" })).toBeHidden();
  await page.emulateMedia({ media: null });
}
