import { expect, type Page, test } from "@playwright/test";
import { goToTill } from "./onward.ts";
import { PLACED } from "./placed.ts";
import { atCheckout, headed } from "./prompts.ts";
import { expectSound } from "./sound.ts";

/** Signed in, with one product in the cart, at the till page; gives the code's box. */
async function atTheTill(page: Page, n: number) {
  await atCheckout(page, n);
  await goToTill(page);
  return page.getByLabel("M-Pesa transaction code");
}

const DAYS = "123456789ABCDEFGHIJKLMNOPQRSTUV";

/** A code no other test has typed, of today in Kenya or of the year before. */
function codeOf(when: "today" | "last year"): string {
  const today = new Date(Date.now() + 3 * 3_600_000);
  const letter = (at: number) => String.fromCharCode(65 + at);
  const year = today.getUTCFullYear() - (when === "today" ? 0 : 1);
  const random = Math.random().toString(36).slice(2, 8).padEnd(6, "7").toUpperCase();
  return `${letter(year - 2006)}${letter(today.getUTCMonth())}${DAYS[today.getUTCDate() - 1]}4${random}`;
}

const sms = (code: string) =>
  `${code} Confirmed. Ksh1,501.00 paid to SAUTI. on 5/11/26 at 2:30 PM. New M-PESA balance is Ksh10,203.45.`;

test("one tap pastes the SMS, and the code in it places the order", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const box = await atTheTill(page, 31);
  await page.evaluate((text) => navigator.clipboard.writeText(text), "See you at four");
  await page.getByRole("button", { name: "Paste the SMS" }).click();
  await expect(
    page.getByText("We can't see an M-Pesa code in what you copied.", { exact: false }),
  ).toBeVisible();
  await expect(box).toHaveValue("");
  const code = codeOf("today");
  await page.evaluate((text) => navigator.clipboard.writeText(text), sms(code));
  await page.getByRole("button", { name: "Paste the SMS" }).click();
  await expect(box).toHaveValue(code);
  await expect(page.getByText(`We took code ${code} from your message.`)).toBeVisible();
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(page).toHaveURL(PLACED);
  await expect(page.getByText("Not confirmed yet")).toBeVisible();
});

test("where the button may not read what was copied, the box takes the whole message, however it comes in", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-write"]);
  const box = await atTheTill(page, 32);
  const code = codeOf("today");
  await page.evaluate((text) => navigator.clipboard.writeText(text), `\n Fwd: ${sms(code)}`);
  await page.getByRole("button", { name: "Paste the SMS" }).click();
  await expect(page.getByText("Hold the box and choose Paste")).toBeVisible();
  await expect(box).toBeFocused();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(box).toHaveValue(code);
  await box.fill("");
  // as a phone's keyboard does from its own clipboard
  await page.keyboard.insertText(`Imethibitishwa. ${sms(code)}`);
  await expect(box).toHaveValue(code);
  await box.fill("");
  await box.pressSequentially(code.toLowerCase());
  await expect(box).toHaveValue(code);
  await box.fill("");
  // copied as somebody wrote it down for reading
  await page.keyboard.insertText(` ${code.slice(0, 4)} ${code.slice(4, 7)} ${code.slice(7)} `);
  await expect(box).toHaveValue(code);
  const hint = page.getByText("This code looks like one from another day. Please check it.");
  await expect(hint).toBeHidden();
  await box.fill(codeOf("last year"));
  await expect(hint).toBeVisible();
});

test("a cart that no code can order is not sent to the till; who has paid there already can type the code", async ({
  page,
}) => {
  await atCheckout(page, 36);
  const refused = headed(page, "Please don't pay at our till now");
  const box = page.getByLabel("M-Pesa transaction code");
  const goOn = async (pieces: string) => {
    await page.goto("/cart");
    // the next page shows what the shop has heard of
    const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/cart/update") && answer.ok());
    await page.getByLabel(/^Quantity of/).fill(pieces);
    await saved;
    await page.goto("/place-order");
    await goToTill(page);
  };
  await goOn("11");
  await expect(refused).toBeVisible();
  await expect(page.getByText("orders with a code can have 10 pieces", { exact: false })).toBeVisible();
  await expect(page.getByText("Till number", { exact: true })).toBeHidden();
  await expect(page.getByRole("link", { name: "Pay by card" })).toBeVisible();
  // who knows the number may have paid before
  await expect(headed(page, "Already paid at our till?")).toBeVisible();
  await box.fill(codeOf("today"));
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(headed(page, "Please check your order")).toBeVisible();
  await expect(page).toHaveURL("/mpesa-verification");
  await box.fill("");
  await expectSound(page);
  await page.getByRole("link", { name: "Change your cart" }).click();
  await expect(page).toHaveURL("/cart");

  await goOn("10");
  await expect(page.getByText("Till number", { exact: true })).toBeVisible();
  const code = codeOf("today");
  await box.fill(code);
  await goOn("11");
  await expect(refused).toBeVisible();
  await expect(headed(page, "Already paid at our till?")).toBeVisible();
  await expect(box).toHaveValue(code);
  await page.getByRole("link", { name: "Pay by M-Pesa prompt" }).click();
  await expect(page.getByRole("button", { name: /^Pay Ksh/ })).toBeVisible();
});
