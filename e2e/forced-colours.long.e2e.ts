import { expect, type Locator, test } from "@playwright/test";
import sharp from "sharp";
import { addForAccount, plentiful } from "./goods.ts";
import { signInToOrder, signUp } from "./people.ts";
import { payByCard } from "./staff-order.ts";

// the few colours that somebody has chosen for every page: what was told by a colour must be seen by its shape

test.use({ contextOptions: { reducedMotion: "reduce", forcedColors: "active" } });

/** What it looks like, as grey at one size. */
async function look(what: Locator): Promise<Buffer> {
  const picture = await what.screenshot({ scale: "css" });
  return sharp(picture).resize(48, 48, { fit: "fill" }).greyscale().raw().toBuffer();
}

/** The share of a picture that another has otherwise. */
const difference = (one: Buffer, other: Buffer) =>
  one.filter((grey, at) => Math.abs(grey - (other[at] ?? 0)) > 40).length / one.length;

/** The share of it that stands out from its ground. */
async function ink(what: Locator): Promise<number> {
  const seen = await look(what);
  const ground = seen[0] ?? 0;
  return seen.filter((grey) => Math.abs(grey - ground) > 40).length / seen.length;
}

test("with forced colours the chosen size, stars and controls are seen", async ({ page }) => {
  const { product, size } = await plentiful(page.request, 8);
  await page.goto(`/product/${product._id}`, { waitUntil: "networkidle" });
  const sizes = page.locator(".size");
  const chosen = sizes.filter({ has: page.getByRole("radio", { name: size, exact: true }) });
  const before = await look(chosen);
  await page.getByRole("radio", { name: size, exact: true }).check();
  await page.mouse.move(0, 0);
  expect(difference(before, await look(chosen)), "the chosen size").toBeGreaterThan(0.2);
  const stars = page.locator(".product-facts .stars svg");
  expect(await ink(stars.first()), "a star").toBeGreaterThan(0.1);
  expect(difference(await look(stars.first()), await look(stars.last())), "a dull star").toBeGreaterThan(0.1);
  for (const name of ["ADD TO CART", "Buy now"])
    expect(await ink(page.getByRole("button", { name })), name).toBeGreaterThan(0.03);
  for (const name of [/^Profile/, /^Cart/])
    expect(await ink(page.getByRole("banner").getByRole("link", { name })), String(name)).toBeGreaterThan(
      0.03,
    );
});

test("with forced colours the chosen way to pay is seen, and each kind of a status has a mark", async ({
  page,
}) => {
  const { token } = await signUp(page.request);
  await addForAccount(page.request, token, await plentiful(page.request, 9));
  await signInToOrder(page, token);
  await page.goto("/place-order", { waitUntil: "networkidle" });
  const way = page.locator(".radio-card").filter({ hasText: "Cash on order" });
  const before = await look(way);
  await page.getByRole("radio", { name: /Cash on order/ }).check();
  await page.mouse.move(0, 0);
  expect(difference(before, await look(way)), "the chosen way").toBeGreaterThan(0.005);
  expect(await ink(page.getByRole("button", { name: /^Continue to/ }))).toBeGreaterThan(0.03);

  const paid = await payByCard(page.request, 10);
  await signInToOrder(page, paid.token);
  await page.goto(`/orders?placed=${paid.id}`, { waitUntil: "networkidle" });
  const marks = page.locator(".orders .badge");
  await expect(marks).not.toHaveCount(0);
  for (const mark of await marks.all()) {
    const drawn = await mark.evaluate((each) => {
      const { backgroundColor, forcedColorAdjust } = getComputedStyle(each, "::before");
      return { drawn: backgroundColor, ground: getComputedStyle(each).backgroundColor, forcedColorAdjust };
    });
    expect(drawn.drawn, await mark.innerText()).not.toBe(drawn.ground);
  }
});
