import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { expectWhole, keepAltering, openAltered } from "./altered.ts";
import { listProducts } from "./goods.ts";
import { signIn } from "./people.ts";
import { LAPTOP } from "./sizes.ts";
import { expectSound } from "./sound.ts";
import { expectSoundScreen, signInAsStaff } from "./staff.ts";
import { deliver, payByCard } from "./staff-order.ts";

// states of the storefront, and what staff see of them, that differ by size or page alone

test.setTimeout(300_000);

const PHONE = { width: 360, height: 800 };

/** Sound at the three widths; on a phone in the end. */
async function expectSoundAtWidths(page: Page): Promise<void> {
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await test.step(`${page.url()} at ${width}`, () => expectSound(page));
  }
}

async function postAsStaff(request: APIRequestContext, path: string, data: object) {
  const answer = await request.post(`/api/staff${path}`, { data, headers: { "x-staff": "1" } });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

test("the prices of a row stand in line, though some names take two lines", async ({ page }) => {
  for (const size of [PHONE, LAPTOP.viewport]) {
    await page.setViewportSize(size);
    await page.goto("/collection");
    const products = page.getByRole("region", { name: "Products" });
    const cards = await products
      .getByRole("listitem")
      .filter({ hasText: "Ksh" })
      .evaluateAll((items) =>
        items.map((card) => {
          const [name, price] = [...card.querySelectorAll(".product-name, .price")].map((part) =>
            part.getBoundingClientRect(),
          );
          return { row: card.getBoundingClientRect().top, name: name?.height, price: price?.top };
        }),
      );
    expect(new Set(cards.map(({ name }) => name)).size).toBe(2);
    const rows = new Set(cards.map(({ row }) => row));
    expect(new Set(cards.map(({ row, price }) => `${row} ${price}`)).size).toBe(rows.size);
  }
});

test("each page is whole when it is translated before and after hydration", async ({ page }) => {
  for (const path of [
    "/",
    "/collection",
    "/login",
    "/cart",
    "/place-order",
    "/orders",
    "/about",
    "/no/such/page",
  ]) {
    await openAltered(page, path);
    await page.waitForLoadState("networkidle");
    await keepAltering(page);
    await expectWhole(page);
    await page
      .getByRole("banner")
      .getByRole("link", { name: /^Cart, / })
      .click();
    await expect(page).toHaveURL("/cart");
    await expectWhole(page);
  }
});

test("the form of a review, its card for staff and its place on the product are sound at each width", async ({
  page,
}) => {
  const { id, product, token } = await payByCard(page.request, 13);
  await signInAsStaff(page, "owner");
  await deliver(page.request, id);
  await page.goto("/");
  await signIn(page, token);
  await page.goto("/orders");
  await page.getByRole("button", { name: `Write a review of ${product.name}` }).click();
  const form = page.getByRole("form", { name: `Review ${product.name}` });
  await form.getByLabel("Your words (optional)").fill("Fits well.");
  await form.getByRole("radio", { name: "5 stars" }).check();
  // it was written on another device meanwhile
  const data = { productId: product._id, stars: 2, words: "Too small.\nSoft after three washes." };
  const other = await page.request.post("/api/product/review", { data, headers: { token } });
  expect(other.status(), await other.text()).toBe(200);
  await form.getByRole("button", { name: "Send review" }).click();
  await expect(form.getByRole("alert")).toContainText("Too small.");
  await expectSoundAtWidths(page);
  await page.reload();
  await expect(page.getByText("Your review. We read it before we show it.")).toBeVisible();
  await expectSoundAtWidths(page);
  await page.goto("/staff/reviews");
  await page.getByRole("article", { name: product.name }).getByRole("button", { name: "Show" }).click();
  await expectSoundScreen(page, "reviews");
  await page.goto(`/product/${product._id}`);
  await expect(page.getByText("Soft after three washes.")).toBeVisible();
  await expectSoundAtWidths(page);
});

test("sold-out goods, a drop and episodes are sound at each width, for staff too", async ({ page }) => {
  const goods = await listProducts(page.request);
  const soldOut = goods.find(({ sizes, stock }) => sizes.some((size) => stock[size] === 0));
  await page.goto(`/product/${soldOut?._id}`);
  await page.getByText("Tell me when it's back", { exact: true }).click();
  await expect(page.getByRole("button", { name: "Tell me", exact: true })).toBeVisible();
  await expectSoundAtWidths(page);

  await signInAsStaff(page, "owner");
  const { product } = await postAsStaff(page.request, "/goods", {
    name: "Thika Road hoodie",
    description: "Heavy cotton from Thika.",
    category: "Unisex",
    subCategory: "Winterwear",
    price: 3400,
    sizes: ["M", "L"],
    onSaleFrom: Date.now() + 3 * 86_400_000,
    announced: true,
  });
  const path = `/goods/${product._id}`;
  const [sample] = goods as unknown as { image: string[] }[];
  await postAsStaff(page.request, `${path}/pictures`, {
    order: sample?.image.slice(0, 1),
    alts: ["A hoodie"],
  });
  await page.goto(`/staff${path}`);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("Shoppers see it from its moment on.")).toBeVisible();
  await page.getByText("Heard on the podcast").click();
  await expectSoundScreen(page, "drop-product");
  await page.goto("/staff/goods?drops=coming");
  await expectSoundScreen(page, "drops");
  await page.goto("/staff/episodes");
  await expectSoundScreen(page, "episodes");
  await page.goto(`/product/${product._id}`);
  await expect(page.getByRole("timer")).toHaveText(/^In \d/);
  await expectSoundAtWidths(page);
});
