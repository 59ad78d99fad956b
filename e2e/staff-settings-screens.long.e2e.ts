import { readFile } from "node:fs/promises";
import { type APIRequestContext, type Browser, expect, type Page, test } from "@playwright/test";
import { addForAccount, plentiful } from "./goods.ts";
import { goToTill } from "./onward.ts";
import { openOwnShop, openPhone } from "./own-shop.ts";
import { freshCode, haveAddress, signIn, signInToOrder, signUp } from "./people.ts";
import { expectSound } from "./sound.ts";
import { acceptWelcome, expectSoundScreen, lookAtScreen, postAsStaff } from "./staff.ts";
import { placeOrder } from "./staff-order.ts";

// screens of settings, in each state that a journey leads to, at three widths; and what of them shoppers see

test.setTimeout(600_000);
// a shop of their own: all others would go by what they change
let shop: Awaited<ReturnType<typeof openOwnShop>>;
let owner: Page;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  shop = await openOwnShop();
  owner = await openPhone(browser, shop);
  await acceptWelcome(owner, shop.welcome);
});
test.afterAll(() => shop.close());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const saved = () => expect(owner.getByText("Saved. The shop says it now.")).toBeVisible();

test("settings, policies, delivery and orders that are fetched are sound", async ({ browser }) => {
  await lookAtBanner(browser);
  await lookAtPolicies(browser);
  await lookAtDelivery(browser);
});

async function lookAtBanner(browser: Browser): Promise<void> {
  await lookAtScreen(owner, "/settings", "settings-all");
  for (const name of ["shop", "payments", "delivery", "alerts"])
    await lookAtScreen(owner, `/settings/${name}`, `settings-${name}`);
  await owner.goto("/staff/settings/banner");
  await field(owner, "Sentence of the offer").fill("");
  await button(owner, "Save").click();
  await expect(owner.getByText("Enter a sentence.")).toBeVisible();
  await expectSoundScreen(owner, "settings-refused");
  await field(owner, "Sentence of the offer").fill("This week alone.");
  await button(owner, "Save").click();
  await saved();
  await expectSoundScreen(owner, "settings");

  const group = owner.getByRole("group", { name: "Picture of the banner" });
  const chooser = owner.waitForEvent("filechooser");
  await group.getByRole("button", { name: "Choose a picture" }).click();
  const buffer = await readFile("seed/pictures/asubuhi-blouse-styled-79af5548/720.jpg");
  await (await chooser).setFiles({ name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer });
  await expect(group.getByText("IMG_0001.jpg is added.")).toBeVisible();
  await button(owner, "Save").click();
  await expect(group.getByText("Say what the picture shows.")).toBeVisible();
  await expectSoundScreen(owner, "settings-picture-refused");
  await group.getByLabel("Alt text", { exact: true }).fill("Two friends in red hoodies");
  await button(owner, "Save").click();
  await saved();
  await expectSoundScreen(owner, "settings-picture");

  const shopper = await openPhone(browser, shop);
  await expect(async () => {
    await shopper.goto("/");
    await expect(shopper.getByRole("img", { name: "Two friends in red hoodies" })).toBeVisible({
      timeout: 100,
    });
  }).toPass();
  await lookAtPage(shopper, "home-picture");
}

async function lookAtPolicies(browser: Browser): Promise<void> {
  await lookAtScreen(owner, "/settings/policies", "policies");
  await button(owner, "Add a page").click();
  const page = owner
    .getByRole("listitem")
    .filter({ has: owner.locator("summary", { hasText: /^(A new page|Gift cards)$/ }) });
  await button(owner, "Save").click();
  await expect(owner.getByText("Enter a title.")).toBeVisible();
  await expectSoundScreen(owner, "policies-refused");
  await page.getByLabel("Title", { exact: true }).fill("Gift cards");
  await page
    .getByLabel("Text", { exact: true })
    .fill("# How\n\n**Ask** at {phone}. <b>Now</b>\n\n| For | Ksh |\n| - | - |\n| One | 500 |");
  const preview = owner.getByRole("region", { name: "How shoppers see it" });
  await expect(preview.getByRole("heading", { name: "How", exact: true })).toBeVisible();
  await expectSoundScreen(owner, "policies-preview");
  await button(owner, "Save").click();
  await saved();
  await expectSoundScreen(owner, "policies-saved");

  const shopper = await openPhone(browser, shop);
  await expect(async () => {
    expect((await shopper.goto("/policies/gift-cards"))?.status()).toBe(200);
  }).toPass();
  await lookAtPage(shopper, "policy");

  await owner.reload();
  await page.getByText("Gift cards", { exact: true }).click();
  await page.getByLabel("Text", { exact: true }).fill("Ours.");
  const { setting } = await read(owner.request, "settings/policies");
  const pages = setting.value.pages.map((each: object) => ({ ...each, text: "Theirs." }));
  await postAsStaff(owner.request, "/settings/policies", { value: { pages }, version: setting.version });
  await button(owner, "Save").click();
  const alert = owner
    .getByRole("alert")
    .filter({ hasText: "Not saved: somebody has changed this meanwhile." });
  await alert.getByText("Gift cards: how it reads now").click();
  await expect(alert).toContainText("Theirs.");
  await expectSoundScreen(owner, "policies-meanwhile");
  await button(owner, "Save").click();
  await saved();
}

