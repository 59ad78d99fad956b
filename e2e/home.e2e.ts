import { expect, test } from "@playwright/test";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("home shows the banner's words and the specification's rows and counts", async ({ page }) => {
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
});

test("the offers banner leads to ladies' clothes with a former price, at half of it", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("region", { name: "50% off" }).getByRole("link", { name: "Shop women" }).click();
  await expect(page).toHaveURL("/collection?category=Women&offer=1");
  const cards = page.getByRole("region", { name: "Products" }).getByRole("listitem");
  await expect(cards).toHaveCount(6);
  for (const card of await cards.all()) {
    const prices = [...(await card.innerText()).matchAll(/Ksh ([\d,]+)/g)];
    const [price = 0, former = 0] = prices.map(([, amount = ""]) => Number(amount.replace(",", "")));
    expect(former).toBe(price * 2);
  }
  await cards.first().getByRole("link").click();
  await expect(page.getByText(/Was Ksh/).first()).toBeVisible();
});

test("the banner swaps halves every 5 s on wide screens and plays a 1 s highlight on small ones", async ({
  page,
  isMobile,
}) => {
  await page.clock.install();
  await page.goto("/");
  const banner = page.getByRole("region", { name: "LATEST ARRIVALS" });
  await expect(page.getByRole("button", { name: /Pause the banner/ })).toBeVisible();
  const state = isMobile ? "data-highlight" : "data-swapped";
  await expect(banner).toHaveAttribute(state, "false");
  await page.clock.runFor(4900);
  await expect(banner).toHaveAttribute(state, "false");
  await page.clock.runFor(200);
  await expect(banner).toHaveAttribute(state, "true");
  await page.clock.runFor(isMobile ? 1000 : 5000);
  await expect(banner).toHaveAttribute(state, "false");
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });
  test("the banner stays still", async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.clock.runFor(11_000);
    const banner = page.getByRole("region", { name: "LATEST ARRIVALS" });
    await expect(banner).toHaveAttribute("data-swapped", "false");
    await expect(banner).toHaveAttribute("data-highlight", "false");
  });
});

test("the newsletter form does nothing: no request, no reload", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  await page.evaluate(() => document.body.setAttribute("data-same-page", "yes"));
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await expect(page.getByRole("region", { name: "Newsletter" })).toContainText("not started it yet");
  const email = page.getByLabel("Your email address");
  await email.fill("wanjiku@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await email.press("Enter");
  await expect(page.locator("body")).toHaveAttribute("data-same-page", "yes");
  await expect(page).toHaveURL("/");
  expect(requests.filter((url) => !/\/(pictures|paying)\//.test(url))).toEqual([]);
});

test("the profile icon leads to login when signed out, and unknown paths to a helpful 404", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: /Profile/ }).click();
  await expect(page).toHaveURL("/login");
  const missing = await page.goto("/no/such/page");
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /collection/i })
      .first(),
  ).toBeVisible();
});
