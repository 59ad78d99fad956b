import { expect, test } from "@playwright/test";
import { hydrated } from "./hydrated.ts";
import { QUICK } from "./sizes.ts";

test("home shows the banner's words and the specification's rows and counts", QUICK, async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "LATEST ARRIVALS" })).toBeVisible();
  await expect(page.getByText("OUR BEST SELLERS")).toBeVisible();
  await expect(page.getByRole("link", { name: "SHOP NOW" })).toHaveAttribute("href", "/collection");
  const row = (name: string) => page.getByRole("region", { name }).getByRole("listitem");
  await expect(row("Latest Collection")).toHaveCount(10);
  await expect(row("Best Sellers")).toHaveCount(5);
  await expect(row("Trending Products")).toHaveCount(10);
  for (const text of ["Easy exchange", "24/7 support"]) await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByRole("link", { name: "Search" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Search" })).toHaveCount(0);
  // the newsletter's form does nothing: it is still this page
  await page.evaluate(() => document.body.setAttribute("data-same-page", "yes"));
  await expect(page.getByRole("region", { name: "Newsletter" })).toContainText("hasn't started yet");
  await page.getByLabel("Your email address").fill("wanjiku@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.locator("body")).toHaveAttribute("data-same-page", "yes");
  await expect(page).toHaveURL("/");
  // nobody is signed in
  await page.getByRole("link", { name: /Profile/ }).click();
  await expect(page).toHaveURL("/login");
});

test("the banner highlights for 1 s every 5 s on a phone, swaps halves on a wide screen, and can stand still", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/");
  const banner = page.getByRole("region", { name: "LATEST ARRIVALS" });
  const isStill = async () => {
    await page.clock.runFor(11_000);
    await expect(banner).toHaveAttribute("data-swapped", "false");
    await expect(banner).toHaveAttribute("data-highlight", "false");
  };
  await hydrated(page);
  // the sign that somebody prefers less motion, which the test's settings say
  await expect(page.getByRole("button", { name: /^(Play|Pause) the banner/ })).toHaveCount(0);
  await isStill();

  await page.emulateMedia({ reducedMotion: "no-preference" });
  const pause = page.getByRole("button", { name: "Pause the banner" });
  const play = page.getByRole("button", { name: "Play the banner" });
  await pause.click();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await isStill();
  const beats = async (state: "data-highlight" | "data-swapped", back: number) => {
    await page.clock.runFor(4_999);
    await expect(banner).toHaveAttribute(state, "false");
    await page.clock.runFor(1);
    await expect(banner).toHaveAttribute(state, "true");
    await page.clock.runFor(back - 1);
    await expect(banner).toHaveAttribute(state, "true");
    await page.clock.runFor(1);
    await expect(banner).toHaveAttribute(state, "false");
  };
  await play.click();
  await beats("data-highlight", 1_000);
  await pause.click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await play.click();
  await beats("data-swapped", 5_000);
});
