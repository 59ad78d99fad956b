import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { picture, step, takePhotograph, tap, type, typed } from "./counted-day.ts";

// What the owner sells on the first day: goods by a spreadsheet, by camera and by hand, and a drop.

const GOODS = `ID,Name,Description,Category,Type,Price,Sizes,Stock,Material,Status
,Ziwa Tee,"Heavy cotton, printed in Kisumu.",Unisex,Topwear,1500,"S, M, L","10, 20, 10",Cotton,hidden
,Dunga Hoodie,For evenings on the shore.,Men,Winterwear,3200,"M, L","8, 8",Cotton,hidden
,Mawimbi Dress,Light and wide.,Women,Topwear,2600,"S, M","6, 6",Viscose,hidden
`;

export async function importGoods(page: Page): Promise<void> {
  await step("Your goods by a spreadsheet", async () => {
    await openGoods(page);
    await tap(page.getByRole("button", { name: "Import", exact: true }));
    await expect(page.getByRole("heading", { level: 1, name: "Import" })).toBeVisible();
    const file = page.waitForEvent("download");
    await tap(page.getByRole("button", { name: "Export", exact: true }));
    const samples = readFileSync(await (await file).path(), "utf8");
    const archived = samples.replaceAll(/"shown",("[^"]*","(?:yes|no)")/g, '"archived",$1');
    expect(archived).not.toBe(samples);
    for (const text of [archived, GOODS]) {
      typed(text === GOODS ? GOODS.length : 0);
      await page
        .getByLabel("CSV file")
        .setInputFiles({ name: "goods.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
      await tap(page.getByRole("button", { name: "Try without saving" }));
      await expect(page.getByRole("heading", { name: "All of it is right" })).toBeVisible();
      if (text === GOODS) await picture(page, "import");
      await tap(page.getByRole("button", { name: "Import", exact: true }));
      await expect(page.getByRole("heading", { name: "Imported", exact: true })).toBeVisible();
    }
  });
}

export async function photographGoods(page: Page): Promise<void> {
  await step("A photograph of each", async () => {
    for (const [at, name] of ["Ziwa Tee", "Dunga Hoodie", "Mawimbi Dress"].entries()) {
      await openGoods(page);
      await tap(page.getByRole("link", { name, exact: true }));
      await photograph(page, { name, drawing: DRAWINGS[at] ?? "", alt: `${name}, from the front` });
      if (at === 0) await picture(page, "photograph", page.getByRole("region", { name: "Pictures" }));
      await tap(page.getByRole("button", { name: "Show", exact: true }));
      await expect(page.getByRole("button", { name: "Hide", exact: true })).toBeVisible();
    }
  });
}

const DRAWINGS = ["moja-mbili-tee-front", "sauti-ya-mtaa-hoodie-front", "malkia-tee-dress-front"];

export async function addByHand(page: Page): Promise<void> {
  await step("One more, by hand", async () => {
    await openGoods(page);
    await tap(page.getByRole("button", { name: "Add a product" }));
    await type(page.getByLabel("Name", { exact: true }), "Shore Cap");
    await type(page.getByLabel("Description", { exact: true }), "Five panels, one wave.");
    await type(page.getByLabel("Price", { exact: true }), "900");
    await type(page.getByLabel("Sizes", { exact: true }), "One size");
    await picture(page, "product");
    await tap(page.getByRole("button", { name: "Save", exact: true }));
    await expect(page.getByRole("heading", { level: 1, name: "Shore Cap" })).toBeVisible();
    const stock = page.getByRole("region", { name: "Stock", exact: true });
    await type(stock.getByLabel("Change stock by", { exact: true }), "25");
    await tap(stock.getByRole("button", { name: "Change stock", exact: true }));
    await expect(stock.getByText("One size: 25 on hand now.")).toBeVisible();
    await picture(page, "stock", stock);
    await photograph(page, { name: "Shore Cap", drawing: "on-air-beanie-front", alt: "Shore Cap" });
    await tap(page.getByRole("button", { name: "Show", exact: true }));
    await expect(page.getByRole("button", { name: "Hide", exact: true })).toBeVisible();
  });
}

/** The dress is announced, and comes in three days. */
export async function announceDrop(page: Page): Promise<void> {
  await step("A drop", async () => {
    await openGoods(page);
    await tap(page.getByRole("link", { name: "Mawimbi Dress", exact: true }));
    await type(page.getByLabel("On sale from", { exact: true }), inThreeDays());
    await tap(page.getByLabel("Announce", { exact: true }));
    await tap(page.getByRole("button", { name: "Save", exact: true }));
    await expect(page.getByText(/^On sale from .*, announced$/)).toBeVisible();
    const id = page.url().split("/").at(-1);
    await page.goto(`/product/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Mawimbi Dress" })).toBeVisible();
    await expect(page.getByRole("button", { name: "ADD TO CART" })).toHaveCount(0);
    await picture(page, "drop");
  });
}

/** At six in the evening in East Africa, as a browser's field has it. */
function inThreeDays(): string {
  return `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T18:00`;
}

async function openGoods(page: Page): Promise<void> {
  await page.goto("/staff/goods");
  await expect(page.getByRole("heading", { level: 1, name: "Goods" })).toBeVisible();
}

type Photographed = { name: string; drawing: string; alt: string };

async function photograph(page: Page, { name, drawing, alt }: Photographed): Promise<void> {
  const buffer = await sharp(`seed/images/${drawing}.svg`, { density: 200 })
    .resize(2_400, 2_880, { fit: "cover" })
    .jpeg()
    .toBuffer();
  const opens = page.getByRole("button", { name: "Add pictures", exact: true });
  await takePhotograph(page, opens, { name: `${name}.jpg`, buffer });
  const first = page.getByRole("group", { name: "Picture 1" });
  await expect(first).toBeVisible({ timeout: 60_000 });
  const described = first.getByLabel("Alt text", { exact: true });
  await type(described, alt);
  await described.blur();
}
