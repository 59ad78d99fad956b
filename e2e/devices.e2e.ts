import { type Browser, expect, type Page, test } from "@playwright/test";
import { logIn, newAccount, PASSWORD } from "./people.ts";

const LAPTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";

/** Logs in to the same account in another browser. */
async function elsewhere(browser: Browser, email: string): Promise<Page> {
  const { baseURL = "" } = test.info().project.use;
  const context = await browser.newContext({ baseURL, userAgent: LAPTOP, serviceWorkers: "block" });
  const page = await context.newPage();
  await logIn(page, email);
  return page;
}

const devicesOf = (page: Page) => page.getByRole("region", { name: "Where you are signed in" });

test("'Sign out everywhere else' signs the other browser out: its next call leads to the login", async ({
  page,
  browser,
}) => {
  const email = await newAccount(page.request);
  await logIn(page, email);
  const other = await elsewhere(browser, email);
  await other.goto("/profile");
  await expect(devicesOf(other).getByRole("listitem").first()).toContainText("Firefox on a Windows computer");

  await page.goto("/profile");
  const devices = devicesOf(page);
  // the sign-up's own session, this one and the other browser's
  await expect(devices.getByRole("listitem")).toHaveCount(3);
  await expect(devices.getByRole("listitem").first()).toContainText(/Chrome on .*This device/);
  await expect(
    devices.getByRole("listitem").filter({ hasText: "Firefox on a Windows computer" }),
  ).toContainText(/Last used today, about \d\d:\d\d/);
  const signOutAll = devices.getByRole("button", { name: "Sign out everywhere else" });
  await signOutAll.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("You are signed out everywhere else.").first()).toBeVisible();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await expect(devices).toContainText("You are signed in on this device only.");
  await expect(signOutAll).toHaveCount(0);
  await expect(devices.getByRole("heading")).toBeFocused();

  await other.getByLabel("Name", { exact: true }).fill("Achieng");
  await other.getByRole("button", { name: "Save name" }).click();
  await expect(other).toHaveURL("/login");
  await page.reload();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await other.context().close();
});

test("one device is signed out; one that was so already leaves the list", async ({ page, browser }) => {
  const email = await newAccount(page.request);
  await logIn(page, email);
  const other = await elsewhere(browser, email);
  const third = await elsewhere(browser, email);
  await page.goto("/profile");
  const devices = devicesOf(page);
  const signOut = devices.getByRole("button", { name: /^Sign out of Firefox on a Windows computer/ });
  await expect(signOut).toHaveCount(2);
  await signOut.first().click();
  await expect(page.getByText("That device is signed out.").first()).toBeVisible();
  await expect(signOut).toHaveCount(1);
  await expect(devices.getByRole("heading")).toBeFocused();
  // signed out on that device meanwhile
  for (const left of [other, third])
    await left.request.post("/api/user/logout", {
      headers: { token: String(await left.evaluate(() => localStorage.getItem("token"))) },
    });
  await signOut.click();
  await expect(page.getByText("That device was signed out already.").first()).toBeVisible();
  await expect(signOut).toHaveCount(0);
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await other.context().close();
  await third.context().close();
});

test("a list that does not come says so and is asked for again; without a connection nothing is signed out", async ({
  page,
  context,
}) => {
  const email = await newAccount(page.request);
  await logIn(page, email);
  await page.route("**/api/user/devices", (route) =>
    route.fulfill({ status: 500, json: { success: false, message: "Something went wrong on our side." } }),
  );
  await page.goto("/profile");
  const devices = devicesOf(page);
  await expect(devices.getByRole("alert")).toContainText("Something went wrong on our side.");
  await expect(page.getByRole("definition").filter({ hasText: email })).toBeVisible();
  await page.unroute("**/api/user/devices");
  await devices.getByRole("button", { name: "Try again" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await context.setOffline(true);
  await devices.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(devices.getByRole("alert")).toContainText("No connection.");
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await context.setOffline(false);
  await devices.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
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
  await expect(
    page.getByText("Your password is changed. Other devices are signed out.").first(),
  ).toBeVisible();
  // the list is as it is now
  await expect(devicesOf(page)).toContainText("You are signed in on this device only.");
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
