import { randomInt } from "node:crypto";
import { expect, type Locator, test } from "@playwright/test";
import { onward, PLACED } from "./onward.ts";
import { ADDRESS, freshCode, freshEmail } from "./people.ts";

test("A guest orders by code from home with thirteen taps and seven fields", async ({ page }) => {
  const effort = { taps: 0, fields: 0 };
  const tap = async (what: Locator) => {
    await expect(what).toBeEnabled();
    effort.taps += 1;
    await what.tap();
  };
  // the tap that opens the keyboard counts too
  const type = async (label: string, text: string) => {
    const field = page.getByRole("textbox", { name: label }).or(page.getByRole("combobox", { name: label }));
    await tap(field);
    effort.fields += 1;
    await field.pressSequentially(text);
  };

  await page.goto("/");
  const latest = page.getByRole("region", { name: "Latest Collection" }).getByRole("listitem");
  await tap(latest.first().getByRole("link").first());
  const sizes = page.getByRole("group", { name: "Select size" });
  await tap(sizes.getByRole("radio", { disabled: false }).first());
  await tap(page.getByRole("button", { name: "Buy now" }));
  await type("First name", ADDRESS["First name"]);
  await type("Last name", ADDRESS["Last name"]);
  await type("Email address", freshEmail());
  await type("Phone", `07${randomInt(10_000_000, 99_999_999)}`);
  await type("Street, building, landmark", ADDRESS["Street, building, landmark"]);
  // county, postal code and country follow from the town
  await type("Town or city", "Kisumu");
  await tap(page.getByRole("radio", { name: /Cash on order/ }));
  await tap(onward(page));
  await type("M-Pesa transaction code", freshCode());
  await tap(page.getByRole("button", { name: "PLACE ORDER" }));
  await expect(page).toHaveURL(PLACED);
  expect(effort).toEqual({ taps: 13, fields: 7 });
});
