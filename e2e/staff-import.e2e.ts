import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { addGoods, appCode, button, fillSignIn, signInAsStaff } from "./staff.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

async function choose(page: Page, text: string): Promise<void> {
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "goods.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
}

async function download(page: Page, press: () => Promise<void>): Promise<string> {
  const file = page.waitForEvent("download");
  await press();
  return readFile(await (await file).path(), "utf8");
}

test("A tried file names its faults, and survives an ended session or lost connection", async ({ page }) => {
  const name = `Imported tee <b>${Date.now()}</b>`;
  const { email, setupKey } = await signInAsStaff(page, "owner");
  const own = `Tee of the import ${Date.now()}`;
  await addGoods(page.request, { name: own });
  await page.goto("/staff/goods");
  await button(page, "Import").click();
  await expect(heading(page, "Import")).toBeVisible();
  await expect(button(page, "Import")).toBeDisabled();
  const goods = await download(page, () => button(page, "Export").click());
  expect(goods).toContain('"ID","Name"');

  // as it was exported: nothing to do; other goods may change meanwhile
  const [titles = "", ...rows] = goods.split("\n");
  await choose(page, [titles, rows.find((row) => row.includes(own))].join("\n"));
  await button(page, "Try without saving").click();
  await expect(heading(page, "All of it is right")).toBeVisible();
  await expect(page.getByText("Nothing was saved, and nothing would change.")).toBeVisible();

  const head = "ID,Name,Category,Type,Price,Sizes,Stock";
  await choose(page, `${head}\n,${name},Unisex,Topwear,1500,S,5\n,"A tee, too",Unisex,Topwear,free,"S, s",`);
  await expect(heading(page, "All of it is right")).toHaveCount(0);
  await button(page, "Import").click();
  await expect(heading(page, "Not imported")).toBeVisible();
  await expect(page.locator(".import-faults tbody tr")).toHaveText([
    "3PriceEnter a price in whole KES.",
    "3SizesName each size once.",
  ]);
  const link = page.getByRole("link", { name: "Wrong rows to download" });
  const wrong = await download(page, () => link.click());
  expect(wrong).toContain('"A tee, too"');

  // the session ends before it is tried, then the line is cut
  await choose(page, `${head}\n,${name},Unisex,Topwear,1500,S,5\n`);
  await page.context().clearCookies();
  await button(page, "Try without saving").click();
  await fillSignIn(page, { email, code: appCode(setupKey, 1) });
  await expect(heading(page, "All of it is right")).toBeVisible();
  await page.context().setOffline(true);
  await button(page, "Import").click();
  await expect(page.getByText("Not saved: no answer came.")).toBeVisible();
  await page.context().setOffline(false);
  await button(page, "Import").click();
  await expect(heading(page, "Imported")).toBeVisible();
  await expect(page.getByText(/goods\.csv, by .*: 1 new, 0 changed\./)).toBeVisible();

  // changed in the shop and in the file, by more than half
  const exported = await download(page, () => button(page, "Export").click());
  const line = exported.split("\r\n").find((each) => each.includes(name)) ?? "";
  const columns = exported.split("\r\n", 1)[0] ?? "";
  await choose(page, `${columns}\n${line.replace('"1500"', '"1400"')}`);
  await button(page, "Import").click();
  await expect(heading(page, "Imported")).toBeVisible();
  await choose(page, `${columns}\n${line.replace('"1500"', '"150"')}`);
  await button(page, "Import").click();
  await expect(heading(page, "Please answer first")).toBeVisible();
  await expect(page.getByRole("list").filter({ hasText: "Price: 1400 → 150" }).first()).toBeVisible();
  await page.getByRole("radio", { name: "As in the file" }).check();
  await page.getByRole("checkbox", { name: "This price is right" }).check();
  await button(page, "Import").click();
  await expect(heading(page, "Imported")).toBeVisible();

  await button(page, "Undo this import").click();
  await expect(page.getByText("It was undone: changed products are as before it")).toBeVisible();
  await page.getByRole("link", { name: "All goods" }).click();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Ksh 1,400");
});
