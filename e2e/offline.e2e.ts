import { expect, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { hydrated } from "./hydrated.ts";
import { onward } from "./onward.ts";
import { ADDRESS, fillAddress } from "./people.ts";
import { everythingKept, expectKept, openWithWorker } from "./service-worker.ts";

test.use({ serviceWorkers: "allow" });

const NOTE = "You're offline. Pages you've opened still work.";

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

test("a policy that was read opens offline, with how to reach the shop", async ({ page, context }) => {
  await openWithWorker(page, "/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Returns and exchanges" }).click();
  await expect(page).toHaveURL("/policies/returns");
  await expectKept(page, "/policies/returns");
  await context.setOffline(true);
  await page.goto("/policies/returns");
  await expect(page.getByRole("heading", { level: 1, name: "Returns and exchanges" })).toBeVisible();
  await expect(
    page.getByText("within 7 days of the day your parcel arrives", { exact: false }),
  ).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "+254 700 000 000" })).toBeVisible();
  await expect(page.getByText(NOTE)).toBeVisible();
  // one that was never read is not there, and says so
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
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
  await expect(onward(page)).toBeDisabled();
  // the delivery's fee is the shop's own, and the same for every order
  await expect(page.getByRole("main").getByText(/Ksh \d/)).toHaveText([/^Delivery/]);
  // what was typed outlives a reload without a connection
  for (const [label, value] of Object.entries({ ...ADDRESS, Phone: "0712 345 678" }))
    await expect(
      page
        .getByRole("textbox", { name: label, exact: true })
        .or(page.getByRole("combobox", { name: label, exact: true })),
    ).toHaveValue(value);
  await context.setOffline(false);
  await expect(onward(page)).toBeEnabled();
});

test("with Save-Data nothing is fetched ahead; what was seen still opens", async ({ page, context }) => {
  const { product, size } = await plentiful(page.request, 6);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setDataSaverOverride", { dataSaverEnabled: true });
  await openWithWorker(page, "/about");
  await page.goto(`/product/${product._id}`);
  await expectKept(page, `/product/${product._id}`);
  expect((await everythingKept(page)).addresses).not.toContain("/cart");
  await page.getByRole("radio", { name: size, exact: true }).check();
  await hydrated(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Buy now" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
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
