import { expect, test } from "@playwright/test";
import { listProducts } from "./goods.ts";
import { expectSound } from "./sound.ts";

test("who finds a size sold out leaves an email, by keyboard, and is told that one mail comes", async ({
  page,
}) => {
  const goods = await listProducts(page.request);
  const product = goods.find(({ sizes, stock }) => sizes.some((size) => stock[size] === 0));
  const size = product?.sizes.find((each) => product.stock[each] === 0) ?? "";
  await page.goto(`/product/${product?._id}`);
  const opener = page.getByText("Tell me when it is back", { exact: true });
  await opener.focus();
  await page.keyboard.press("Enter");
  const email = page.getByLabel("Email", { exact: true });
  await expect(page.getByLabel("Size", { exact: true })).toContainText(size);
  await page.getByRole("button", { name: "Tell me", exact: true }).press("Enter");
  await expect(page.getByText("Please enter your email address")).toBeVisible();
  await expect(email).toBeFocused();
  await email.fill(`back-${Date.now()}@example.com`);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Thank you. We'll email you once, when it is back.")).toBeVisible();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectSound(page);
    const folder = process.env.E2E_PICTURES;
    if (folder) await page.screenshot({ path: `${folder}/back-in-stock-${width}.png`, fullPage: true });
  }
});
