import { type Browser, expect, type Page, test } from "@playwright/test";
import { logIn, newAccount, PASSWORD, signInAsNew, signUp } from "./people.ts";
import { LAPTOP } from "./sizes.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";

/** Logs in to the same account in another browser. */
async function elsewhere(browser: Browser, email: string): Promise<Page> {
  const { baseURL = "" } = test.info().project.use;
  const context = await browser.newContext({ baseURL, userAgent: FIREFOX, serviceWorkers: "block" });
  const page = await context.newPage();
  await logIn(page, email);
  return page;
}

const devicesOf = (page: Page) => page.getByRole("region", { name: "Where you're signed in" });

test("one device is signed out, then all others at once: their next call leads to the login", async ({
  page,
  browser,
}) => {
  const { email, token } = await signUp(page.request);
  await logIn(page, email);
  const other = await elsewhere(browser, email);
  const third = await elsewhere(browser, email);
  await other.goto("/profile");
  await expect(devicesOf(other).getByRole("listitem").first()).toContainText("Firefox on a Windows computer");

  await page.goto("/profile");
  const devices = devicesOf(page);
  // the sign-up's own session, this one and those of the other browsers
  await expect(devices.getByRole("listitem")).toHaveCount(4);
  await expect(devices.getByRole("listitem").first()).toContainText(/Chrome on .*This device/);
  // midnight may come between the log-in and here
  await expect(
    devices.getByRole("listitem").filter({ hasText: "Firefox on a Windows computer" }),
  ).toContainText([/Last used .*day, about \d\d:\d\d/, /Last used .*day, about \d\d:\d\d/]);
  const signOut = devices.getByRole("button", { name: /^Sign out of Firefox on a Windows computer/ });
  await signOut.first().click();
  await expect(page.getByText("That device is signed out.").first()).toBeVisible();
  await expect(signOut).toHaveCount(1);
  await expect(devices.getByRole("heading")).toBeFocused();
  // one that has been signed out on the device itself leaves the list too
  await page.request.post("/api/user/logout", { headers: { token } });
  await devices.getByRole("button", { name: /^Sign out of Chrome/ }).click();
  await expect(page.getByText("That device is already signed out.").first()).toBeVisible();
  await expect(devices.getByRole("listitem")).toHaveCount(2);

  const signOutAll = devices.getByRole("button", { name: "Sign out everywhere else" });
  await signOutAll.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("You're signed out everywhere else.").first()).toBeVisible();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await expect(devices).toContainText("You're signed in on this device only.");
  await expect(signOutAll).toHaveCount(0);
  await expect(devices.getByRole("heading")).toBeFocused();

  await other.getByLabel("Name", { exact: true }).fill("Achieng");
  await other.getByRole("button", { name: "Save name" }).click();
  await expect(other).toHaveURL("/login");
  await page.reload();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await other.context().close();
  await third.context().close();
});

test("a profile or a list of devices that does not come says so and is asked for again; a dead sign-in leads to login", async ({
  page,
  context,
}) => {
  const { email, token } = await signUp(page.request);
  await logIn(page, email);
  const failing = ["**/api/user/profile", "**/api/user/devices"];
  for (const path of failing)
    await page.route(path, (route) =>
      route.fulfill({ status: 500, json: { success: false, message: "Something went wrong on our side." } }),
    );
  await page.goto("/profile");
  await expect(page.getByText("Failed to load profile")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "We couldn't open your profile" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Go to Login" })).toBeVisible();
  await page.unroute("**/api/user/profile");
  await page.getByRole("button", { name: "Try again" }).click();
  const devices = devicesOf(page);
  await expect(devices.getByRole("alert")).toContainText("Something went wrong on our side.");
  await expect(page.getByRole("definition").filter({ hasText: email })).toBeVisible();
  await page.unroute("**/api/user/devices");
  await devices.getByRole("button", { name: "Try again" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(2);

  // without a connection nothing is signed out
  await context.setOffline(true);
  const signOutAll = devices.getByRole("button", { name: "Sign out everywhere else" });
  await signOutAll.click();
  await expect(devices.getByRole("alert")).toContainText("No connection.");
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await context.setOffline(false);
  await signOutAll.click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);

  await page.evaluate((ended) => localStorage.setItem("token", ended), token);
  await page.goto("/profile");
  await expect(page).toHaveURL("/login");
});

test("a browser that logged in before is not kept out by wrong guesses, also after a new password", async ({
  page,
}) => {
  const email = await newAccount(page.request);
  await logIn(page, email);
  await page.goto("/profile");
  const next = "kikombe cha chai 9";
  await page.getByLabel("Current password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("New password", { exact: true }).fill(next);
  await page.getByLabel("Confirm new password", { exact: true }).fill(next);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed. Your other devices are signed out.").first()).toBeVisible();
  // the list is as it is now
  await expect(devicesOf(page)).toContainText("You're signed in on this device only.");
  await page.getByRole("button", { name: "Logout" }).last().click();
  await expect(page).toHaveURL("/login");
  const statuses = [];
  for (let guess = 0; guess < 6; guess++)
    statuses.push(
      (
        await page.request.post("/api/user/login", { data: { email, password: "not the password" } })
      ).status(),
    );
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  await logIn(page, email, next);
});

test.describe("with a mouse", () => {
  test.use(LAPTOP);

  test("the header's menu opens under it, and the profile changes the name", async ({ page }) => {
    const email = await signInAsNew(page);
    await page.goto("/");
    await page.getByRole("banner").getByRole("button", { name: "Profile" }).hover();
    await page.getByRole("link", { name: "My Profile" }).click();
    await expect(page.getByText(email)).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Achieng");
    await page.getByRole("button", { name: /name/i }).click();
    await expect(page.getByRole("definition").filter({ hasText: "Achieng" })).toBeVisible();
  });
});
