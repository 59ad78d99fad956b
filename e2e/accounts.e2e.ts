import { expect, type Page, test } from "@playwright/test";
import { followMail, freshEmail, logInHere, mailedToken, PASSWORD, signUp } from "./people.ts";
import { QUICK } from "./sizes.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test(
  "a sign-up says what is wrong in its form; its mail verifies the e-mail, signs in and leads home after 2 s",
  QUICK,
  async ({ page }) => {
    const email = freshEmail();
    await page.goto("/login");
    await button(page, "Create account").click();
    await field(page, "Name").fill("Wanjiku Otieno");
    await field(page, "Email").fill(email);
    await field(page, "Password").fill("short");
    await field(page, "Confirm password").fill("other");
    await button(page, "Sign Up").click();
    await expect(page.getByText("Password must be at least 8 characters long")).toBeVisible();
    await field(page, "Password").fill(PASSWORD);
    await button(page, "Sign Up").click();
    await expect(page.getByText("Passwords don't match")).toBeVisible();
    await field(page, "Confirm password").fill(PASSWORD);
    await button(page, "Sign Up").click();
    await expect(page.getByRole("heading", { level: 1, name: "Login" })).toBeVisible();

    // too early: the mail is offered again
    const resend = button(page, "Resend verification email");
    await expect(resend).toBeVisible();
    await page.reload();
    await expect(resend).toHaveCount(0);
    await field(page, "Email").fill(email);
    await field(page, "Password").fill(PASSWORD);
    await button(page, "Login").click();
    await expect(resend).toBeVisible();
    await followMail(page, email);
    await expect(page.getByRole("heading", { name: "Email verified successfully" })).toBeVisible();
    expect(page.url()).not.toContain("token=");
    await expect(page).toHaveURL("/");
    await page.goto("/login");
    await expect(page).toHaveURL("/");
  },
);

test("a forgotten password is reset by mail, and the old one is void", QUICK, async ({ page }) => {
  const { email } = await signUp(page.request);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await field(page, "Email").fill(email);
  await page.getByRole("main").getByRole("button").first().click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  // said in the page, and by no toast besides
  await expect(page.getByText(/a link to set a new password is on its way/)).toHaveCount(1);
  const token = await mailedToken(page.request, email);
  await page.goto(`/reset-password?token=${token}`);
  await field(page, "New password").fill("kikombe cha chai 9");
  await field(page, "Confirm password").fill("kikombe cha chai 9");
  await page.getByRole("main").locator("button[type=submit]").click();
  await expect(page).toHaveURL(/\/login|\/$/);
  await page.goto("/login");
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(PASSWORD);
  await button(page, "Login").click();
  await expect(page.getByText("Invalid email or password").first()).toBeVisible();
  await expect(page).toHaveURL("/login");
  await logInHere(page, email, "kikombe cha chai 9");
});
