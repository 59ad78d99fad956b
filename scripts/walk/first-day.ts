import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { appCode, STAFF_PASSWORD } from "../../e2e/staff.ts";
import { type Machine, openMachine } from "./another-shop.ts";
import { picture, startCounting, step, tap, type, typed, writeCounted } from "./counted-day.ts";
import { addByHand, announceDrop, importGoods, photographGoods } from "./first-goods.ts";

// The first day of somebody who makes this another podcast's shop: docs/first-day.md tells it, and this walks it on a phone,
// pictures its steps and counts what they cost.

const HOUR = 3_600;

/** The shop that it becomes: words and colours. */
const FACTS = {
  'name: "Sauti"': 'name: "Mawimbi"',
  'tagline: "Wear what you listen to"': 'tagline: "From the lake to your ears"',
  'name: "Sauti ya Mtaa"': 'name: "Mawimbi ya Ziwa"',
  'signal: "#cf2c14"': 'signal: "#0a6c86"',
  'signalDeep: "#981a06"': 'signalDeep: "#084a5c"',
  'signalPale: "#fde6df"': 'signalPale: "#dff1f5"',
};
const SETTINGS = { STAFF_SECRET: "a secret of the first day, 32 characters", LOG_LEVEL: "warn" };

let machine: Machine;
let other: Machine;

test.setTimeout(20 * 60_000);
test.use({ viewport: { width: 360, height: 740 } });

test.beforeAll(startCounting);

test.afterAll(async () => {
  await machine?.remove();
  await other?.remove();
});

