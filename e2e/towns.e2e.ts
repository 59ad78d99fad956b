import { expect, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { expectSound } from "./sound.ts";

test("a town brings county and postal code, another one changes them, and an unknown one asks for its county", async ({
  page,
}) => {
  await addToCart(page, await plentiful(page.request, 4));
  await page.goto("/place-order");
  const [town, county, code] = [
    page.getByLabel("Town or city"),
    page.getByLabel("County"),
    page.getByLabel("Postal code"),
  ];
  await town.focus();
  await expect(page.locator("datalist option[value=Karen]")).toHaveAttribute("label", "Nairobi");
  await town.pressSequentially("karen");
  await expect(county).toHaveValue("Nairobi");
  await expect(code).toHaveValue("00502");
  await town.fill("Ol Kalou");
  await expect(county).toHaveValue("Nyandarua");
  await expect(code).toHaveValue("20303");
  await town.fill("Kapkures");
  await expect(county).toHaveValue("");
  await expect(code).toHaveValue("");
  await county.fill("Kericho");
  await expect(code).toHaveValue("20200");
  // what was typed by hand stays
  await code.fill("20201");
  await county.fill("Bomet");
  await expect(code).toHaveValue("20201");
  await expectSound(page);
  await page.reload();
  await expect(town).toHaveValue("Kapkures");
  await expect(code).toHaveValue("20201");
});

test("what was typed before the towns came is completed, and without them everything can be typed", async ({
  page,
}) => {
  await addToCart(page, await plentiful(page.request, 4));
  let open = () => {};
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(/\/towns-[^/]*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/place-order");
  await page.getByLabel("Town or city").fill("Thika");
  await expect(page.getByLabel("County")).toHaveValue("");
  open();
  await expect(page.getByLabel("County")).toHaveValue("Kiambu");
  await expect(page.getByLabel("Postal code")).toHaveValue("01000");
});
