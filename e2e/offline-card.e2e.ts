import { expect, test } from "@playwright/test";
import { letPass, modal, payButton, payInModal, SIMULATOR } from "./cards.ts";
import { loseRequest } from "./lose-answer.ts";
import { onward } from "./onward.ts";
import { atPay, CARD, expectOneOrder, newPayer } from "./payers.ts";
import { haveAddress, signInToOrder } from "./people.ts";
import { openWithNext } from "./prefetched.ts";
import { headed } from "./prompts.ts";
import { RECOVERED, says, withoutLine } from "./without-line.ts";

test.slow();
test.beforeEach(({ page }) => page.clock.install());

test("card, no line on the way to its page: the page comes with the line", async ({ page, context }) => {
  const payer = await newPayer(page.request);
  await signInToOrder(page, payer.token);
  await openWithNext(page, "/place-order", CARD.path.slice(1));
  await haveAddress(page);
  await page.getByRole("radio", { name: CARD.choice }).check();
  await withoutLine(
    { page, context },
    {
      act: () => onward(page).click(),
      said: says(page, "No connection. Check your internet and try again."),
      recovered: () => expect(payButton(page)).toBeEnabled(RECOVERED),
    },
  );
  await payButton(page).click();
  await payInModal(page);
  await expectOneOrder(page, CARD, payer);
});

test("card, the line goes with the provider's script: the card page opens by itself, for what was typed", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, CARD);
  await loseRequest(page, context, `${SIMULATOR}/v3.js`);
  await page.getByLabel("Name", { exact: true }).fill("Achieng Odhiambo");
  await payButton(page).click();
  const sent = page.waitForRequest(CARD.call);
  await withoutLine(
    { page, context },
    {
      said: async () => {
        await says(page, "Failed to load payment modal.")();
        // by the time the line is back, somebody is about to change it
        await page.getByLabel("Name", { exact: true }).fill("");
      },
      recovered: () => expect(modal(page).getByRole("button", { name: /^Pay / })).toBeVisible(RECOVERED),
    },
  );
  expect((await sent).postDataJSON()).toMatchObject({ name: "Achieng Odhiambo" });
  await payInModal(page);
  await expectOneOrder(page, CARD, payer);
});

test("card, no line while the card page is open, and paid meanwhile: the order is there", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, CARD);
  await payButton(page).click();
  await CARD.begun(page);
  await withoutLine(
    { page, context },
    {
      covered: true,
      meanwhile: true,
      act: () => CARD.settleAlone(context.request, payer),
      said: says(page, "The card page is open"),
      recovered: () => expect(headed(page, "Payment confirmed!")).toBeVisible(RECOVERED),
    },
  );
  await expectOneOrder(page, CARD, payer);
});

test("card, no line while the provider's word is awaited, which comes meanwhile: the order is there", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, CARD);
  await payButton(page).click();
  await payInModal(page, "4000000000000006");
  await expect(headed(page, "Payment is being confirmed")).toBeVisible();
  await withoutLine(
    { page, context },
    {
      meanwhile: true,
      act: () => letPass(context.request, 61),
      said: says(page, "You are offline. Your payment goes on, and we ask again as soon as you are back."),
      recovered: () => expect(headed(page, "Payment confirmed!")).toBeVisible(RECOVERED),
    },
  );
  await expectOneOrder(page, CARD, payer);
});

test("card, no line between the payment and its order: the order comes by itself", async ({
  page,
  context,
}) => {
  const payer = await atPay(page, CARD);
  await loseRequest(page, context, "**/api/order/flutterwave");
  await payButton(page).click();
  await payInModal(page);
  await withoutLine(
    { page, context },
    {
      said: says(page, "Please do not pay again"),
      // the page asks for it, if the shop's own check of the payment has not made it meanwhile
      recovered: () => expect(headed(page, /^Payment confirmed!|is paid$/)).toBeVisible(RECOVERED),
    },
  );
  await expectOneOrder(page, CARD, payer);
});
