import { expect, type Locator, test } from "@playwright/test";
import { signIn } from "./people.ts";
import { expectSound } from "./sound.ts";
import { signInAsStaff } from "./staff.ts";
import { deliver, payByCard } from "./staff-order.ts";

const WORDS = "Fits well.\n<img src=x onerror=alert(1)> Soft after three washes.";
const THANKS = "Thank you. We read every review before we show it.";

const hasLoaded = (picture: Locator) =>
  expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);

test("who got a parcel reviews it by keyboard, staff show it, and everybody reads it", async ({ page }) => {
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
  await form.getByRole("button", { name: "Send review" }).press("Enter");
  await expect(form.getByText("Please choose 1 to 5 stars")).toBeVisible();
  await expect(form.getByRole("radio", { name: "1 star", exact: true })).toBeFocused();
  await page.keyboard.press("Space");
  for (let star = 1; star < 4; star += 1) await page.keyboard.press("ArrowRight");
  await expect(form.getByRole("radio", { name: "4 stars" })).toBeChecked();
  await expect(form.getByText("Please choose 1 to 5 stars")).toHaveCount(0);
  await form.getByLabel("Your words (optional)").fill(WORDS);
  await expectSound(page);

  const photo = form.getByLabel("One photo (optional)");
  await photo.setInputFiles("seed/pictures/moja-mbili-tee-front-64d5af1f/720.jpg");
  await form.getByRole("button", { name: "Send review" }).press("Enter");
  await expect(page.getByText(THANKS)).toBeFocused();
  await page.reload();
  await expect(page.getByText("Your review. We read it before we show it.")).toBeVisible();
  await page.goto(`/product/${product._id}`);
  await expect(page.getByText("Soft after three washes.")).toHaveCount(0);

  await page.goto("/staff/reviews");
  const card = page.getByRole("article", { name: product.name });
  await expect(card.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  await card.getByRole("img", { name: /^Wanjiku's/ }).scrollIntoViewIfNeeded();
  await hasLoaded(card.getByRole("img", { name: /^Wanjiku's/ }));
  await card.getByRole("button", { name: "Show" }).press("Enter");
  await expect(card.getByRole("button", { name: "Show" })).toHaveAttribute("aria-pressed", "true");
  await expect(card.getByRole("button", { name: "Show" })).toBeFocused();

  const reviews = page.getByRole("region", { name: "Reviews (1)" });
  // its page shows a change within two seconds
  await expect(async () => {
    await page.goto(`/product/${product._id}`);
    await expect(reviews.getByText("Soft after three washes.")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(reviews.getByText(/^Wanjiku, size /)).toBeVisible();
  const picture = reviews.getByRole("img", { name: "Photo by Wanjiku" });
  await picture.scrollIntoViewIfNeeded();
  await hasLoaded(picture);
  await expect(reviews.getByText("Your review, shown on the product's page.")).toBeVisible();
  // sample ratings leave with the first real one
  await expect(reviews.getByText("sample ratings")).toHaveCount(0);
  await expectSound(page);
});
