import { readdir, readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { hold } from "./held.ts";
import { signInAsStaff } from "./staff.ts";

test("Settings are previewed while typed, before saving", async ({ page }) => {
  await signInAsStaff(page, "owner", "Amina Wambui");
  const preview = page.getByRole("region", { name: "How shoppers see it" });
  await page.goto("/staff/settings/shop");
  await page.getByLabel("Hours", { exact: true }).fill("Mon to Sat, 9 to 17");
  await page.getByLabel("WhatsApp", { exact: true }).fill("0722 444 555");
  await page.getByLabel("Days to return goods", { exact: true }).fill("21");
  await expect(preview).toContainText("Mon to Sat, 9 to 17");
  await expect(preview.getByRole("link", { name: "WhatsApp" })).toHaveAttribute("href", /0722444555/);
  await expect(preview).toContainText("Returns and exchanges within 21 days.");

  await page.goto("/staff/settings/payments");
  await page.getByRole("checkbox", { name: "Card" }).uncheck();
  await expect(preview.getByRole("radio", { name: /^Card/ })).toBeDisabled();
  await expect(preview.getByRole("img", { name: "Visa cards" })).toHaveCount(0);
  await page.getByLabel("Till number", { exact: true }).fill("555111");
  await expect(preview).toContainText("555111");

  await page.goto("/staff/settings/delivery");
  await page.getByLabel("Delivery fee", { exact: true }).fill("350");
  await expect(preview).toContainText("Ksh 350");

  await page.goto("/staff/settings/alerts");
  await page.getByLabel("Email", { exact: true }).fill("me@sauti.example");
  await page.getByRole("checkbox", { name: "New orders" }).uncheck();
  await expect(preview).toContainText("me@sauti.example");
  await expect(preview).not.toContainText("New order");
  await page.goto("/contact");
  await expect(page.getByRole("main")).not.toContainText("Mon to Sat");
});

test("The banner's picture is chosen, described, shown and removed on a phone", async ({ page, context }) => {
  await signInAsStaff(page, "owner", "Amina Wambui");
  await page.goto("/staff/settings/banner");
  const preview = page.getByRole("region", { name: "How shoppers see it" });
  const save = page.getByRole("button", { name: "Save", exact: true });
  const group = await choosePicture(page, "Picture of the banner", "IMG_0001.jpg");
  await save.click();
  await expect(group.getByText("Say what the picture shows.")).toBeVisible();
  await group.getByLabel("Alt text", { exact: true }).fill("Two friends in red hoodies");
  await expect(preview.getByRole("img", { name: "Two friends in red hoodies" })).toBeVisible();
  const offer = await choosePicture(page, "Picture of the offer", "IMG_0002.jpg");
  await offer.getByLabel("Alt text", { exact: true }).fill("A dress on a line");
  await save.click();
  await expect(page.getByText("Saved. The shop says it now.")).toBeVisible();

  const shopper = await context.newPage();
  const faults: string[] = [];
  shopper.on("console", (said) => said.type() === "error" && faults.push(said.text()));
  const banner = shopper.getByRole("region", { name: "LATEST ARRIVALS" });
  const picture = banner.getByRole("img", { name: "Two friends in red hoodies" });
  await expect(async () => {
    await shopper.goto("/");
    await expect(picture).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(banner.locator("img")).toHaveCount(1);
  await expect(shopper.getByRole("region", { name: "50% off" }).getByRole("img")).toHaveAttribute(
    "alt",
    "A dress on a line",
  );

  await offer.getByRole("button", { name: "Remove" }).click();
  await group.getByRole("button", { name: "Remove" }).click();
  const release = await hold(page, "**/api/staff/settings/banner");
  await save.click();
  const headline = page.getByLabel("Headline", { exact: true });
  await headline.fill("TYPED WHILE IT WAS SAVED");
  release();
  await expect(page.getByText("Saved. The shop says it now.")).toBeVisible();
  const history = page.getByRole("region", { name: "What was changed" });
  await expect(history.getByRole("listitem").first()).toContainText("Picture of the banner: taken away");
  await expect(async () => {
    await shopper.goto("/");
    await expect(picture).toHaveCount(0, { timeout: 100 });
  }).toPass();
  await history.getByRole("button", { name: "Put back" }).first().click();
  await expect(page.getByText("Put back.", { exact: true })).toBeVisible();
  await expect(headline).toHaveValue("TYPED WHILE IT WAS SAVED");
  expect(faults).toEqual([]);
});

/** Chooses a sample's picture as a photograph for a place of the setting. */
async function choosePicture(page: Page, place: string, name: string): Promise<Locator> {
  const group = page.getByRole("group", { name: place });
  const [sample] = (await readdir("seed/pictures")).filter((folder) => folder.includes("-styled-"));
  const buffer = await readFile(`seed/pictures/${sample}/720.jpg`);
  const chooser = page.waitForEvent("filechooser");
  await group.getByRole("button", { name: "Choose a picture" }).click();
  await (await chooser).setFiles({ name, mimeType: "image/jpeg", buffer });
  await expect(group.getByText(`${name} is added.`)).toBeVisible({ timeout: 60_000 });
  return group;
}
