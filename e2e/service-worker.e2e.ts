import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { startShop } from "../src/server.ts";
import { addToCart, plentiful } from "./goods.ts";
import { openLink } from "./link.ts";
import { onward } from "./onward.ts";
import { atPay, expectOneOrder, ordersOf, TILL } from "./payers.ts";
import { ADDRESS, fillAddress, MAILBOX } from "./people.ts";
import { everythingKept, expectKept, openWithWorker } from "./service-worker.ts";

test.use({ serviceWorkers: "allow" });

test("the page of one choice, seen on a first visit, filters without a line", async ({ page, context }) => {
  await page.goto("/collection?category=Men");
  await expectKept(page, "/collection?category=Men");
  await expectKept(page, "/collection?_routes=catalogue/collection-page");
  await context.setOffline(true);
  const whole = page.waitForResponse(/\/collection\.data\?_routes=[^&]+$/);
  await page.reload();
  await (await whole).finished();
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Sort by").selectOption("Low-high");
  await expect(page).toHaveURL("/collection?category=Men&sort=low-high");
  await expect(page.getByRole("region", { name: "Products" }).getByRole("listitem")).not.toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Men");
});

test.describe("over a bad link", () => {
  let link: Awaited<ReturnType<typeof openLink>>;
  test.beforeEach(async ({ baseURL }) => {
    link = await openLink(baseURL ?? "");
  });
  test.afterEach(() => link.close());

  test("where nothing is answered, a seen page comes after a while, and says that it is a copy", async ({
    page,
  }) => {
    const { product } = await plentiful(page.request, 5);
    await openWithWorker(page, `${link.url}/product/${product._id}`);
    link.faults.hangs = /^.product/;
    const began = Date.now();
    await page.goto(`${link.url}/product/${product._id}`);
    await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
    await expect(page.getByText("Saved copy; prices may have changed.")).toBeVisible();
    expect(Date.now() - began).toBeGreaterThanOrEqual(4_000);
    link.recover();
    // answers in time are believed again after the first of them
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
      await expect(page.getByText("Saved copy", { exact: false })).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  });

  test("a move that a crowded shop turns away is asked for once more as a page", async ({ page }) => {
    await openWithWorker(page, `${link.url}/`);
    // the data of a product's page, not the page itself
    link.faults.busy = /^.product.\w{26}./;
    const product = page.getByRole("main").getByRole("link", { name: /Ksh/ }).first();
    const href = await product.getAttribute("href");
    await product.click();
    await expect(page.getByRole("button", { name: "ADD TO CART" })).toBeVisible();
    await expect(page).toHaveURL(`${link.url}${href}`);
  });

  test("after a deploy a tab goes on with the files of its own build, cart and form kept", async ({
    page,
  }) => {
    const loads: string[] = [];
    const { product, size } = await plentiful(page.request, 5);
    await openWithWorker(page, `${link.url}/`);
    await page.goto(`${link.url}/product/${product._id}`);
    await page.getByRole("radio", { name: size, exact: true }).check();
    await page.getByRole("button", { name: "ADD TO CART" }).click();
    for (const chunk of ["cart-page", "place-order-page"])
      await expect
        .poll(async () => (await everythingKept(page)).addresses.join())
        .toMatch(new RegExp(`/assets/${chunk}-[^,]*js`));
    link.faults.missing = /^.assets/;
    page.on("domcontentloaded", () => loads.push(page.url()));
    await page.getByRole("link", { name: "Cart, 1 item" }).click();
    await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
    await fillAddress(page);
    await expect(page).toHaveURL(`${link.url}/place-order`);
    expect(loads).toEqual([]);
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Street" })).toHaveValue(
      ADDRESS["Street, building, landmark"],
    );
    await expect(onward(page)).toBeEnabled();
  });
});

test("a browser that had the worker loses it with every copy once SERVICE_WORKER is off", async ({
  page,
  context,
  baseURL,
}) => {
  const link = await openLink(baseURL ?? "");
  const without = await openShopWithout();
  try {
    await openWithWorker(page, `${link.url}/about`);
    await page.goto(`${link.url}/contact`);
    await expectKept(page, "/contact");
    link.leadTo(without.url);
    await page.goto(`${link.url}/about`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => leftOf(page)).toEqual({ workers: 0, copies: [] });
    // and it does not come back
    await page.reload({ waitUntil: "networkidle" });
    await expect.poll(() => leftOf(page)).toEqual({ workers: 0, copies: [] });
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await context.setOffline(true);
    await expect(page.goto(`${link.url}/contact`)).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
  } finally {
    link.close();
    await without.close();
  }
});

test("nothing personal is kept: not after shopping, signing in, ordering and logging out", async ({
  page,
  context,
}) => {
  await openWithWorker(page, "/");
  const payer = await atPay(page, TILL);
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
  const [order] = await ordersOf(page.request, payer);
  await page.goto("/profile");
  await expect(page.getByText(payer.email).first()).toBeVisible();
  await page.goto("/collection?search=wanjiku");
  await page.goto(`/verify-email?token=${payer.token}`);
  await page.goto(`/about?from=${payer.email}`);
  await page.goto(MAILBOX);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Logout" }).last().click();
  await expect(page).toHaveURL("/login");

  const kept = await everythingKept(page);
  expect(kept.addresses).toContain("/about");
  expect(
    kept.addresses.filter((path) =>
      /^(?!.(assets|paying)).*(verify|reset|mailbox|flutterwave|search|api)/.test(path),
    ),
  ).toEqual([]);
  const secrets = [payer.email, payer.token, payer.phone, payer.code, String(order?._id), ...ADDRESS_WORDS];
  for (const secret of secrets) expect(kept.text.includes(secret), secret).toBe(false);
  // and the scan finds what is there
  expect(kept.text).toContain("Your cart");
  await context.close();
});

test("who only looks around fetches no page ahead; with something in the cart its page is kept", async ({
  page,
}) => {
  await openWithWorker(page, "/");
  await expectKept(page, "/");
  expect((await everythingKept(page)).addresses).not.toContain("/cart");
  await addToCart(page, await plentiful(page.request, 7));
  await expectKept(page, "/cart");
});

/** What a person would leave in the address form; city and country stand in the shop's own pages too. */
const ADDRESS_WORDS = [
  ADDRESS["First name"],
  ADDRESS["Last name"],
  ADDRESS["Email address"],
  ADDRESS["Street, building, landmark"],
];

/** A shop of its own whose setting says that no browser is to have a worker. */
async function openShopWithout() {
  const folder = mkdtempSync(join(tmpdir(), "sauti-without-"));
  // as root, the account that runs the database must be able to enter
  chmodSync(folder, 0o755);
  const shop = await startShop({ PORT: "0", DATA_DIR: folder, SERVICE_WORKER: "off", LOG_LEVEL: "error" });
  return {
    url: shop.http.listeningOrigin,
    close: async () => {
      await shop.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a browser still has of the worker. */
function leftOf(page: Page): Promise<{ workers: number; copies: string[] }> {
  return page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    copies: await caches.keys(),
  }));
}
