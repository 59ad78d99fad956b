import { type APIRequestContext, expect, type Locator, type Page, test } from "@playwright/test";
import { signIn } from "./people.ts";
import { expectSound } from "./sound.ts";
import { expectSoundScreen, signInAsStaff } from "./staff.ts";
import { payByCard } from "./staff-order.ts";

test.setTimeout(240_000);

const WORDS = "Fits well.\n<img src=x onerror=alert(1)> Soft after three washes.";
const THANKS = "Thank you. We read every review before we show it.";

/** Brings a paid order to its buyer, as staff do. */
async function deliver(request: APIRequestContext, id: string): Promise<void> {
  for (const to of ["Packing", "Shipped", "Delivered"]) {
    const { order } = await (await request.get(`/api/staff/orders/${id}`)).json();
    const data = { to, version: order.version };
    const answer = await request.post(`/api/staff/orders/${id}/step`, { data, headers: { "x-staff": "1" } });
    expect(answer.status(), await answer.text()).toBe(200);
  }
}

/** Sound at the three widths; with a picture of each where they are asked for. */
async function expectSoundAtWidths(page: Page, name: string): Promise<void> {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectSound(page);
    const folder = process.env.E2E_PICTURES;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 360, height: 800 });
}

const hasLoaded = (picture: Locator) =>
  expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);

test("who got a parcel reviews it by keyboard, staff show it, and everybody reads it until they hide it", async ({
  page,
}) => {
  const { id, product, token } = await payByCard(page.request, 12);
  await signInAsStaff(page, "owner");
  await deliver(page.request, id);

  await page.goto("/");
  await signIn(page, token);
  await page.goto("/orders");
  const opener = page.getByRole("button", { name: `Write a review of ${product.name}` });
  await opener.focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("form", { name: `Review ${product.name}` });
  await form.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: "Send review" }).press("Enter");
  await expect(form.getByText("Please choose 1 to 5 stars")).toBeVisible();
  await expect(form.getByRole("radio", { name: "1 star", exact: true })).toBeFocused();
  await page.keyboard.press("Space");
  for (let star = 1; star < 4; star += 1) await page.keyboard.press("ArrowRight");
  await expect(form.getByRole("radio", { name: "4 stars" })).toBeChecked();
  await expect(form.getByText("Please choose 1 to 5 stars")).toHaveCount(0);
  await form.getByLabel("Your words (optional)").fill(WORDS);
  await expectSoundAtWidths(page, "review-form");

  const photo = form.getByLabel("One photo (optional)");
  await photo.setInputFiles({ name: "tee.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no photo") });
  await form.getByRole("button", { name: "Send review" }).press("Enter");
  await expect(form.getByText(/^Your review is saved, the photo is not\. We can't read this/)).toBeVisible();
  await expectSound(page);
  await photo.setInputFiles("seed/pictures/moja-mbili-tee-front-64d5af1f/720.jpg");
  await form.getByRole("button", { name: "Send review" }).press("Enter");
  await expect(page.getByText(THANKS)).toBeFocused();
  await page.reload();
  await expect(page.getByText("Your review. We read it before we show it.")).toBeVisible();
  await expectSoundAtWidths(page, "orders-reviewed");
  await page.goto(`/product/${product._id}`);
  await expect(page.getByText("Soft after three washes.")).toHaveCount(0);

  await page.goto("/staff/reviews");
  const card = page.getByRole("article", { name: product.name });
  await expect(card.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  await card.getByRole("img", { name: /^Wanjiku's/ }).scrollIntoViewIfNeeded();
  await hasLoaded(card.getByRole("img", { name: /^Wanjiku's/ }));
  await expectSoundScreen(page, "reviews");
  await card.getByRole("button", { name: "Show" }).press("Enter");
  await expect(card.getByRole("button", { name: "Show" })).toHaveAttribute("aria-pressed", "true");
  await expect(card.getByRole("button", { name: "Show" })).toBeFocused();
  await expectSoundScreen(page, "reviews-shown");

  await page.goto(`/product/${product._id}`);
  const reviews = page.getByRole("region", { name: "Reviews (123)" });
  await expect(reviews.getByText("Soft after three washes.")).toBeVisible();
  await expect(reviews.getByText(/^Wanjiku, size /)).toBeVisible();
  const picture = reviews.getByRole("img", { name: "Photo by Wanjiku" });
  await picture.scrollIntoViewIfNeeded();
  await hasLoaded(picture);
  await expect(reviews.getByText("Your review, on the product's page.")).toBeVisible();
  await expect(reviews.getByText("Shoppers and sample ratings give it")).toBeVisible();
  await expectSoundAtWidths(page, "product-reviewed");

  await page.goto("/staff/reviews?state=shown");
  await card.getByRole("button", { name: "Hide" }).press("Enter");
  await expect(card.getByRole("button", { name: "Hide" })).toHaveAttribute("aria-pressed", "true");
  await page.goto(`/product/${product._id}`);
  await expect(page.getByRole("heading", { name: "Reviews (122)" })).toBeVisible();
  await expect(page.getByText("Soft after three washes.")).toHaveCount(0);
});

test("a review that was written on another device meanwhile stands, and its writer is told and shown it", async ({
  page,
}) => {
  const { id, product, token } = await payByCard(page.request, 14);
  await signInAsStaff(page, "owner");
  await deliver(page.request, id);
  await page.goto("/");
  await signIn(page, token);
  await page.goto("/orders");
  await page.getByRole("button", { name: `Write a review of ${product.name}` }).click();
  const form = page.getByRole("form", { name: `Review ${product.name}` });
  await form.getByLabel("Your words (optional)").fill("Fits well.");
  await form.getByRole("radio", { name: "5 stars" }).check();
  const data = { productId: product._id, stars: 2, words: "Too small." };
  const other = await page.request.post("/api/product/review", { data, headers: { token } });
  expect(other.status(), await other.text()).toBe(200);
  await form.getByRole("button", { name: "Send review" }).press("Enter");
  const said = form.getByRole("alert");
  await expect(said).toContainText("What you sent now is not saved.");
  await expect(said).toContainText("Too small.");
  await expect(said.getByRole("img", { name: "Rated 2 of 5 stars" })).toBeVisible();
  await expect(said).toBeFocused();
  await expect(form.getByLabel("Your words (optional)")).toHaveValue("Fits well.");
  await expectSoundAtWidths(page, "review-earlier");
  await said.getByRole("button", { name: "Close" }).press("Enter");
  await expect(page.getByText("Your review. We read it before we show it.")).toBeFocused();
});
