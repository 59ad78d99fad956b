import { expect, type Page, test } from "@playwright/test";
import { sw } from "../src/language/sw.ts";
import { plentiful } from "./goods.ts";
import { hydrated } from "./hydrated.ts";
import { leftOverEnglish, ownersWords } from "./left-over-english.ts";
import { ADDRESS, freshCode, freshEmail, MAILBOX } from "./people.ts";
import { PLACED } from "./placed.ts";
import { headed } from "./prompts.ts";
import { expectSound } from "./sound.ts";

const button = (page: Page, sentence: keyof typeof sw) =>
  page.getByRole("button", { name: sw[sentence], exact: true });

/** All of it in Kiswahili, and as sound as in English. */
async function expectKiswahili(page: Page, owners: string[]): Promise<void> {
  await test.step(new URL(page.url()).pathname, async () => {
    await expect(page.locator("html")).toHaveAttribute("lang", "sw");
    expect.soft(await leftOverEnglish(page, owners)).toEqual([]);
    await expectSound(page);
    const folder = process.env.E2E_PICTURES;
    const name = `${new URL(page.url()).pathname.replaceAll(/\W+/g, "-")}-${Date.now()}`;
    if (folder) await page.screenshot({ path: `${folder}/sw${name}.png`, fullPage: true });
  });
}

test("a guest buys now, pays the till and follows the order, all in Kiswahili", async ({ page }) => {
  const owners = await ownersWords(page.request);
  const { product, size } = await plentiful(page.request, 21);
  await page.goto(`/product/${product._id}?lang=sw`);
  await hydrated(page);
  await page.getByRole("radio", { name: size, exact: true }).check();
  await expectKiswahili(page, owners);
  await button(page, "Buy now").click();

  await expect(page).toHaveURL("/place-order");
  await expect(button(page, "Continue to M-Pesa")).toBeEnabled();
  const email = freshEmail();
  // nobody has ordered the same a minute ago
  const phone = `0722${String(Date.now()).slice(-6)}`;
  for (const [label, value] of Object.entries({ ...ADDRESS, "Email address": email, Phone: phone }))
    await page
      .getByRole("main")
      .getByRole("textbox", { name: sw[label as keyof typeof sw], exact: true })
      .or(page.getByRole("combobox", { name: sw[label as keyof typeof sw], exact: true }))
      .fill(value);
  await page.getByRole("radio", { name: sw["Cash on order"] }).check();
  await expectKiswahili(page, owners);
  await button(page, "Continue to our till").click();

  await expect(page).toHaveURL("/mpesa-verification");
  const code = page.getByLabel(sw["M-Pesa transaction code"]);
  await code.fill("QGH7-2K9L");
  await button(page, "PLACE ORDER").click();
  await expect(
    page.getByText(sw["An M-Pesa code has letters and digits only, at most 10."]).first(),
  ).toBeVisible();
  await expectKiswahili(page, owners);
  await code.fill(freshCode());
  await button(page, "PLACE ORDER").click();

  await expect(page).toHaveURL(PLACED);
  await expect(headed(page, sw["Asante! We have your order"])).toBeVisible();
  await expectKiswahili(page, owners);

  await page.goto(MAILBOX);
  const mail = page.getByRole("article").filter({ hasText: email }).first();
  await page.goto(
    (await mail
      .getByRole("link", { name: /\/track\// })
      .first()
      .getAttribute("href")) ?? "",
  );
  await expect(headed(page, sw.Steps)).toBeVisible();
  await expectKiswahili(page, owners);
});
