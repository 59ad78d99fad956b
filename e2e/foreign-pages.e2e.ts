import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { SIMULATOR } from "./cards.ts";
import { atPay, CARD, expectNoOrder, expectOneOrder, TILL } from "./payers.ts";
import { PLACED } from "./placed.ts";

const SCRIPT_FAILED = "Failed to load payment modal. Check your internet connection and retry later.";

test("a card script blocked in the browser: three tries, the text, and the other ways to pay stay", async ({
  page,
}) => {
  const payer = await atPay(page, CARD);
  let asked = 0;
  await page.route(`${SIMULATOR}/v3.js*`, (route) => {
    asked += 1;
    return route.abort("blockedbyclient");
  });
  await CARD.button(page).click();
  await expect(page.getByText(SCRIPT_FAILED).first()).toBeVisible();
  expect(asked).toBe(3);
  await expectNoOrder(page.request, payer);
  await page.getByRole("link", { name: "Pay by till instead" }).click();
  await TILL.fill(page, payer);
  await TILL.button(page).click();
  await expect(page).toHaveURL(PLACED);
  await expect(page.getByRole("button", { name: /Track Order/ })).toHaveCount(1);
});

/** A page of another site, with the shop and, to compare, a page that lets itself be framed. */
async function framedElsewhere(page: Page, url: string) {
  const frame = (name: string, src: string) => `<iframe name="${name}" src="${src}"></iframe>`;
  const site = createServer((_request, answer) => {
    answer.setHeader("content-type", "text/html");
    answer.end(
      `<!doctype html><title>Elsewhere</title>${frame("shop", url)}${frame("open", `${SIMULATOR}/pay`)}`,
    );
  });
  await once(site.listen(0, "127.0.0.1"), "listening");
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  site.close();
}

test("no page of the shop shows in a frame of another site", async ({ page, baseURL }) => {
  for (const path of ["/", "/login", "/cart", "/place-order", "/mpesa", "/flutterwave", "/profile"])
    await test.step(path, async () => {
      await framedElsewhere(page, `${baseURL}${path}`);
      await expect(page.frameLocator('[name="open"]').locator("#close")).toBeAttached();
      await expect.poll(() => page.frame("shop")?.url()).toMatch(/^chrome-error:/);
      await expect(page.frameLocator('[name="shop"]').getByRole("banner")).toHaveCount(0);
    });
});

test("messages of a foreign frame neither pay nor close a card payment", async ({ page }) => {
  const payer = await atPay(page, CARD);
  const told: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/order/flutterwave")) told.push(request.url());
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
  // messages come in turn: once the last is here, those before it were heard
  const heard = page.evaluate(
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
  await heard;
  await CARD.begun(page);
  expect(told).toEqual([]);
  await expectNoOrder(page.request, payer);
  await CARD.settle(page, payer);
  await expectOneOrder(page, CARD, payer);
});
