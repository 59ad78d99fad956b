import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { postAsStaff, signInAsStaff } from "./staff.ts";

// pictures of 12 megapixels over a slow line
test.setTimeout(300_000);

/** Adds a product that nobody else has, hidden; opens its page. */
async function openProduct(page: Page, name: string): Promise<string> {
  const data = { name, category: "Unisex", subCategory: "Topwear", price: 1500, sizes: ["M"] };
  const { product } = await postAsStaff(page.request, "/goods", data);
  const address = `/staff/goods/${product._id}`;
  await page.goto(address);
  return address;
}

/** A photograph of 12 megapixels, unlike any other, of more than a megabyte. */
async function photograph(quality = 80): Promise<Buffer> {
  const [width, height] = [4_000, 3_000];
  const noise = { type: "gaussian", mean: 128, sigma: 15 } as const;
  return sharp({ create: { width: 1_000, height: 750, channels: 3, background: "black", noise } })
    .resize(width, height)
    .jpeg({ quality })
    .toBuffer();
}

const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

async function choose(page: Page, files: ReturnType<typeof fileOf>[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add pictures", exact: true }).click();
  await (await chooser).setFiles(files);
}

const onTheirWay = (page: Page) => page.getByRole("list", { name: "Pictures on their way" });
const rowOf = (page: Page, name: string) => onTheirWay(page).getByRole("listitem").filter({ hasText: name });
const pictures = (page: Page) => page.getByRole("group", { name: /^Picture \d+$/ });

/** A line as slow as this page's, in bytes a second; 0 is none at all. */
async function lineOf(page: Page): Promise<(throughput: number) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  return (throughput) =>
    session.send("Network.emulateNetworkConditions", {
      offline: throughput === 0,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: throughput,
    });
}

/** Bytes a second: a photograph takes some seconds. */
const SLOW = 40_000;

test("photographs survive a cut and a closed page", async ({ page, context }) => {
  await signInAsStaff(page, "owner");
  const address = await openProduct(page, "Jioni tee, of photographs");
  const line = await lineOf(page);
  await line(SLOW);
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0", "latin1");
  await choose(page, [
    fileOf("front.jpg", await photograph()),
    fileOf("back.jpg", await photograph(70)),
    fileOf("IMG_0042.heic", heic),
  ]);
  await expect(page.getByText("3 pictures are chosen.")).toBeVisible();
  await expect(rowOf(page, "back.jpg")).toContainText("Waiting for its turn.");
  const progress = rowOf(page, "front.jpg").getByRole("progressbar", { name: "front.jpg" });
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(50_000);
  // made small first
  expect(await progress.evaluate((bar: HTMLProgressElement) => bar.max)).toBeLessThanOrEqual(300_000);

  // the line is gone in the middle of a file
  await line(0);
  await expect(rowOf(page, "front.jpg")).toContainText(
    "No connection. It goes on by itself once there is one.",
  );
  await expect(page.getByText(/^front\.jpg waits\. No connection\./)).toBeVisible();
  await expect(page.getByText("You are offline.", { exact: false })).toBeVisible();
  // once more, and gone once more
  await line(SLOW);
  await expect(rowOf(page, "front.jpg")).not.toContainText("No connection.");
  await line(0);
  await expect(rowOf(page, "front.jpg").getByRole("button", { name: "Try again" })).toBeVisible();

  // the page is closed, and opened again another day
  await page.close();
  const again = await context.newPage();
  await again.goto(address);
  await expect(pictures(again)).toHaveCount(2, { timeout: 180_000 });
  await expect(rowOf(again, "IMG_0042.heic")).toContainText("This is a HEIC photo.");
  await expect(onTheirWay(again).getByRole("listitem")).toHaveCount(1);
  await rowOf(again, "IMG_0042.heic").getByRole("button", { name: "Leave out" }).press("Enter");
  await expect(again.getByText("IMG_0042.heic is left out.")).toBeVisible();
  await again.reload();
  await expect(pictures(again)).toHaveCount(2);
  await expect(onTheirWay(again)).toHaveCount(0);
  // without an alt text yet, it has no role
  const shown = pictures(again).first().locator("img");
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});
