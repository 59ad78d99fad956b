import { expect, test } from "@playwright/test";
import { hold } from "./held.ts";
import { QUICK } from "./sizes.ts";
import { button, changeElsewhere, field, heading, signInAsStaff } from "./staff.ts";

test(
  "Staff late with a product lose nothing typed, also before scripts load, and undo no colleague's change",
  QUICK,
  async ({ page }) => {
    const name = `Studio cap ${Date.now()}`;
    await signInAsStaff(page, "owner");
    await page.goto("/staff");
    await page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name: "Goods" }).click();
    await expect(heading(page, "Goods")).toBeVisible();
    const file = page.waitForEvent("download");
    await button(page, "Export").click();
    expect((await file).suggestedFilename()).toBe("goods.csv");
    await button(page, "Add a product").click();
    await expect(heading(page, "Add a product")).toBeVisible();

    await button(page, "Save").click();
    await expect(field(page, "Name")).toBeFocused();
    await field(page, "Name").fill(name);
    await field(page, "Price").fill("1,500");
    await field(page, "Former price").fill("1,500");
    await field(page, "Sizes").fill("One size");
    await button(page, "Save").click();
    await expect(page.getByText(/former price is not above the price/)).toBeVisible();
    await button(page, "Yes, save").click();
    await expect(heading(page, name)).toBeVisible();
    await expect(field(page, "Former price")).toHaveValue("");

    // a colleague saves the price and the fit, while a price and a description are typed here
    await field(page, "Price").fill("150");
    await field(page, "Description").fill("A cap with <b>five</b> panels.");
    await changeElsewhere(page, { version: 1, price: 1600, fit: "Regular" });
    await button(page, "Save").click();
    await expect(page.getByText("Price: now “1600”, you typed “150”.")).toBeVisible();
    await expect(page.getByText("Fit: now “Regular”")).toBeVisible();
    await expect(field(page, "Description")).toHaveValue("A cap with <b>five</b> panels.");
    await button(page, "Save").click();
    await expect(page.getByText("The price drops from Ksh 1,600 to Ksh 150. Save it?")).toBeVisible();
    await expect(button(page, "Yes, save")).toBeVisible();
    await field(page, "Price").fill("1550");
    await button(page, "Save").click();
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    await expect(field(page, "Fit")).toHaveValue("Regular");

    // on a slow line somebody types before the page's scripts are there
    const release = await hold(page, "**/assets/*.js");
    await page.goto(page.url(), { waitUntil: "commit" });
    await expect(field(page, "Price")).toHaveValue("1550");
    await expect(field(page, "Description")).toHaveValue("A cap with <b>five</b> panels.");
    await field(page, "Price").fill("1500");
    await field(page, "Description").fill("Five panels.");
    await field(page, "Type").selectOption("Winterwear");
    await field(page, "Trending").check();
    release();
    await button(page, "Save").click();
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    await page.reload();
    await expect(field(page, "Price")).toHaveValue("1500");
    await expect(field(page, "Description")).toHaveValue("Five panels.");
    await expect(field(page, "Type")).toHaveValue("Winterwear");
    await expect(field(page, "Trending")).toBeChecked();
  },
);