test("another podcast's shop, from the sources to a backup on another machine", async ({ browser }) => {
  await step("Another name, other colours", async () => {
    machine = await openMachine({ like: process.cwd(), settings: SETTINGS });
    machine.changeFacts(FACTS);
    typed(Object.values(FACTS).join("").length);
    machine.npm("ci");
    await machine.start();
  });
  const context = await browser.newContext({
    ...{ baseURL: machine.url, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    ...{ locale: "en-KE", reducedMotion: "reduce" },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await signUpOwner(page);
  await sayWhoYouAre(page);
  await importGoods(page);
  await photographGoods(page);
  await addByHand(page);
  await setDelivery(page);
  await writePolicies(page);
  await addCoupon(page);
  await announceDrop(page);
  await takeAnOrder(page);
  await moveToAnotherMachine(page);
  expect(await writeCounted()).toBeLessThan(HOUR);
});

async function signUpOwner(page: Page): Promise<void> {
  await step("Your way in", async () => {
    const who = ["--name", "Achieng Odhiambo", "--email", "achieng@mawimbi.example", "--role", "owner"];
    const [link = ""] = /http\S+/.exec(machine.npm("run", "staff:create", "--", ...who)) ?? [];
    typed(who.join(" ").length);
    await page.goto(link);
    await type(page.getByLabel("Password", { exact: true }), STAFF_PASSWORD);
    await tap(page.getByRole("button", { name: "Continue" }));
    const key = (await page.locator(".setup-key code").innerText()).replaceAll(" ", "");
    await picture(page, "welcome");
    await type(page.getByLabel("Code", { exact: true }), appCode(key));
    await tap(page.getByRole("button", { name: "Continue" }));
    await expect(page.getByRole("heading", { name: "3. Keep your recovery codes" })).toBeVisible();
    await tap(page.getByRole("link", { name: "I have kept them" }));
    await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
    await picture(page, "today");
  });
}

async function sayWhoYouAre(page: Page): Promise<void> {
  await step("Phone, address and till", async () => {
    await openSetting(page, "Shop");
    await type(page.getByLabel("Phone", { exact: true }), "+254 711 222 333");
    await type(page.getByLabel("Email", { exact: true }), "duka@mawimbi.example");
    await type(page.getByLabel("Street", { exact: true }), "Oginga Odinga Street");
    await type(page.getByLabel("Part of town", { exact: true }), "Milimani");
    await type(page.getByLabel("Town or city", { exact: true }), "Kisumu");
    await picture(page, "shop");
    await save(page);
    await openSetting(page, "Payments");
    await type(page.getByLabel("Till number", { exact: true }), "5123456");
    await save(page);
    await openSetting(page, "Banner");
    await type(page.getByLabel("Headline", { exact: true }), "NEW FROM THE LAKE");
    await save(page);
  });
}

async function setDelivery(page: Page): Promise<void> {
  await step("What delivery costs", async () => {
    await openSetting(page, "Delivery");
    await type(page.getByLabel("Delivery fee", { exact: true }), "350");
    await type(page.getByLabel("Free over", { exact: true }), "5000");
    const areas = page.getByRole("group", { name: "Counties and towns of their own" });
    await tap(areas.getByRole("button", { name: "Add a county or town" }));
    await areas.getByLabel("County").selectOption("Kisumu");
    await type(areas.getByLabel("Fee there"), "150");
    await type(areas.getByLabel("Days there"), "1 to 2");
    await tap(areas.getByRole("button", { name: "Done" }));
    await picture(page, "delivery");
    await save(page);
  });
}

async function writePolicies(page: Page): Promise<void> {
  await step("What you promise", async () => {
    await openSetting(page, "Policies");
    const returns = page
      .getByRole("listitem")
      .filter({ has: page.locator("summary", { hasText: /^Returns/ }) });
    await tap(returns.locator("summary"));
    await picture(page, "policies");
    const text = returns.getByLabel("Text", { exact: true });
    await tap(text);
    await text.press("Control+End");
    const added = "\n\nYou can also bring things back to us in Kisumu.";
    await text.pressSequentially(added);
    typed(added.length);
    await save(page);
  });
}

async function addCoupon(page: Page): Promise<void> {
  await step("A coupon for listeners", async () => {
    await page.goto("/staff/coupons");
    await tap(page.getByRole("button", { name: "Add a coupon" }));
    await type(page.getByLabel("Code", { exact: true }), COUPON);
    await type(page.getByLabel("How much", { exact: true }), "10");
    await type(page.getByLabel("Uses in all", { exact: true }), "50");
    await type(page.getByLabel("Source", { exact: true }), "heard in episode 1");
    await picture(page, "coupon");
    await tap(page.getByRole("button", { name: "Save", exact: true }));
    await expect(page.getByRole("heading", { level: 1, name: COUPON })).toBeVisible();
  });
}

const COUPON = "MAWIMBI10";

/** What all of it is for: a guest's order, with the coupon. */
async function takeAnOrder(page: Page): Promise<void> {
  await step("The first order", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await picture(page, "home");
    await page.goto("/collection");
    await tap(
      page
        .getByRole("main")
        .getByRole("link", { name: /Ziwa Tee/ })
        .first(),
    );
    await tap(page.getByRole("radio", { name: "M", exact: true }));
    await picture(page, "shown");
    await tap(page.getByRole("button", { name: "Buy now" }));
    await type(page.getByLabel("First name"), "Otieno");
    await type(page.getByLabel("Last name"), "Okello");
    await type(page.getByLabel("Email address"), "otieno@example.com");
    await type(page.getByRole("textbox", { name: "Phone" }), "0722123456");
    await type(page.getByLabel("Street, building, landmark"), "Jomo Kenyatta Highway 12");
    await type(page.getByLabel("Town or city"), "Kisumu");
    await tap(page.getByRole("button", { name: "Have a code?" }));
    await type(page.getByLabel("Code", { exact: true }), COUPON);
    await tap(page.getByRole("button", { name: "Apply", exact: true }));
    await expect(page.getByText("Total Ksh 1,500")).toBeVisible();
    await picture(page, "checkout");
    await tap(page.getByRole("button", { name: /^Continue to / }));
    await expect(page.getByText("5123456").first()).toBeVisible();
    await type(page.getByLabel("M-Pesa transaction code"), "SKJ4XYZ9PQ");
    await tap(page.getByRole("button", { name: "PLACE ORDER" }));
    await expect(page).toHaveURL(/\/orders/);
    await page.goto("/staff/orders");
    await expect(page.getByRole("main").getByText("Otieno Okello").first()).toBeVisible();
    await picture(page, "orders");
  });
}

async function moveToAnotherMachine(page: Page): Promise<void> {
  await step("A backup, and another machine", async () => {
    const backup = join(machine.folder, "first-day");
    machine.npm("run", "backup", "--", backup);
    other = await openMachine({ like: machine.folder, settings: SETTINGS });
    other.npm("ci");
    other.npm("run", "restore", "--", backup);
    await machine.close();
    await other.start();
    typed("npm run backup npm run restore -- first-day".length);
    await page.goto(`${other.url}/collection`);
    await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "Ksh" })).toHaveCount(3);
    const shown = page.getByRole("main").getByRole("img").first();
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(page.getByRole("contentinfo")).toContainText("+254 711 222 333");
    await picture(page, "restored");
  });
}

async function save(page: Page): Promise<void> {
  await tap(page.getByRole("button", { name: "Save", exact: true }));
  await expect(page.getByText("Saved. The shop says it now.")).toBeVisible();
}

async function openSetting(page: Page, title: string): Promise<void> {
  await page.goto("/staff/settings");
  await tap(page.getByRole("main").getByRole("link", { name: title, exact: true }).first());
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();
}
