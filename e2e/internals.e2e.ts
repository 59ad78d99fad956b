import { expect, type Page, test } from "@playwright/test";
import { loadAsDocument, readDataRequest } from "../src/platform/internals/data-request.ts";
import { hydrated } from "./hydrated.ts";

// what src/platform/internals expects of React Router and React, and no documentation promises (decision 35): after an
// upgrade these tests say first what is no longer so

const dataRequest = /\.data(\?|$)/;

test("React Router asks for data by the addresses that readDataRequest reads, and takes loadAsDocument's answer for a page to load", async ({
  page,
}) => {
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

  await follow(page, "/contact");
  const answer = loadAsDocument("/about");
  await page.route(dataRequest, (route) =>
    route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers) }),
  );
  await follow(page, "/", "/about");
  expect(await page.evaluate(() => performance.getEntriesByType("navigation")[0]?.name)).toMatch(/\/about$/);
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
