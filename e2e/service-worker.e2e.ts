import { expect, test } from "@playwright/test";
import { ADDRESS } from "../test/people.ts";
import { plentiful } from "./goods.ts";
import { openLink } from "./link.ts";
import { onward } from "./onward.ts";
import { atPay, expectOneOrder, ordersOf, TILL } from "./payers.ts";
import { fillAddress, MAILBOX } from "./people.ts";
import { everythingKept, openWithWorker } from "./service-worker.ts";

test.use({ serviceWorkers: "allow" });

test("After a deploy an old tab uses its own build's files", async ({ page, baseURL }) => {
  const link = await openLink(baseURL ?? "");
  const loads: string[] = [];
  const { product, size } = await plentiful(page.request, 5);
  await openWithWorker(page, `${link.url}/`);
  await page.goto(`${link.url}/product/${product._id}`);
  await page.getByRole("radio", { name: size, exact: true }).check();
  await page.getByRole("button", { name: "ADD TO CART" }).click();
  for (const chunk of ["cart-page", "place-order-page"])
    await expect
      .poll(async () => (await everythingKept(page)).addresses.join())
      .toMatch(new RegExp(`/assets/${chunk}-[^,]*js`));
  link.faults.missing = /^.assets/;
  page.on("domcontentloaded", () => loads.push(page.url()));
  await page.getByRole("link", { name: "Cart, 1 item" }).click();
  await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
  await fillAddress(page);
  await expect(page).toHaveURL(`${link.url}/place-order`);
  expect(loads).toEqual([]);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Street" })).toHaveValue(ADDRESS.street);
  await expect(onward(page)).toBeEnabled();
  link.close();
});

test("Nothing personal is stored offline", async ({ page, context }) => {
  await openWithWorker(page, "/");
  // who only looks around has no page fetched ahead
  expect((await everythingKept(page)).addresses).not.toContain("/cart");
  const payer = await atPay(page, TILL);
  await TILL.button(page).click();
  await expectOneOrder(page, TILL, payer);
  const [order] = await ordersOf(page.request, payer);
  await page.goto("/profile");
  await expect(page.getByText(payer.email).first()).toBeVisible();
  await page.goto("/collection?search=wanjiku");
  await page.goto(`/verify-email?token=${payer.token}`);
  await page.goto(`/about?from=${payer.email}`);
  await page.goto(MAILBOX);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Logout" }).last().click();
  await expect(page).toHaveURL("/login");

  const kept = await everythingKept(page);
  expect(kept.addresses).toContain("/about");
  expect(
    kept.addresses.filter((path) =>
      /^(?!.(assets|paying)).*(verify|reset|mailbox|flutterwave|search|api)/.test(path),
    ),
  ).toEqual([]);
  // of the address form what a person would leave in it; city and country stand in the shop's own pages too
  const typed = [ADDRESS.firstName, ADDRESS.lastName, ADDRESS.email, ADDRESS.street];
  const secrets = [payer.email, payer.token, payer.phone, payer.code, String(order?._id), ...typed];
  for (const secret of secrets) expect(kept.text.includes(secret), secret).toBe(false);
  // and the scan finds what is there
  expect(kept.text).toContain("Your cart");
  await context.close();
});
