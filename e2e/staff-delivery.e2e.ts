import { expect, type Page, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { goToTill } from "./onward.ts";
import { openOwnShop, openPhone } from "./own-shop.ts";
import { ADDRESS, fillAddress, freshCode, freshEmail, MAILBOX } from "./people.ts";
import { PLACED } from "./placed.ts";
import { acceptWelcome, postAsStaff } from "./staff.ts";

// one after the other, on one shop
test.describe.configure({ mode: "default" });

let shop: Awaited<ReturnType<typeof openOwnShop>>;
let owner: Page;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  shop = await openOwnShop();
  owner = await openPhone(browser, shop);
  await acceptWelcome(owner, shop.welcome);
});
test.afterAll(() => shop.close());

test("delivery is priced by county and put back, and shoppers see it at once", async ({ browser }) => {
  const page = owner;
  await page.goto("/staff/delivery");
  await expect(page).toHaveURL("/staff/settings/delivery");
  await expect(page.getByRole("heading", { level: 1, name: "Delivery" })).toBeVisible();
  const fee = page.getByLabel("Delivery fee", { exact: true });
  const save = page.getByRole("button", { name: "Save", exact: true });
  const preview = page.getByRole("region", { name: "How shoppers see it" });
  const areas = page.getByRole("group", { name: "Counties and towns of their own" });
  await expect(fee).toHaveValue("1");
  await expect(page.getByLabel("Days", { exact: true })).toHaveValue("3 to 5");

  await fee.fill("350");
  await page.getByLabel("Free over", { exact: true }).fill("100000");
  await areas.getByRole("button", { name: "Add a county or town" }).click();
  await areas.getByLabel("County").selectOption("Mombasa");
  await areas.getByLabel("Days there").fill("4 to 2");
  await save.click();
  await expect(areas.getByText("The first number of days is above the second.")).toBeVisible();
  await expect(fee).toHaveValue("350");
  await areas.getByLabel("Fee there").fill("275");
  await areas.getByLabel("Days there").fill("2 to 4");
  await areas.getByRole("button", { name: "Done" }).click();
  await expect(areas.getByText("Mombasa: Ksh 275, 2 to 4 days")).toBeVisible();
  await expect(preview).toContainText("Ksh 275");
  await save.click();
  await expect(page.getByText("Saved. The shop says it now.")).toBeVisible();

  const shopper = await openPhone(browser, shop);
  await shopper.goto("/collection");
  await shopper.locator('a[href^="/product/"]').first().click();
  await expect(shopper.getByText("Mombasa: Ksh 275, 2 to 4 days.")).toBeVisible();
  await expect(shopper.getByText("Free for orders over Ksh 100,000.")).toBeVisible();

  const history = page.getByRole("region", { name: "What was changed" });
  await expect(history.getByRole("listitem").first()).toContainText("Delivery fee: 1 → 350");
  await history.getByRole("button", { name: "Put back" }).first().click();
  await expect(page.getByText("Put back.")).toBeVisible();
  await expect(fee).toHaveValue("1");
});

const POINT = {
  name: "Langata Road",
  address: { street: "Langata Road 1", city: "Nairobi", state: "Nairobi", zipCode: "00509" },
  hours: "Mon to Fri, 9 to 17",
};

test("a guest fetches an order: asked for no address, at the point's fee, and as typed after a reload", async ({
  browser,
}) => {
  const points = [POINT, { ...POINT, name: "Naivasha stage", fee: 50 }];
  await save("pick-up-points", { points });

  const page = await openPhone(browser, shop);
  const goods = await plentiful(page.request, 3);
  await addToCart(page, goods);
  await page.goto("/place-order");
  const to = page.getByRole("radio", { name: "Deliver to my address" });
  await expect(to).toBeChecked();
  await expect(page.getByLabel("Street")).toBeVisible();
  await page.getByRole("radio", { name: "Pick up", exact: true }).check();
  await expect(page.getByRole("radio", { name: /^Langata Road/ })).toBeChecked();
  await expect(page.getByText("Langata Road 1, Nairobi. Mon to Fri, 9 to 17. Free.")).toBeVisible();
  await page.getByRole("radio", { name: /^Naivasha stage/ }).check();
  for (const label of ["Street", "County", "Postal code"])
    await expect(page.getByLabel(label)).toHaveCount(0);
  for (const label of ["First name", "Last name"] as const) await page.getByLabel(label).fill(ADDRESS[label]);
  const email = freshEmail();
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: /^Continue to / }).click();
  await expect(page.getByText("Please enter your phone")).toBeVisible();
  await page.getByRole("textbox", { name: "Phone" }).fill("0722123456");
  await page.reload();
  await expect(page.getByRole("radio", { name: /^Naivasha stage/ })).toBeChecked();
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  const total = `Ksh ${(goods.product.price + 50).toLocaleString("en")}`;
  await expect(page.getByText(`Total ${total}`)).toBeVisible();
  await goToTill(page);
  await page.getByLabel("M-Pesa transaction code").fill(freshCode());
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(page).toHaveURL(PLACED);
  await expect(page.getByText(total).first()).toBeVisible();
  await expect(page.locator(".placed-facts")).toContainText(
    "Pick-up pointNaivasha stageLangata Road 1, Nairobi 00509Mon to Fri, 9 to 17",
  );
  await expect(page.getByText(/We expect it at Naivasha stage between/).first()).toBeVisible();

  const id = new URL(page.url()).searchParams.get("placed") ?? "";
  await confirmCode(id);
  await owner.goto(`/staff/orders/${id}`);
  await expect(owner.getByText("Pick-up at Naivasha stage, Mon to Fri, 9 to 17")).toBeVisible();
  const person = owner.getByRole("group").filter({ hasText: "Change who picks it up" });
  await person.getByText("Change who picks it up").click();
  await expect(person.getByLabel("Street")).toHaveCount(0);
  await person.getByLabel("First name").fill("Njeri");
  await person.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText("Njeri Otieno")).toBeVisible();
  await owner.getByRole("button", { name: "Mark as Packing" }).click();
  await owner.getByRole("button", { name: "Mark as Ready for pick-up" }).click();
  await expect(owner.getByRole("button", { name: "Mark as Delivered" })).toBeVisible();
  await expect(owner.getByRole("button", { name: "Mark as Out for delivery" })).toHaveCount(0);
  await expect(owner.getByText("Packing → Ready for pick-up")).toBeVisible();
  await owner.goto("/staff/orders");
  await expect(owner.getByRole("row").filter({ hasText: id.slice(-8) })).toContainText("Ready for pick-up");
  await owner.getByLabel(`Pick order ${id.slice(-8)}`).check();
  await expect(owner.getByRole("button", { name: "Mark as Delivered" })).toBeVisible();

  await page.reload();
  const ready =
    "Your order is ready. Pick it up at Naivasha stage, Langata Road 1, Nairobi 00509. Open Mon to Fri, 9 to 17.";
  await expect(page.getByText(ready).first()).toBeVisible();
  await expect(page.getByText("Ready for pick-up").first()).toBeVisible();
  await expect(page.getByText("Shipped")).toHaveCount(0);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".receipt")).toContainText("Pick-up pointNaivasha stage, Langata Road 1");
});

