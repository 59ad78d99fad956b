import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { startShop } from "../src/server.ts";
import { addToCart, plentiful } from "./goods.ts";
import { openLink } from "./link.ts";
import { atPay, expectOneOrder, ordersOf, TILL } from "./payers.ts";
import { ADDRESS, fillAddress, MAILBOX } from "./people.ts";

test.use({ serviceWorkers: "allow" });

const NOTE = "You are offline. What you have seen still opens.";

test("seen pages with their pictures, and the cart, open offline; what was never seen says what there is", async ({
  page,
  context,
}) => {
  const seen = await plentiful(page.request, 1);
  const unseen = await plentiful(page.request, 2);
  await openWithWorker(page, "/");
  await addToCart(page, seen);
  await expectKept(page, `/product/${seen.product._id}`);
  // a page opened by a link has no document of its own until the worker keeps one
  await page.getByRole("link", { name: "Contact" }).last().click();
  await expect(page).toHaveURL("/contact");
  await expectKept(page, "/contact");

  await context.setOffline(true);
  await expect(page.getByText(NOTE)).toBeVisible();
  await page.goto(`/product/${seen.product._id}`);
  await expect(page.getByRole("heading", { level: 1, name: seen.product.name })).toBeVisible();
  await expect(page.getByText(NOTE)).toBeVisible();
  const picture = page.getByRole("main").locator("img").first();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  // alive as ever: its scripts came too
  await page.getByRole("radio", { name: seen.size, exact: true }).check();
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();

  await page.goto("/contact");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Cart, 2 items" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeVisible();

  const answer = await page.goto(`/product/${unseen.product._id}`);
  expect(answer?.status()).toBe(503);
  await expect(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
  await expect(page.getByText("Your cart and what you typed at checkout are safe")).toBeVisible();
  await page.getByRole("link", { name: seen.product.name }).click();
  await expect(page).toHaveURL(`/product/${seen.product._id}`);
  await page.goBack();

  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: unseen.product.name })).toBeVisible();
  await expect(page.getByText(NOTE)).toHaveCount(0);
});

test("a link to a page never seen leads to the offline page, and back to where it was", async ({
  page,
  context,
}) => {
  const { product } = await plentiful(page.request, 3);
  await openWithWorker(page, `/product/${product._id}`);
  await expectKept(page, `/product/${product._id}`);
  await context.setOffline(true);
  await page.getByRole("link", { name: "About" }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
});

test("the cart shows the prices known last, checkout shows none and takes no order; both recover by themselves", async ({
  page,
  context,
}) => {
  const goods = await plentiful(page.request, 4);
  await openWithWorker(page, "/");
  await addToCart(page, goods);
  await page.goto("/cart");
  const proceed = page.getByRole("button", { name: "PROCEED TO CHECKOUT" });
  await expect(proceed).toBeEnabled();
  await page.goto("/place-order");
  await fillAddress(page);

  await context.setOffline(true);
  await page.goto("/cart");
  await expect(page.getByText("You see the prices we knew last.", { exact: false })).toBeVisible();
  await expect(page.getByRole("region", { name: "Cart totals" })).toContainText(
    `Ksh ${(goods.product.price + 1).toLocaleString("en-KE")}`,
  );
  await expect(proceed).toBeDisabled();
  await context.setOffline(false);
  await expect(proceed).toBeEnabled();

  await context.setOffline(true);
  await page.goto("/place-order");
  await expect(page.getByRole("heading", { name: "We could not load today's prices" })).toBeVisible();
  await expect(page.getByRole("button", { name: "PLACE ORDER" })).toBeDisabled();
  await expect(page.getByRole("main").getByText(/Ksh \d/)).toHaveCount(0);
  // what was typed outlives a reload without a connection
  for (const [label, value] of Object.entries(ADDRESS))
    await expect(
      page
        .getByRole("textbox", { name: label, exact: true })
        .or(page.getByRole("combobox", { name: label, exact: true })),
    ).toHaveValue(value);
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "PLACE ORDER" })).toBeEnabled();
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
    await expect(page.getByText("You see this page as it was last. Prices may have changed.")).toBeVisible();
    expect(Date.now() - began).toBeGreaterThanOrEqual(4_000);
    link.recover();
    // answers in time are believed again after the first of them
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
      await expect(page.getByText("You see this page", { exact: false })).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
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
    await expect(page.getByRole("textbox", { name: "Street" })).toHaveValue(ADDRESS.Street);
    await expect(page.getByRole("button", { name: "PLACE ORDER" })).toBeEnabled();
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

test("with Save-Data nothing is fetched ahead; what was seen still opens", async ({ page, context }) => {
  const { product } = await plentiful(page.request, 6);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setDataSaverOverride", { dataSaverEnabled: true });
  await openWithWorker(page, "/about");
  await page.goto(`/product/${product._id}`);
  await expectKept(page, `/product/${product._id}`);
  expect((await everythingKept(page)).addresses).not.toContain("/cart");
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
});

test("without service workers the shop is as it was, and a link offline says so", async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined });
    Object.defineProperty(window, "caches", { get: () => undefined });
  });
  await addToCart(page, await plentiful(page.request, 7));
  await context.setOffline(true);
  await page.getByRole("link", { name: "About" }).last().click();
  await expect(page.getByText("No connection. Check your internet and try again.")).toBeVisible();
  await expect(page.getByText(NOTE)).toBeVisible();
});

/** What a person would leave in the address form; city and country stand in the shop's own pages too. */
const ADDRESS_WORDS = [ADDRESS["First name"], ADDRESS["Last name"], ADDRESS["Email address"], ADDRESS.Street];

/** Opens a page, and waits until the worker answers for the shop. */
async function openWithWorker(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    if (!serviceWorker.controller)
      await new Promise((resolve) =>
        serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
  });
  await expectKept(page, new URL(page.url()).pathname);
}

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

/** Waits until there is a copy of this page. */
async function expectKept(page: Page, path: string): Promise<void> {
  await expect.poll(async () => (await everythingKept(page)).addresses).toContain(path);
}

/** Every address, header and text in every cache of the shop. */
function everythingKept(page: Page): Promise<{ addresses: string[]; text: string }> {
  return page.evaluate(async () => {
    const addresses: string[] = [];
    let text = "";
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const { pathname, search } = new URL(request.url);
        addresses.push(pathname + search);
        const headers = JSON.stringify([...(answer?.headers ?? [])]);
        text += `${request.url} ${answer?.url} ${headers} ${await answer?.text()}\n`;
      }
    }
    return { addresses, text };
  });
}