async function lookAtDelivery(browser: Browser): Promise<void> {
  const days = { from: 3, to: 5 };
  const fees = { fee: 1, freeOver: null, days };
  await lookAtScreen(owner, "/settings/delivery", "settings-delivery");
  const areas = owner.getByRole("group", { name: "Counties and towns of their own" });
  await areas.getByRole("button", { name: "Add a county or town" }).click();
  await areas.getByLabel("County").selectOption("Mombasa");
  await areas.getByLabel("Days there").fill("4 to 2");
  await button(owner, "Save").click();
  await expect(areas.getByText("The first number of days is above the second.")).toBeVisible();
  await expectSoundScreen(owner, "settings-delivery-refused");
  await save("delivery", { delivery: { ...fees, areas: [{ county: "Mombasa", fee: 275, from: 2, to: 4 }] } });
  await lookAtScreen(owner, "/settings/delivery", "settings-delivery-changed");

  const address = { street: "Langata Road 1", city: "Nairobi", state: "Nairobi", zipCode: "00509" };
  const point = { name: "Naivasha stage", address, hours: "Mon to Fri, 9 to 17", fee: 1 };
  await save("pick-up-points", { points: [point, { ...point, name: "Langata Road" }] });
  const shopper = await openPhone(browser, shop);
  const { id, token } = await placeOrder(shopper.request, 3, { delivery: point.name });
  await signIn(shopper, token);
  await shopper.goto(`/orders?placed=${id}`);
  await expect(shopper.getByText(/We expect it at Naivasha stage between/).first()).toBeVisible();
  await lookAtPage(shopper, "orders-pick-up");

  await owner.goto(`/staff/orders/${id}`);
  const person = owner.getByRole("group").filter({ hasText: "Change who picks it up" });
  await person.getByText("Change who picks it up").click();
  await person.getByLabel("First name").fill("Njeri");
  await expectSoundScreen(owner, "order-pick-up-person");
  const showOrder = async () => (await read(owner.request, `orders/${id}`)).order;
  await postAsStaff(owner.request, `/codes/${(await showOrder()).payments[0]._id}/confirm`, {});
  for (const to of ["Packing", "Shipped"])
    await postAsStaff(owner.request, `/orders/${id}/step`, { to, version: (await showOrder()).version });
  await lookAtScreen(owner, `/orders/${id}`, "order-pick-up");
  await expect(owner.getByText("Packing → Ready for pick-up")).toBeVisible();
  await owner.goto("/staff/orders");
  await owner.getByLabel(`Pick order ${id.slice(-8)}`).check();
  await expectSoundScreen(owner, "orders-pick-up-picked");
  await shopper.reload();
  await expect(shopper.getByText("Ready for pick-up").first()).toBeVisible();
  await lookAtPage(shopper, "orders-ready");

  const buyer = await openPhone(browser, shop);
  const account = await signUp(buyer.request);
  await addForAccount(buyer.request, account.token, await plentiful(buyer.request, 4));
  await signInToOrder(buyer, account.token);
  await buyer.goto("/place-order");
  await haveAddress(buyer);
  await goToTill(buyer);
  await save("delivery", { delivery: { ...fees, fee: 400, areas: [] } });
  await buyer.getByLabel("M-Pesa transaction code").fill(freshCode());
  await buyer.getByRole("button", { name: "PLACE ORDER" }).click();
  await expect(buyer.getByText(/Delivery is now Ksh 400; it was Ksh 1\./)).toBeVisible();
  await lookAtPage(buyer, "till-new-fee");
}

async function read(request: APIRequestContext, path: string) {
  return (await request.get(`/api/staff/${path}`, { headers: { "x-staff": "1" } })).json();
}

/** Saves a part of the setting "delivery". */
async function save(part: "delivery" | "pick-up-points", value: object): Promise<void> {
  const { version } = await read(owner.request, part);
  await postAsStaff(owner.request, `/${part}`, { ...value, version });
}

/** Looks at what a shopper sees at each width, with a picture of it where pictures are asked for. */
async function lookAtPage(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectSound(page);
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 360, height: 800 });
}
