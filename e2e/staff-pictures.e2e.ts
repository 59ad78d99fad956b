import { expect, type Page, test } from "@playwright/test";
import { addGoods, postAsStaff, signInAsStaff } from "./staff.ts";

const KEPT = [
  "asubuhi-blouse-front-daef5523",
  "asubuhi-blouse-back-a6be9276",
  "asubuhi-blouse-detail-cb184023",
].map((folder) => `/pictures/${folder}/720.jpg`);

const picture = (page: Page, n: number) => page.getByRole("group", { name: `Picture ${n}`, exact: true });
const button = (page: Page, n: number, name: string) =>
  picture(page, n).getByRole("button", { name, exact: true });
const altText = (page: Page, n: number) => picture(page, n).getByLabel("Alt text", { exact: true });

test("A change of pictures that fails is shown", async ({ page }) => {
  await signInAsStaff(page, "owner");
  const id = await addGoods(page.request, { name: "Asubuhi blouse, of pictures" });
  await page.goto(`/staff/goods/${id}`);
  await expect(page.getByText("There is no picture yet.")).toBeVisible();
  const add = page.getByRole("button", { name: "Add pictures", exact: true });
  await expect(add).toBeEnabled();
  const chooser = page.waitForEvent("filechooser");
  await add.press("Enter");
  await (await chooser).setFiles(`seed${KEPT[0]}`);
  await expect(page.getByText("720.jpg is added.")).toBeVisible();
  await expect(picture(page, 1)).toBeVisible();
  await postAsStaff(page.request, `/goods/${id}/pictures`, { order: KEPT, alts: ["The front"] });
  await page.reload();
  await expect(altText(page, 1)).toHaveValue("The front");
  await altText(page, 2).fill("The back");
  await altText(page, 2).press("Enter");
  await expect(page.getByText("The alt text of picture 2 is saved.")).toBeVisible();

  await button(page, 3, "Move up").press("Enter");
  await expect(page.getByText("Picture 3 is now picture 2 of 3.")).toBeVisible();
  await expect(button(page, 2, "Move up")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Picture 2 is now picture 1 of 3.")).toBeVisible();
  await expect(button(page, 1, "Move up")).toBeFocused();
  await button(page, 1, "Move down").press("Enter");
  await expect(altText(page, 1)).toHaveValue("The front");

  // the line is gone: what was done is still there, and is saved by the next try
  await page.route(`**/api/staff/goods/${id}`, (route) => route.abort());
  await button(page, 3, "Remove").press("Enter");
  await expect(page.getByRole("alert")).toContainText("Not saved");
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await expect(picture(page, 3)).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(altText(page, 3)).toHaveValue("The back");

  // the form beside it saves on what the pictures have changed
  await page.getByLabel("Former price").fill("1900");
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
  await expect(page.getByText("Shoppers see it.")).toBeVisible();
  await page.goto(`/product/${id}`);
  const shown = page.getByRole("list", { name: /^Pictures of/ }).getByRole("img");
  await expect(shown.nth(0)).toHaveAttribute("alt", "The front");
  await expect(shown.nth(2)).toHaveAttribute("alt", "The back");
});
