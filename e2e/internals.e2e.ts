import { expect, test } from "@playwright/test";
import { hydrated } from "./hydrated.ts";

// what splitDocument expects of React, and no documentation promises (decision 35)
test("React keeps the sheets that splitDocument put into the head, and puts later ones behind them", async ({
  page,
}) => {
  await page.goto("/collection");
  await hydrated(page);
  const sheets = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("style[data-href], link[rel=stylesheet]")].map(({ tagName }) => tagName),
    );
  const inlined = await sheets();
  expect(new Set(inlined)).toEqual(new Set(["STYLE"]));
  await page.locator('a[href="/about"]').filter({ visible: true }).first().click();
  await expect(page).toHaveURL("/about");
  // the address changes a moment before React puts the new page's sheets in
  await expect.poll(async () => new Set((await sheets()).slice(inlined.length))).toEqual(new Set(["LINK"]));
  expect((await sheets()).slice(0, inlined.length)).toEqual(inlined);
});