test("a county's own fee and days are the same on product, cart, checkout, order, mail and receipt, and a new fee is asked about", async ({
  browser,
}) => {
  const fees = { fee: 500, freeOver: null, days: { from: 5, to: 6 } };
  const kisumu = { county: "Kisumu", from: 2, to: 4 };
  await save("delivery", { delivery: { ...fees, areas: [{ ...kisumu, fee: 350 }] } });
  const page = await openPhone(browser, shop);
  const goods = await plentiful(page.request, 4);
  await addToCart(page, goods);
  await expect(
    page.getByText(/^Delivery: Kisumu: Ksh 350, 2 to 4 days\. Other counties: Ksh 500, 5 to 6 days\./),
  ).toBeVisible();
  await page.goto("/place-order");
  await fillAddress(page);
  await page.getByRole("combobox", { name: "County" }).fill("Kisumu");
  await page.getByRole("combobox", { name: "Town or city" }).fill("Kisumu");
  const email = freshEmail();
  await page.getByLabel("Email address").fill(email);
  const promise = page.getByText("Delivery to Kisumu: Ksh 350, 2 to 4 days. Weekends are not counted.");
  await expect(promise).toBeVisible();
  const totalWith = (fee: number) => `Ksh ${(goods.product.price + fee).toLocaleString("en")}`;
  await expect(page.getByText(`Total ${totalWith(350)}`)).toBeVisible();
  await page.goto("/cart");
  await expect(promise).toBeVisible();
  await page.goto("/place-order");
  await goToTill(page);

  await save("delivery", { delivery: { ...fees, areas: [{ ...kisumu, fee: 400 }] } });
  const code = page.getByLabel("M-Pesa transaction code");
  await code.fill(freshCode());
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(
    page.getByText(`The new total is ${totalWith(400)}. Delivery is now Ksh 400; it was Ksh 350.`),
  ).toBeVisible();
  await page.getByRole("link", { name: "Review your cart" }).click();
  await expect(page.getByText("Delivery to Kisumu: Ksh 400, 2 to 4 days.")).toBeVisible();
  await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
  await goToTill(page);
  await code.fill(freshCode());
  await page.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(page).toHaveURL(PLACED);
  const id = new URL(page.url()).searchParams.get("placed") ?? "";
  await expect(page.locator(".order-sums")).toContainText("DeliveryKsh 400");
  const mail = await (await page.request.get(MAILBOX)).text();
  expect(mail.slice(mail.indexOf(email))).toContain("It takes 2 to 4 days.");
  await confirmCode(id);
  await page.reload();
  await expect(page.getByRole("button", { name: /^Print or save/ })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const receipt = page.locator(".receipt");
  await expect(receipt).toContainText("Delivery time2 to 4 days");
  await expect(receipt.getByRole("row", { name: "Delivery Ksh 400" })).toBeVisible();
});

/** Saves a part of the setting as the owner. */
async function save(part: "delivery" | "pick-up-points", value: object): Promise<void> {
  const { version } = await (await owner.request.get(`/api/staff/${part}`)).json();
  await postAsStaff(owner.request, `/${part}`, { ...value, version });
}

/** The money of an order's typed code is here, as the owner says. */
async function confirmCode(orderId: string): Promise<void> {
  const { rows } = await (await owner.request.get("/api/staff/codes")).json();
  const { _id } = (rows as { _id: string; orderId: string }[]).find((row) => row.orderId === orderId) ?? {};
  await postAsStaff(owner.request, `/codes/${_id}/confirm`, {});
}
