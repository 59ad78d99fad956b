import { expect, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { atPay, CARD, choose, expectNoOrder, expectOneOrder, newPayer, TILL } from "./payers.ts";
import { fillAddress, logIn } from "./people.ts";

test("Full storage still lets people shop", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("the quota has been exceeded", "QuotaExceededError");
    };
  });
  const { product, size } = await plentiful(page.request, 5);
  await addToCart(page, { product, size });
  await page.getByRole("link", { name: "Cart, 1 item" }).click();
  await expect(page.getByRole("button", { name: "PROCEED TO CHECKOUT" })).toBeVisible();

  const payer = await newPayer(page.request);
  await logIn(page, payer.email);
  await expect(page.getByText("This browser doesn't save our data", { exact: false })).toBeVisible();
  await page.getByRole("link", { name: "Cart, 1 item" }).click();
  await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
  await fillAddress(page);
  await choose(page, TILL);
  await TILL.fill(page, payer);
  await expectNoOrder(page.request, payer);
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
});

test("A foreign frame's messages neither pay nor close a card payment", async ({ page }) => {
  const payer = await atPay(page, CARD);
  const orderCalls: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/order/flutterwave")) orderCalls.push(request.url());
  });
  await CARD.button(page).click();
  await CARD.begun(page);
  await page.evaluate(() => {
    const frame = document.createElement("iframe");
    frame.name = "foreign";
    frame.setAttribute("sandbox", "allow-scripts");
    frame.srcdoc = "<p>foreign</p>";
    document.body.append(frame);
  });
  // messages come in turn: once the last is here, those before it were handled
  const received = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.addEventListener("message", ({ data }) => data === "last of all" && resolve());
        document.body.dataset.listens = "yes";
      }),
  );
  await expect(page.locator("body[data-listens]")).toBeAttached();
  await page
    .frameLocator('[name="foreign"]')
    .getByText("foreign")
    .evaluate(() => {
      const paid = { status: "successful", transaction_id: 1, tx_ref: "any", flw_ref: "any" };
      for (const message of [
        { kind: "paid", callback: paid },
        { kind: "close" },
        { type: "callback", data: paid },
        { event: "charge.completed", data: paid },
        "close",
        JSON.stringify({ kind: "paid", callback: paid }),
        null,
        "last of all",
      ])
        window.parent.postMessage(message, "*");
    });
  await received;
  await CARD.begun(page);
  expect(orderCalls).toEqual([]);
  await expectNoOrder(page.request, payer);
  await CARD.settle(page, payer);
  await expectOneOrder(page, CARD, payer);
});
