import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";

export const PASSWORD = "jembe na nyundo 7";

/** Signs up through the form, follows the link in the mailbox, and is signed in when this returns. */
export async function signUp(page: Page): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await page.goto("/login");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Name").fill("Wanjiku Otieno");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("Please check your email").first()).toBeVisible();
  await followMail(page, email);
  await expect(page).toHaveURL("/");
  return email;
}

/** Opens the newest mailed link to this address, as a newcomer does at /mailbox. */
export async function followMail(page: Page, email: string): Promise<void> {
  await page.goto("/mailbox");
  const mail = page.getByRole("article").filter({ hasText: email }).first();
  await mail.getByRole("link", { name: /token=/ }).click();
}
