import { type Browser, expect, type Page, test } from "@playwright/test";
import { fillSignUp, followMail, freshEmail, logIn, mailedToken, newAccount, PASSWORD } from "./people.ts";
import { expectSound } from "./sound.ts";

test("sign-up checks the form and says the specification's texts", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Wanjiku");
  await page.getByLabel("Email", { exact: true }).fill(freshEmail());
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByLabel("Confirm password", { exact: true }).fill("other");
  const send = page.getByRole("button", { name: "Sign Up", exact: true });
  await send.click();
  await expect(page.getByText("Password must be at least 8 characters long")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await send.click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
});

test("an unverified login offers the mail again; verification signs in and leads home after 2 s", async ({
  page,
}) => {
  const email = await fillSignUp(page);
  await expect(page.getByRole("heading", { level: 1, name: "Login" })).toBeVisible();
  await page.reload();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  const resend = page.getByRole("button", { name: "Resend verification email" });
  await expect(resend).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill("");
  await resend.click();
  await expect(page.getByText("Please enter your email address").first()).toBeVisible();
  await page.route("**/resend-verification", (route) => route.abort());
  await page.getByLabel("Email", { exact: true }).fill(email);
  await resend.click();
  await expect(page.getByText("Failed to resend verification email")).toBeVisible();

  await followMail(page, email);
  await expect(page.getByText("Email verified", { exact: true })).toBeVisible();
  expect(page.url()).not.toContain("token=");
  await expect(page).toHaveURL("/");
  await page.goto("/login");
  await expect(page).toHaveURL("/");
});

/** A page of another browser, such as the one inside a mail app. */
async function openElsewhere(browser: Browser): Promise<Page> {
  const { baseURL } = test.info().project.use;
  return (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
}

test("a link opened in another browser asks for the password first; a second time it ends at the login", async ({
  page,
  browser,
}) => {
  const email = await fillSignUp(page);
  const link = `/verify-email?token=${await mailedToken(page.request, email)}`;
  const other = await openElsewhere(browser);
  await other.goto(link);
  await expect(other.getByText(`This link verifies ${email}.`)).toBeVisible();
  expect(await other.evaluate(() => localStorage.getItem("token"))).toBeNull();
  const go = other.getByRole("button", { name: "Verify my email" });
  await go.click();
  await expect(other.getByText("Please enter your password")).toBeVisible();
  const password = other.getByLabel("Password", { exact: true });
  await expect(password).toBeFocused();
  await password.fill("not the password");
  await go.click();
  await expect(other.getByText("This is not the password of the sign-up.").first()).toBeVisible();
  await password.fill(PASSWORD);
  await password.press("Enter");
  await expect(other.getByText("Email verified", { exact: true })).toBeVisible();
  await expect(other).toHaveURL("/");
  expect(await other.evaluate(() => localStorage.getItem("token"))).toMatch(/^[\w-]{43}$/);
  // somebody else's link changes nothing about who is signed in
  const third = await fillSignUp(page);
  const signedIn = await other.evaluate(() => localStorage.getItem("token"));
  await other.goto(`/verify-email?token=${await mailedToken(page.request, third)}`);
  await expect(other.getByText("You are signed in to another account here")).toBeVisible();
  await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await go.click();
  await expect(other.getByText("Email verified. You are still signed in").first()).toBeVisible();
  expect(await other.evaluate(() => localStorage.getItem("token"))).toBe(signedIn);
  await other.context().close();

  await page.goto(link);
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("main").getByText("Your email is verified. Please log in.")).toBeVisible();
});

test("an e-mail that a stranger signed up is its owner's with a new password", async ({ page, browser }) => {
  const email = await fillSignUp(page);
  const owner = await openElsewhere(browser);
  await owner.goto(`/verify-email?token=${await mailedToken(page.request, email)}`);
  const other = owner.getByRole("button", { name: "Choose a new password" });
  await expect(other).toBeVisible();
  await expectSound(owner);
  await other.click();
  await expectSound(owner);
  await owner.getByLabel("New password", { exact: true }).fill("sasa ni langu 3");
  await owner.getByLabel("Confirm password", { exact: true }).fill("sasa ni langu 4");
  const go = owner.getByRole("button", { name: "Verify my email" });
  await go.click();
  await expect(owner.getByText("Passwords don't match")).toBeVisible();
  await owner.getByLabel("Confirm password", { exact: true }).fill("sasa ni langu 3");
  await go.click();
  await expect(owner.getByText("Email verified", { exact: true })).toBeVisible();
  await expect(owner).toHaveURL("/");
  await owner.context().close();

  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByText("Invalid email or password").first()).toBeVisible();
  await logIn(page, email, "sasa ni langu 3");
});

