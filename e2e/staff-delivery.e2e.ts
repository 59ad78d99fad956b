import { type Browser, expect, type Page, test } from "@playwright/test";
import { addToCart, plentiful } from "./goods.ts";
import { goToTill } from "./onward.ts";
import { openOwnShop } from "./own-shop.ts";
import { ADDRESS, freshCode, freshEmail } from "./people.ts";
import { ONCE } from "./sizes.ts";
import { acceptWelcome, expectSoundScreen } from "./staff.ts";

test.setTimeout(180_000);
// one after the other, on one shop
test.describe.configure({ mode: "default" });

let shop: Awaited<ReturnType<typeof openOwnShop>>;
let owner: Page;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  shop = await openOwnShop();
  owner = await openPage(browser);
  await acceptWelcome(owner, shop.welcome);
});
test.afterAll(() => shop.close());

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 360, height: 800 } });
  return context.newPage();
}

test("delivery is priced by county and put back, and shoppers see it at once", ONCE, async ({ browser }) => {
  const page = owner;
  await page.goto("/staff/settings/delivery");
  await expect(page.getByRole("heading", { level: 1, name: "Delivery" })).toBeVisible();
  const fee = page.getByLabel("Delivery fee", { exact: true });
  const save = page.getByRole("button", { name: "Save", exact: true });
  const preview = page.getByRole("region", { name: "How shoppers see it" });
  const areas = page.getByRole("group", { name: "Counties and towns of their own" });
  await expect(fee).toHaveValue("1");
  await expect(page.getByLabel("Days", { exact: true })).toHaveValue("3 to 5");
  await expectSoundScreen(page, "settings-delivery");

  await fee.fill("350");
  await page.getByLabel("Free over", { exact: true }).fill("100000");
  await areas.getByRole("button", { name: "Add a county or town" }).click();
  await areas.getByLabel("County").selectOption("Mombasa");
  await areas.getByLabel("Days there").fill("4 to 2");
  await save.click();
  await expect(areas.getByText("The first number of days is above the second.")).toBeVisible();
  await expect(fee).toHaveValue("350");
  await expectSoundScreen(page, "settings-delivery-refused");
  await areas.getByLabel("Fee there").fill("275");
  await areas.getByLabel("Days there").fill("2 to 4");
  await areas.getByRole("button", { name: "Done" }).click();
  await expect(areas.getByText("Mombasa: Ksh 275, 2 to 4 days")).toBeVisible();
  await expect(preview).toContainText("Ksh 275");
  await save.click();
  await expect(page.getByText("Saved. The shop says it now.")).toBeVisible();

  const shopper = await openPage(browser);
  await shopper.goto("/collection");
  await shopper.locator('a[href^="/product/"]').first().click();
  await expect(shopper.getByText("Mombasa: Ksh 275, 2 to 4 days.")).toBeVisible();
  await expect(shopper.getByText("Free for orders over Ksh 100,000.")).toBeVisible();

  const history = page.getByRole("region", { name: "What was changed" });
  await expect(history.getByRole("listitem").first()).toContainText("Delivery fee: 1 → 350");
  await expectSoundScreen(page, "settings-delivery-changed");
  await history.getByRole("button", { name: "Put back" }).first().click();
  await expect(page.getByText("Put back.")).toBeVisible();
  await expect(fee).toHaveValue("1");
});

const POINT = {
  name: "Langata Road",
  address: { street: "Langata Road 1", city: "Nairobi", state: "Nairobi", zipCode: "00509" },
  hours: "Mon to Fri, 9 to 17",
};

test(
  "a guest fetches an order: asked for no address, at the point's fee, and as typed after a reload",
  ONCE,
  async ({ browser }) => {
    const about = { headers: { "x-staff": "1" } };
    const { version } = await (await owner.request.get("/api/staff/pick-up-points")).json();
    const points = [POINT, { ...POINT, name: "Naivasha stage", fee: 50 }];
    const saved = await owner.request.post("/api/staff/pick-up-points", {
      ...about,
      data: { points, version },
    });
    expect(saved.status(), await saved.text()).toBe(200);

    const page = await openPage(browser);
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
    for (const label of ["First name", "Last name"] as const)
      await page.getByLabel(label).fill(ADDRESS[label]);
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
    await expect(page).toHaveURL(/\/orders/);
    await expect(page.getByText(total).first()).toBeVisible();
  },
);
