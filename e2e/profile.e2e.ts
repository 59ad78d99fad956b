import { expect, test } from "@playwright/test";
import { logIn, signUp } from "./people.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";

test("one device is signed out, then all others; their next call leads to the login", async ({
  page,
  browser,
  baseURL,
}) => {
  const { email } = await signUp(page.request);
  await logIn(page, email);
  const otherBrowser = async () => {
    const context = await browser.newContext({ baseURL: baseURL ?? "", userAgent: FIREFOX });
    const other = await context.newPage();
    await logIn(other, email);
    return other;
  };
  const [other, third] = [await otherBrowser(), await otherBrowser()];
  await other.goto("/profile");

  await page.goto("/profile");
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();
  const devices = page.getByRole("region", { name: "Where you're signed in" });
  const listed = devices.getByRole("listitem");
  // the sign-up's own session, this one and those of the other browsers
  await expect(listed).toHaveCount(4);
  await expect(listed.first()).toContainText(/Chrome on .*This device/);
  const signOut = devices.getByRole("button", { name: /^Sign out of Firefox on a Windows computer/ });
  await signOut.first().click();
  await expect(page.getByText("That device is signed out.").first()).toBeVisible();
  await expect(signOut).toHaveCount(1);
  await expect(devices.getByRole("heading")).toBeFocused();
  const signOutAll = devices.getByRole("button", { name: "Sign out everywhere else" });
  await signOutAll.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("You're signed out everywhere else.").first()).toBeVisible();
  await expect(listed).toHaveCount(1);
  await expect(devices).toContainText("You're signed in on this device only.");
  await expect(signOutAll).toHaveCount(0);

  await other.getByLabel("Name", { exact: true }).fill("Achieng");
  await other.getByRole("button", { name: "Save name" }).click();
  await expect(other).toHaveURL("/login");
  for (const each of [other, third]) await each.context().close();
});
