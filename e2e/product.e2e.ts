import { expect, test } from "@playwright/test";
import { listProducts, plentiful } from "./goods.ts";
import { hold } from "./held.ts";
import { hydrated } from "./hydrated.ts";
import { LAPTOP, QUICK } from "./sizes.ts";
import { expectSound } from "./sound.ts";

test("a product shows what it is, and is put into the cart in a size", QUICK, async ({ page }) => {
  const { product, size } = await plentiful(page.request, 2);
  const release = await hold(page, "**/assets/*.js");
  await page.goto(`/product/${product._id}`, { waitUntil: "commit" });
  // before the scripts it is grey, and a tap is answered once they are there
  const add = page.getByRole("button", { name: "ADD TO CART" });
  await expect(add).toHaveAttribute("aria-disabled", "true");
  await add.click({ force: true });
  release();
  await expect(page.getByRole("alert")).toHaveText("Please select product size");
  await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
  await expect(page.getByText(`Ksh ${product.price.toLocaleString("en-KE")}`).first()).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(product.sizes.length);
  await expect(page.getByText(/within 7 days/).first()).toBeVisible();
  const related = page.getByRole("region", { name: "Related Products" }).getByRole("listitem");
  await expect(related).toHaveCount(5);
  await expect(related.filter({ hasText: product.name })).toHaveCount(0);

  await expect(add).toBeDisabled();
  await expect(add).not.toHaveAttribute("disabled");
  await page.getByRole("radio", { name: size, exact: true }).check();
  await expect(page.getByText("Please select product size")).toHaveCount(0);
  await add.click();
  await expect(page.getByText(`${product.name} (${size}) is in your cart`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await expect(page.getByRole("alert").getByRole("link", { name: "View cart" })).toBeVisible();
  // a tap right after the first is the first one's
  await expect(async () => {
    // a try before may have been taken, and the cart be on its way
    if (new URL(page.url()).pathname !== "/cart")
      await page.getByRole("button", { name: "View cart (1)" }).click({ timeout: 1_000 });
    await expect(page).toHaveURL("/cart", { timeout: 500 });
  }).toPass();
});

test("a product says what it is made of and leads from its sizes to a guide in centimetres", async ({
  page,
}) => {
  const products = await listProducts(page.request);
  const blouse = products.find(({ name }) => name === "Asubuhi Blouse");
  await page.goto(`/product/${blouse?._id}`);
  await expect(page.getByRole("definition").filter({ hasText: "100% viscose" })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(0);
  // before that the link leads to the guide, which is still closed
  await hydrated(page);
  await page.getByRole("link", { name: "Size guide" }).press("Enter");
  await expect(page.getByText("Size guide, in centimetres")).toBeFocused();
  await expect(page.getByRole("row", { name: "M 88–94 70–76" })).toBeInViewport();
});

test("a product is shared by the phone's own sheet, and by WhatsApp where there is none", async ({
  page,
}) => {
  const { product } = await plentiful(page.request, 1);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "share", {
      value: async (what: ShareData) => document.body.setAttribute("data-shared", JSON.stringify(what)),
    });
  });
  await page.goto(`/product/${product._id}`);
  await hydrated(page);
  const share = page.getByRole("link", { name: "Share on WhatsApp" });
  const url = (await page.locator('link[rel="canonical"]').getAttribute("href")) ?? "";
  const text = `${product.name} from Sauti:`;
  await expect(share).toHaveAttribute("href", `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`);
  await share.click();
  await expect(page.locator("body")).toHaveAttribute("data-shared", JSON.stringify({ text, url }));
});

test("pictures open over a whole screen of either size, by keyboard too, and give the focus back", async ({
  page,
}) => {
  const { product } = await plentiful(page.request, 1);
  await page.goto(`/product/${product._id}`);
  const open = page.getByRole("button", { name: "See pictures large" });
  await open.press("Enter");
  const large = page.getByRole("dialog", { name: `Pictures of ${product.name}` });
  await expect(large.getByRole("status")).toHaveText(/^Picture 1 of \d$/);
  await page.keyboard.press("ArrowRight");
  await expect(large.getByRole("img", { name: /picture 2 of/ })).toBeVisible();
  const width = async () => (await large.getByRole("img").boundingBox())?.width ?? 0;
  const fitting = await width();
  await large.getByRole("button", { name: "Zoom in" }).click();
  expect(await width()).toBeCloseTo(2 * fitting, 0);
  await page.keyboard.press("Escape");
  await expect(large).toHaveCount(0);
  await expect(open).toBeFocused();

  await page.setViewportSize(LAPTOP.viewport);
  const second = page.getByRole("button", { name: /^Picture 2 of/ });
  await second.click();
  await expect(second).toHaveAttribute("aria-current", "true");
  await open.press("Enter");
  await expect(large.getByRole("status")).toHaveText(/^Picture 2 of \d$/);
});

test("who finds a size sold out leaves an email, by keyboard, and is told that one mail comes", async ({
  page,
}) => {
  const goods = await listProducts(page.request);
  const product = goods.find(({ sizes, stock }) => sizes.some((size) => stock[size] === 0));
  const size = product?.sizes.find((each) => product.stock[each] === 0) ?? "";
  await page.goto(`/product/${product?._id}`);
  await expect(page.getByRole("radio", { name: size, exact: true })).toBeDisabled();
  await expect(page.getByText("Sold out").first()).toBeVisible();
  const opener = page.getByText("Tell me when it's back", { exact: true });
  await opener.focus();
  await page.keyboard.press("Enter");
  const email = page.getByLabel("Email", { exact: true });
  await expect(page.getByLabel("Size", { exact: true })).toContainText(size);
  await page.getByRole("button", { name: "Tell me", exact: true }).press("Enter");
  await expect(page.getByText("Please enter your email address")).toBeVisible();
  await expect(email).toBeFocused();
  await email.fill(`back-${Date.now()}@example.com`);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Thank you. We'll email you once, when it's back.")).toBeVisible();
  await expectSound(page);
});

test.describe("on a laptop", () => {
  test.use({ ...LAPTOP, contextOptions: { reducedMotion: "no-preference" } });

  test("toasts stand top right, close by themselves after 5 s, and Alt+T reaches them", async ({ page }) => {
    await page.clock.install();
    const { product, size } = await plentiful(page.request, 3);
    await page.goto(`/product/${product._id}`);
    await page.getByRole("radio", { name: size, exact: true }).check();
    await page.getByRole("button", { name: "ADD TO CART" }).click();
    const toast = page.getByRole("alert").filter({ hasText: "is in your cart" });
    await expect(toast).toBeVisible();
    const rightEnd = () => toast.evaluate((element) => element.getBoundingClientRect().right);
    // it slides in
    await expect.poll(rightEnd).toBeGreaterThan(LAPTOP.viewport.width - 60);
    await page.mouse.move(5, 400);
    await page.keyboard.press("Alt+t");
    await expect(toast).toBeFocused();
    await toast.getByRole("button", { name: "close" }).press("Enter");
    await page.clock.runFor(5000);
    await expect(toast).toHaveCount(0);

    // the library closes a toast when its progress bar's animation ends, which no clock can hurry
    await page.mouse.move(5, 500);
    await page.getByRole("button", { name: "ADD TO CART" }).press("Enter");
    await expect(toast).toBeVisible();
    await expect(toast.locator(".Toastify__progress-bar--animated")).toHaveCSS("animation-duration", "5s");
    await page.clock.resume();
    await expect(toast).toHaveCount(0);
  });
});
