import { type Browser, expect, type Page, test } from "@playwright/test";
import {
  fillSignUp,
  followMail,
  freshEmail,
  logIn,
  logInHere,
  mailedToken,
  newAccount,
  PASSWORD,
} from "./people.ts";
import { QUICK } from "./sizes.ts";
import { expectSound } from "./sound.ts";

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
    await field(page, "Email").fill("");
    await resend.click();
    await expect(page.getByText("Please enter your email address").first()).toBeVisible();
    await page.route("**/resend-verification", (route) => route.abort());
    await field(page, "Email").fill(email);
    await resend.click();
    await expect(page.getByText("Failed to resend verification email")).toBeVisible();

    await followMail(page, email);
    await expect(page.getByRole("heading", { name: "Email verified successfully" })).toBeVisible();
    expect(page.url()).not.toContain("token=");
    await expect(page).toHaveURL("/");
    await page.goto("/login");
    await expect(page).toHaveURL("/");
  },
);

/** A page of another browser, such as the one inside a mail app. */
async function openElsewhere(browser: Browser): Promise<Page> {
  const { baseURL } = test.info().project.use;
  return (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
}

const signedInAs = (page: Page) => page.evaluate(() => localStorage.getItem("token"));

test("a link opened in another browser asks for the password first; a second time it ends at the login", async ({
  page,
  browser,
}) => {
  const email = await fillSignUp(page);
  const link = `/verify-email?token=${await mailedToken(page.request, email)}`;
  const other = await openElsewhere(browser);
  await other.goto(link);
  await expect(other.getByText(`This link verifies ${email}.`)).toBeVisible();
  expect(await signedInAs(other)).toBeNull();
  const go = button(other, "Verify my email");
  await go.click();
  await expect(other.getByText("Please enter your password")).toBeVisible();
  const password = field(other, "Password");
  await expect(password).toBeFocused();
  await password.fill("not the password");
  await go.click();
  await expect(other.getByText("That is not the password you signed up with.").first()).toBeVisible();
  await password.fill(PASSWORD);
  await password.press("Enter");
  await expect(other.getByRole("heading", { name: "Email verified successfully" })).toBeVisible();
  await expect(other).toHaveURL("/");
  expect(await signedInAs(other)).toMatch(/^[\w-]{43}$/);
  // somebody else's link changes nothing about who is signed in
  const third = await fillSignUp(page);
  const signedIn = await signedInAs(other);
  await other.goto(`/verify-email?token=${await mailedToken(page.request, third)}`);
  await expect(other.getByText("You're signed in to another account here")).toBeVisible();
  await password.fill(PASSWORD);
  await go.click();
  await expect(other.getByText("Email verified. You're still signed in").first()).toBeVisible();
  expect(await signedInAs(other)).toBe(signedIn);
  await other.context().close();

  await page.goto(link);
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("main").getByText("Your email is verified. Please log in.")).toBeVisible();
  await page.goto("/verify-email?token=nonsense");
  await expect(page.getByText("Verification failed. Please try again.")).toBeVisible();
  await expect(page.getByText("The verification link is invalid or has expired.").first()).toBeVisible();
});

test("an e-mail that a stranger signed up is its owner's with a new password", async ({ page, browser }) => {
  const email = await fillSignUp(page);
  const owner = await openElsewhere(browser);
  await owner.goto(`/verify-email?token=${await mailedToken(page.request, email)}`);
  const other = button(owner, "Choose a new password");
  await expect(other).toBeVisible();
  await expectSound(owner);
  await other.click();
  await expectSound(owner);
  await field(owner, "New password").fill("sasa ni langu 3");
  await field(owner, "Confirm password").fill("sasa ni langu 4");
  const go = button(owner, "Verify my email");
  await go.click();
  await expect(owner.getByText("Passwords don't match")).toBeVisible();
  await field(owner, "Confirm password").fill("sasa ni langu 3");
  await go.click();
  await expect(owner.getByRole("heading", { name: "Email verified successfully" })).toBeVisible();
  await expect(owner).toHaveURL("/");
  await owner.context().close();

  await field(page, "Email").fill(email);
  await field(page, "Password").fill(PASSWORD);
  await button(page, "Login").click();
  await expect(page.getByText("Invalid email or password").first()).toBeVisible();
  await logIn(page, email, "sasa ni langu 3");
});

test(
  "a wrong password is refused in the server's words; the right one leads home, and the menu logs out",
  QUICK,
  async ({ page }) => {
    const email = await newAccount(page.request);
    await page.goto("/login");
    await field(page, "Email").fill(email);
    await field(page, "Password").fill("not the password");
    await button(page, "Login").click();
    await expect(page.getByText("Invalid email or password").first()).toBeVisible();
    await expect(page).toHaveURL("/login");
    await logInHere(page, email);

    const menu = page.getByRole("banner").getByRole("button", { name: "Profile" });
    await menu.tap();
    await page.getByRole("link", { name: "My Profile" }).click();
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByText("Verified", { exact: true })).toBeVisible();
    await menu.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/login");
    await page.goto("/profile");
    await expect(page).toHaveURL("/login");
  },
);

test("a forgotten password is set anew by mail, and the old one is void", QUICK, async ({ page }) => {
  const email = await newAccount(page.request);
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
  await logIn(page, email, "kikombe cha chai 9");
});