test("a new password that came too late is not saved: the page says so and leads to another way", async ({
  page,
  browser,
}) => {
  const link = `/verify-email?token=${await mailedToken(page.request, await fillSignUp(page))}`;
  const owner = await openElsewhere(browser);
  await owner.goto(link);
  await owner.getByRole("button", { name: "Choose a new password" }).click();
  await owner.getByLabel("New password", { exact: true }).fill("sasa ni langu 3");
  await owner.getByLabel("Confirm password", { exact: true }).fill("sasa ni langu 3");
  // meanwhile, in the browser that signed up
  await page.goto(link);
  await expect(page.getByText("Email verified", { exact: true })).toBeVisible();
  await owner.getByRole("button", { name: "Verify my email" }).click();
  await expect(owner.getByRole("main").getByText("The new password was not saved")).toBeVisible();
  expect(await owner.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await expectSound(owner);
  await owner.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(owner).toHaveURL("/forgot-password");
  await owner.context().close();
});

test("a sign-up after a stranger's chooses its password by the link, in the same browser too", async ({
  page,
}) => {
  const email = freshEmail();
  await page.request.post("/api/user/register", {
    data: { name: "A Stranger", email, password: "jina la mgeni 1" },
  });
  await fillSignUp(page, email);
  await page.goto(`/verify-email?token=${await mailedToken(page.request, email)}`);
  await expect(page.getByText("signed up with more than one password")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("sasa ni langu 3");
  await page.getByLabel("Confirm password", { exact: true }).fill("sasa ni langu 3");
  await page.getByRole("button", { name: "Verify my email" }).click();
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toMatch(/^[\w-]{43}$/);
});

test("verification links that are missing or wrong say so", async ({ page }) => {
  await page.goto("/verify-email");
  await expect(page.getByText("Invalid verification link")).toBeVisible();
  await expect(page.getByText("The verification link is invalid or has expired.").first()).toBeVisible();
  await page.goto("/verify-email?token=nonsense");
  await expect(page.getByText("Verification failed. Please try again.")).toBeVisible();
  await expect(page.getByText("The verification link is invalid or has expired.").first()).toBeVisible();
  await page.route("**/api/user/verify-email", (route) => route.abort());
  await page.goto("/verify-email?token=nonsense");
  await expect(page.getByText("Verification failed. Please try again.")).toBeVisible();
});

test("a wrong password is refused in the server's words", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(await newAccount(page.request));
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByText("Invalid email or password").first()).toBeVisible();
  await expect(page).toHaveURL("/login");
});

test("the profile shows details, changes the name, and the header's menu logs out", async ({
  page,
  isMobile,
}) => {
  const email = await newAccount(page.request);
  await logIn(page, email);
  const opener = page.getByRole("banner").getByRole("button", { name: "Profile" });
  await (isMobile ? opener.tap() : opener.hover());
  await page.getByRole("link", { name: "My Profile" }).click();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Achieng");
  await page.getByRole("button", { name: /name/i }).click();
  await expect(page.getByRole("definition").filter({ hasText: "Achieng" })).toBeVisible();

  await opener.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await page.goto("/profile");
  await expect(page).toHaveURL("/login");
});

test("a profile that fails to load says so; a dead sign-in leads to login", async ({ page }) => {
  await logIn(page, await newAccount(page.request));
  await page.route("**/api/user/profile", (route) =>
    route.fulfill({ status: 500, json: { success: false, message: "Something went wrong on our side." } }),
  );
  await page.goto("/profile");
  await expect(page.getByText("Failed to load profile").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Go to Login" })).toBeVisible();
  await page.unroute("**/api/user/profile");
  await page.evaluate(() => localStorage.setItem("token", "x".repeat(43)));
  await page.goto("/profile");
  await expect(page).toHaveURL("/login");
});

test("a forgotten password is set anew by mail, and the old one is void", async ({ page }) => {
  const email = await newAccount(page.request);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("main").getByRole("button").first().click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  // said in the page, and by no toast besides
  await expect(page.getByText(/a link to set a new password is on its way/)).toHaveCount(1);
  const token = await mailedToken(page.request, email);
  await page.goto(`/reset-password?token=${token}`);
  await page.getByLabel("New password", { exact: true }).fill("kikombe cha chai 9");
  await page.getByLabel("Confirm password", { exact: true }).fill("kikombe cha chai 9");
  await page.getByRole("main").locator("button[type=submit]").click();
  await expect(page).toHaveURL(/\/login|\/$/);
  await logIn(page, email, "kikombe cha chai 9");
});
