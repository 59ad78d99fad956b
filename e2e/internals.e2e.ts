import { expect, type Page, test } from "@playwright/test";
import { loadAsDocument, readDataRequest } from "../src/platform/internals/data-request.ts";
import { routeFiles } from "../src/platform/internals/route-files.ts";
import { hydrated } from "./hydrated.ts";

// what src/platform/internals expects of React Router and React, and no documentation promises (decision 35): after an
// upgrade these tests say first what is no longer so

const dataRequest = /\.data(\?|$)/;

test("React Router asks for data by the addresses that readDataRequest reads", async ({ page }) => {
  const asked: unknown[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (dataRequest.test(request.url())) asked.push(readDataRequest(pathname + search));
  });
  await openHydrated(page, "/contact");
  await follow(page, "/collection");
  await follow(page, "/");
  expect(asked).toEqual([
    { page: "/collection", routes: "catalogue%2Fcollection-page" },
    { page: "/", routes: "site%2Fpages%2Fhome-page" },
  ]);
});

test("React Router loads the whole page when the answer is that of loadAsDocument", async ({ page }) => {
  const answer = loadAsDocument("/about");
  await page.route(dataRequest, (route) =>
    route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers) }),
  );
  await openHydrated(page, "/contact");
  await follow(page, "/", "/about");
  expect(await page.evaluate(() => performance.getEntriesByType("navigation")[0]?.name)).toMatch(/\/about$/);
});

test("fetchRouteData decodes what React Router's loaders give", async ({ page }) => {
  const whole = page.waitForResponse(/\/collection\.data\?_routes=catalogue%2Fcollection-page$/);
  await openHydrated(page, "/collection?category=Men");
  await (await whole).finished();
  await page.waitForLoadState("networkidle");
  // it is used: nothing more is asked for
  const asked: string[] = [];
  page.on("request", (request) => {
    if (dataRequest.test(request.url())) asked.push(request.url());
  });
  await page.getByLabel("Sort by").selectOption("Low-high");
  await expect(page).toHaveURL("/collection?category=Men&sort=low-high");
  expect(asked).toEqual([]);
});

test("React Router's manifest gives routeFiles each route's files, and all of them are there", async ({
  page,
}) => {
  await openHydrated(page, "/");
  const routes = await page.evaluate(routeFiles);
  const paths = Object.values(routes).map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["cart", "place-order", "mpesa", "flutterwave", "orders"]));
  expect(Object.values(routes).some(({ css = [] }) => css.length > 0)).toBe(true);
  const files = Object.values(routes).flatMap(({ module, imports = [], css = [] }) => [
    module,
    ...imports,
    ...css,
  ]);
  for (const file of new Set(files)) expect((await page.request.get(file)).status(), file).toBe(200);
});

test("React keeps the sheets that splitDocument put into the head, and puts later ones behind them", async ({
  page,
}) => {
  await openHydrated(page, "/collection");
  const sheets = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("style[data-href], link[rel=stylesheet]")].map(({ tagName }) => tagName),
    );
  const inlined = await sheets();
  expect(new Set(inlined)).toEqual(new Set(["STYLE"]));
  await follow(page, "/about");
  // the address changes a moment before React puts the new page's sheets in
  await expect.poll(async () => new Set((await sheets()).slice(inlined.length))).toEqual(new Set(["LINK"]));
  expect((await sheets()).slice(0, inlined.length)).toEqual(inlined);
});

async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Follows a link of the page, which leads to `arrived`. */
async function follow(page: Page, href: string, arrived = href): Promise<void> {
  await page.locator(`a[href="${href}"]`).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(arrived);
}
