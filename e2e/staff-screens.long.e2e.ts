import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { plentiful } from "./goods.ts";
import { freshCode } from "./people.ts";
import {
  appCode,
  expectSoundScreen,
  fillSignIn,
  inviteStaff,
  lookAtScreen,
  postAsStaff,
  readSetupKey,
  STAFF_PASSWORD,
  signInAsStaff,
} from "./staff.ts";
import { payByCard, placeOrder } from "./staff-order.ts";

// each screen of the back office, in each state that a journey leads to, at three widths; goods and settings are looked at
// in staff-goods-screens.long.e2e.ts and staff-settings-screens.long.e2e.ts

test.setTimeout(600_000);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

test("welcome, sign-in, Today, people, devices and the audit log are sound", async ({ page }) => {
  await lookAtSignIn(page);
  await signInAsStaff(page, "owner");
  await lookAtPeople(page);
});

test("orders, codes and payments are sound", async ({ page }) => {
  await signInAsStaff(page, "owner");
  await lookAtOrders(page);
  await lookAtPayments(page);
});

async function lookAtSignIn(page: Page): Promise<void> {
  await page.goto("/staff/welcome");
  await expect(page.getByRole("alert")).toContainText("This link is incomplete");
  await expectSoundScreen(page, "welcome-no-token");
  await page.goto("/staff/welcome?token=used");
  await field(page, "Password").fill(STAFF_PASSWORD);
  await button(page, "Continue").click();
  await expect(page.getByRole("alert")).not.toBeEmpty();

  const { email, link } = await inviteStaff("owner");
  await page.goto(link);
  await field(page, "Password").fill("short");
  await button(page, "Continue").click();
  await expect(page.getByText("A password has at least 8 characters.")).toBeVisible();
  await expectSoundScreen(page, "welcome-password");
  await field(page, "Password").fill(STAFF_PASSWORD);
  await button(page, "Continue").click();
  const setupKey = await readSetupKey(page);
  await field(page, "Code").fill("000000");
  await button(page, "Continue").click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectSoundScreen(page, "welcome-app");
  await field(page, "Code").fill(appCode(setupKey));
  await button(page, "Continue").click();
  await expect(page.getByRole("listitem")).toHaveCount(10);
  await expectSoundScreen(page, "welcome-codes");

  await page.context().clearCookies();
  await page.goto("/staff/people");
  await expect(page).toHaveURL("/staff/sign-in?next=%2Fpeople");
  await expectSoundScreen(page, "sign-in");
  await fillSignIn(page, { email, code: "000000" });
  await expect(page.getByRole("alert")).toBeVisible();
  await expectSoundScreen(page, "second-factor");
  await field(page, "Code").fill(appCode(setupKey, 1));
  await button(page, "Continue").click();
  await expect(page.getByRole("heading", { level: 1, name: "People" })).toBeVisible();
  await field(page, "Name").fill("Wanjiku");
  await field(page, "Email").fill(`new-${email}`);
  await page.context().clearCookies();
  await button(page, "Add").click();
  await expect(page.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
  await expectSoundScreen(page, "signed-out");
}

async function lookAtPeople(page: Page): Promise<void> {
  await lookAtScreen(page, "", "screen");
  await page.getByText("More", { exact: true }).click();
  await expectSoundScreen(page, "more");
  await lookAtScreen(page, "/people", "screen-people");
  await lookAtScreen(page, "/devices", "screen-devices");
  await lookAtScreen(page, "/audit", "screen-audit");
  await lookAtScreen(page, "/audit?subject=nothing", "screen-audit-none");
  await lookAtScreen(page, "/nothing", "screen-nothing");
  await lookAtScreen(page, "/orders?q=nobody+has+this+name", "orders-none");
  await lookAtScreen(page, "/payments?which=messages", "payments-none");
  // older than any
  await lookAtScreen(page, "/reviews?state=hidden&after=0", "reviews-none");
  await expect(page.getByRole("heading", { name: "No review is hidden." })).toBeVisible();

  await page.goto("/staff/devices");
  await field(page, "Current password").fill(STAFF_PASSWORD);
  await field(page, "New password").fill("short");
  await button(page, "Change password").click();
  await expect(page.getByText("A password has at least 8 characters.")).toBeVisible();
  await expectSoundScreen(page, "devices-password");

  await page.goto("/staff/people", { waitUntil: "networkidle" });
  await field(page, "Name").fill("Wanjiku");
  await page.context().setOffline(true);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  await button(page, "Add").click();
  await expect(page.getByRole("alert")).toContainText("Not saved");
  await expectSoundScreen(page, "offline");
}

async function lookAtOrders(page: Page): Promise<void> {
  const [first, second] = [await placeOrder(page.request, 3), await placeOrder(page.request, 4)];
  await lookAtScreen(page, "/orders", "orders");
  await page.getByLabel(`Pick order ${first.id.slice(-8)}`).check();
  await expectSoundScreen(page, "orders-picked");
  await lookAtScreen(page, "/orders?method=cod&from=2026-01-01", "orders-filters");
  await lookAtScreen(page, `/orders/${first.id}`, "order");
  await page.getByText("Change the address").click();
  await field(page, "Street").fill("7 Moi Avenue");
  await expectSoundScreen(page, "order-address");

  const { product: added, size } = await plentiful(page.request, 8);
  await page.getByText("Change the goods").click();
  await page.getByLabel("Pieces").fill("3");
  await page.getByLabel("Add a product").fill(added.name);
  await page.getByLabel("Add a product").press("Enter");
  await page.getByRole("button", { name: `Add ${added.name}` }).click();
  await button(page, "Preview").click();
  await expect(page.getByText(/^New total Ksh [\d,]+: Ksh [\d,]+ more than before/)).toBeVisible();
  await expectSoundScreen(page, "order-edit");
  const items = [{ _id: added._id, size, quantity: 2 }];
  await changeElsewhere(page.request, first.id, "edit", { items });
  await button(page, "Preview").click();
  await expect(page.getByRole("alert")).toContainText(/Total: Ksh [\d,]+ → Ksh [\d,]+/);
  await expectSoundScreen(page, "order-edit-late");

  await page.goto(`/staff/orders/${second.id}`);
  await field(page, "Reason").fill("A friend of the house");
  await changeElsewhere(page.request, second.id, "step", { to: "Packing", reason: "A friend of the house" });
  await button(page, "Mark as Packing").click();
  await expect(page.getByRole("alert")).toContainText("Amina Wambui");
  await expectSoundScreen(page, "order-late");
  await changeElsewhere(page.request, second.id, "step", {
    to: "Shipped",
    courier: "G4S",
    tracking: "KE 123",
  });
  await lookAtScreen(page, `/orders/${second.id}`, "order-shipped");
  await expect(button(page, "Undo")).toBeVisible();
  await changeElsewhere(page.request, first.id, "cancel", { reason: "The shopper called" });
  await lookAtScreen(page, `/orders/${first.id}`, "order-cancelled");
  await expect(page.locator(".order-state").getByText("Cancelled")).toBeVisible();
}

async function lookAtPayments(page: Page): Promise<void> {
  const [confirmed, accepted] = [await placeOrder(page.request, 5), await placeOrder(page.request, 6)];
  const card = await payByCard(page.request, 9);
  await lookAtScreen(page, "/codes", "codes");
  await expect(page.locator(".code-typed")).toBeVisible();
  await lookAtScreen(page, "/payments?which=all", "payments");

  const byCode = await paymentOf(page.request, confirmed.id);
  await postAsStaff(page.request, `/codes/${byCode}/confirm`, {});
  await lookAtScreen(page, `/payments/${byCode}`, "payment");
  const wish = { amount: 500, reason: "A button was missing" };
  const { refund } = await postAsStaff(page.request, `/payments/${byCode}/refund`, wish);
  await lookAtScreen(page, `/payments/${byCode}`, "payment-refund");
  await expect(page.getByText(/^Send Ksh 500/)).toBeVisible();
  const sent = { refund: refund._id, code: freshCode() };
  await postAsStaff(page.request, `/payments/${byCode}/refunded`, sent);
  await lookAtScreen(page, `/payments/${byCode}`, "payment-refunded");
  await expect(page.getByText(/^Ksh 500 done, by hand/)).toBeVisible();

  await lookAtScreen(page, `/payments/${await paymentOf(page.request, accepted.id)}`, "payment-waits");
  await field(page, "M-Pesa code").fill(freshCode());
  await field(page, "Reason").fill("It stands in the statement");
  await button(page, "Accept as paid").click();
  await expect(page.getByText("It is accepted as paid.")).toBeVisible();
  await expect(button(page, "Accept as paid")).toHaveCount(0);
  await expectSoundScreen(page, "payment-accepted");

  const byCard = await paymentOf(page.request, card.id);
  await page.goto(`/staff/payments/${byCard}`);
  await postAsStaff(page.request, `/payments/${byCard}/refund`, wish);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^Ksh 500 done/)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectSoundScreen(page, "payment-card-refund");
}

/** Changes an order as a colleague does, on another device. */
async function changeElsewhere(request: APIRequestContext, id: string, what: string, data: object) {
  const { order } = await (await request.get(`/api/staff/orders/${id}`)).json();
  await postAsStaff(request, `/orders/${id}/${what}`, { ...data, version: order.version });
}

/** The id of an order's payment. */
async function paymentOf(request: APIRequestContext, id: string): Promise<string> {
  const { order } = await (await request.get(`/api/staff/orders/${id}`)).json();
  return order.payments[0]._id;
}
