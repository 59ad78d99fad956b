import { expect, test } from "@playwright/test";
import { listProducts, plentiful } from "./goods.ts";
import { LAPTOP } from "./sizes.ts";
import { expectSound } from "./sound.ts";

test("a product shows what it is, the days to return it and what goes with it", async ({ page }) => {
  const { product } = await plentiful(page.request, 2);
  await page.goto(`/product/${product._id}`);
  await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
  await expect(page.getByText(`Ksh ${product.price.toLocaleString("en-KE")}`).first()).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(product.sizes.length);
  await expect(page.getByText(/within 7 days/).first()).toBeVisible();
  const delivery =
    /^Delivery: Ksh 1\. Nairobi: 1 to 2 days\. Kiambu, Machakos, Kajiado: 2 to 3 days\. Other counties: 3 to 5 days\. Weekends are not counted\.$/;
  await expect(page.getByText(delivery)).toBeVisible();
  const related = page.getByRole("region", { name: "Related Products" }).getByRole("listitem");
  await expect(related).toHaveCount(5);
  await expect(related.filter({ hasText: product.name })).toHaveCount(0);
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

test("a shopper leaves an email at a sold-out size, by keyboard, and reads that one mail comes", async ({
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
