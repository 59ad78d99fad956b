import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { plentiful } from "./goods.ts";
import { expectSoundScreen, lookAtScreen, postAsStaff, signInAsStaff } from "./staff.ts";
import { placeOrder } from "./staff-order.ts";

// screens about goods, in each state that a journey leads to, at three widths

test.setTimeout(600_000);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Adds a product that nobody else has, hidden; opens its page, and gives its address. */
async function openProduct(page: Page, name: string): Promise<string> {
  const fields = { name, category: "Unisex", subCategory: "Topwear", price: 1500, sizes: ["M", "L"] };
  const { product } = await postAsStaff(page.request, "/goods", fields);
  await page.goto(`/staff/goods/${product._id}`);
  return `/goods/${product._id}`;
}

test("goods, their pictures, stock and import, and coupons are sound", async ({ page }) => {
  await signInAsStaff(page, "owner");
  await lookAtGoods(page);
  await lookAtPictures(page);
  await lookAtImport(page);
  await lookAtCoupons(page);
});

async function lookAtGoods(page: Page): Promise<void> {
  const path = await openProduct(page, "Studio cap, looked at");
  await lookAtScreen(page, "/goods", "goods");
  await page.goto("/staff/goods/new");
  await button(page, "Save").click();
  await expect(field(page, "Name")).toBeFocused();
  await expectSoundScreen(page, "goods-new-faults");
  await lookAtScreen(page, path, "product");
  await field(page, "Price").fill("150");
  await postAsStaff(page.request, path, { version: 1, price: 1600, fit: "Regular" });
  await button(page, "Save").click();
  await expect(page.getByText("Price: now “1600”, you typed “150”.")).toBeVisible();
  await expectSoundScreen(page, "goods-meanwhile");

  const move = { size: "L", delta: 12, reason: "received", note: "From Kariobangi" };
  await postAsStaff(page.request, `${path}/stock`, move);
  await lookAtScreen(page, path, "stock");
  const stock = page.getByRole("region", { name: "Stock", exact: true });
  await stock.getByLabel("Size", { exact: true }).selectOption("L");
  await stock.getByLabel("Reason", { exact: true }).selectOption("Damaged");
  await stock.getByLabel("Change stock by", { exact: true }).fill("-13");
  await stock.getByRole("button", { name: "Change stock", exact: true }).click();
  await expect(stock.getByRole("alert")).toContainText("Only 12 of L on hand. Nothing was changed.");
  await expectSoundScreen(page, "stock-refused");
}

async function lookAtPictures(page: Page): Promise<void> {
  const path = await openProduct(page, "Asubuhi blouse, looked at");
  const kept = [
    "asubuhi-blouse-front-daef5523",
    "asubuhi-blouse-back-a6be9276",
    "asubuhi-blouse-detail-cb184023",
  ].map((folder) => `/pictures/${folder}/720.jpg`);
  await postAsStaff(page.request, `${path}/pictures`, { order: kept, alts: ["The front", "The back"] });
  await lookAtScreen(page, path, "pictures");
  await page.route(`**/api/staff${path}`, (route) => route.abort());
  await page
    .getByRole("group", { name: "Picture 3", exact: true })
    .getByRole("button", { name: "Remove" })
    .click();
  await expect(page.getByRole("alert")).toContainText("Not saved");
  await expectSoundScreen(page, "pictures-not-saved");
  await page.unrouteAll();

  await openProduct(page, "Jioni tee, looked at");
  const onTheirWay = page.getByRole("list", { name: "Pictures on their way" });
  await page.context().setOffline(true);
  await choosePictures(page, kept.slice(0, 2));
  await expect(onTheirWay).toContainText("No connection. It goes on by itself once there is one.");
  await expectSoundScreen(page, "pictures-without-line");
  await page.context().setOffline(false);
  await expect(page.getByRole("group", { name: /^Picture \d+$/ })).toHaveCount(2, { timeout: 180_000 });
  await expect(onTheirWay).toContainText("This is a HEIC photo.");
  await expectSoundScreen(page, "pictures-added");
}

/** Chooses pictures of the samples, and one that no browser reads. */
async function choosePictures(page: Page, paths: string[]): Promise<void> {
  const files = await Promise.all(
    paths.map(async (path, n) => ({
      name: `IMG_000${n}.jpg`,
      mimeType: "image/jpeg",
      buffer: await readFile(`seed${path}`),
    })),
  );
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0", "latin1");
  const chooser = page.waitForEvent("filechooser");
  await button(page, "Add pictures").click();
  await (await chooser).setFiles([...files, { name: "IMG_0042.heic", mimeType: "image/jpeg", buffer: heic }]);
}

async function lookAtImport(page: Page): Promise<void> {
  await lookAtScreen(page, "/goods/import", "import");
  const head = "ID,Name,Category,Type,Price,Sizes,Stock";
  const tee = `Imported tee ${Date.now()}`;
  const choose = (text: string) =>
    page
      .getByLabel("CSV file")
      .setInputFiles({ name: "goods.csv", mimeType: "text/csv", buffer: Buffer.from(`${head}\n${text}\n`) });
  await choose(`,${tee},Unisex,Topwear,1500,S,5\n,"A tee, too",Unisex,Topwear,free,"S, s",`);
  await button(page, "Import").click();
  await expect(page.getByRole("heading", { name: "Not imported" })).toBeVisible();
  await expectSoundScreen(page, "import-faults");
  await choose(`,${tee},Unisex,Topwear,1500,S,5`);
  await button(page, "Try without saving").click();
  await expect(page.getByRole("heading", { name: "All of it is right" })).toBeVisible();
  await expectSoundScreen(page, "import-right");
}

async function lookAtCoupons(page: Page): Promise<void> {
  await page.goto("/staff/coupons/new");
  await expect(button(page, "Save")).toBeEnabled();
  await field(page, "Code").press("Enter");
  await expect(page.getByText("A code has 3 to 30 letters and digits.")).toBeVisible();
  await expectSoundScreen(page, "coupons-new-faults");
  const code = `EPISODE${Date.now()}`;
  const data = { code, kind: "percent", value: 10, maxUses: 1, source: "heard in episode 33" };
  const { coupon } = await postAsStaff(page.request, "/coupons", data);
  const { product } = await plentiful(page.request, 5);
  await placeOrder(page.request, 5, {
    coupon: code,
    amount: product.price + 1 - Math.floor(product.price / 10),
  });
  await lookAtScreen(page, `/coupons/${coupon._id}`, "coupon");
  await expect(page.getByText("Used up", { exact: true })).toBeVisible();
  await field(page, "How much").fill("20");
  await postAsStaff(page.request, `/coupons/${coupon._id}`, { version: 1, value: 15, maxUses: 5 });
  await button(page, "Save").click();
  await expect(page.getByText("How much: now “15”, you typed “20”.")).toBeVisible();
  await expectSoundScreen(page, "coupon-meanwhile");
  await lookAtScreen(page, "/coupons", "coupons");
  await lookAtScreen(page, "/coupons?after=0", "coupons-none");
  await expect(page.getByRole("heading", { name: "No more coupons" })).toBeVisible();
}
