import { expect, test } from "@playwright/test";
import { PLACED } from "./onward.ts";
import { atPage, TILL } from "./payers.ts";
import { expectSound } from "./sound.ts";

test("one tap pastes the SMS, and the code in it places the order", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { code } = await atPage(page, TILL);
  await expectSound(page);
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.getByRole("button", { name: "Paste the SMS" }).click();
  };
  const box = page.getByLabel("M-Pesa transaction code");
  await paste("See you at four");
  await expect(
    page.getByText("We can't see an M-Pesa code in what you copied.", { exact: false }),
  ).toBeVisible();
  await expect(box).toHaveValue("");
  await paste(`${code} Confirmed. Ksh1,501.00 paid to SAUTI. on 5/11/26 at 2:30 PM.`);
  await expect(box).toHaveValue(code);
  await expect(page.getByText(`We took code ${code} from your message.`)).toBeVisible();
  await expectSound(page);
  await TILL.button(page).click();
  await expect(page).toHaveURL(PLACED);
  await expect(page.getByText("Not confirmed yet")).toBeVisible();
  await page.getByRole("button", { name: /Track Order/ }).click();
  await expect(page.getByText(/Updated at/)).toBeVisible();
  // back does not order again
  await page.goBack();
  await expect(page).not.toHaveURL("/mpesa-verification");
});
