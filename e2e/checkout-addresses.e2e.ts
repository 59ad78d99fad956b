import { type APIRequestContext, expect, test } from "@playwright/test";
import { addForAccount, plentiful } from "./goods.ts";
import { goToTill } from "./onward.ts";
import { freshCode, signIn, signUp } from "./people.ts";
import { expectSound } from "./sound.ts";

/** An order of this account, paid by a code, to this street. */
async function orderTo(request: APIRequestContext, token: string, street: string): Promise<void> {
  const { product, size } = await plentiful(request, 21);
  const address = { ...WHO, street, city: "Kisumu", state: "Kisumu", zipCode: "40100", country: "Kenya" };
  const items = [{ _id: product._id, size, quantity: 1 }];
  const data = { address, items, amount: product.price + 1, mpesaCode: freshCode(), paymentMethod: "cod" };
  const answer = await request.post("/api/order/placeOrder", {
    headers: { token },
    data: { ...data, again: true },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

const WHO = { firstName: "Wanjiku", lastName: "Otieno", email: "wanjiku@example.com", phone: "0712345678" };

test("the last order's address is offered: ordered with, changed, swapped for another, removed", async ({
  page,
}) => {
  const { token } = await signUp(page.request);
  await orderTo(page.request, token, "12 Langata Road");
  await orderTo(page.request, token, "7 Moi Avenue");
  await addForAccount(page.request, token, await plentiful(page.request, 22));
  await signIn(page, token);
  await page.goto("/cart");
  await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).click();
  const where = page.getByRole("region", { name: "Delivery information" });
  await expect(where).toContainText("7 Moi Avenue");
  await expect(where).toContainText("0712 345 678");
  await expect(where).toContainText("Delivery to Kisumu: Ksh 1, 3 to 5 days.");
  await expectSound(page);

  await where.getByRole("button", { name: "Use another" }).click();
  await expect(page.getByRole("heading", { name: "Delivery information" })).toBeFocused();
  await expect(page.getByRole("button", { name: /^Continue to/ })).toBeDisabled();
  await expectSound(page);
  await where
    .getByRole("listitem")
    .filter({ hasText: "12 Langata Road" })
    .getByRole("button", { name: "Deliver here" })
    .click();
  await expect(where).toContainText("12 Langata Road");
  // it stays chosen through a reload
  await page.reload();
  await expect(where.getByRole("button", { name: "Change" })).toBeVisible();
  await expect(where).toContainText("12 Langata Road");

  await where.getByRole("button", { name: "Use another" }).click();
  await where.getByRole("button", { name: "Remove 7 Moi Avenue" }).click();
  await expect(where.getByText("Address removed.")).toBeVisible();
  await expect(where.getByRole("listitem")).toHaveCount(1);
  await where.getByRole("button", { name: "New address" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Wanjiku");
  await expect(page.getByLabel("Street")).toHaveValue("");
  await page.getByLabel("Street").fill("3 Kenyatta Avenue");
  await page.getByLabel("Town or city").fill("Nakuru");
  await goToTill(page);
});

test("without an address, name and e-mail come from the account; what is typed stays", async ({ page }) => {
  const { email, token } = await signUp(page.request);
  await addForAccount(page.request, token, await plentiful(page.request, 22));
  await signIn(page, token);
  await page.goto("/place-order");
  await expect(page.getByLabel("First name")).toHaveValue("Wanjiku");
  await expect(page.getByLabel("Last name")).toHaveValue("Otieno");
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await page.getByLabel("First name").fill("Achieng");
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue("Achieng");
});

test("opened anew with an address kept and late scripts, nothing flashes and nothing jumps", async ({
  page,
}) => {
  const { token } = await signUp(page.request);
  await orderTo(
    page.request,
    token,
    "12 Langata Road, Uhuru Gardens Estate, house 7, behind the petrol station",
  );
  await addForAccount(page.request, token, await plentiful(page.request, 22));
  await signIn(page, token);
  await page.goto("/place-order");
  const change = page.getByRole("button", { name: "Change" });
  await expect(change).toBeVisible();
  await expect(page.getByLabel("Loading your order")).toHaveCount(0);

  // a font that comes late is another matter
  await page.route("**/*.woff2", (route) => route.abort());
  await page.addInitScript(watchShifts);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByLabel("Loading your address")).toBeVisible();
  await expect(page.getByLabel("Street")).toBeHidden();
  await expect(page.getByRole("button", { name: "Order as a guest" })).toBeHidden();
  release();
  await expect(change).toBeVisible();
  await expect(page.getByRole("button", { name: /^Continue to/ })).toBeEnabled();
  await expect(page.getByRole("button", { name: "Order as a guest" })).toHaveCount(0);
  await expect(page.getByLabel("Loading your order")).toHaveCount(0);
  // two frames later every shift so far is told
  expect(await page.evaluate(shiftsSoFar)).toEqual([]);
});

declare global {
  var shifts: string[];
}

/** Notes what moves on its own, and where to. */
function watchShifts(): void {
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { sources = [] } = entry as unknown as { sources?: LayoutShiftSource[] };
      for (const { node, previousRect, currentRect } of sources)
        globalThis.shifts.push(
          `${(node as Element | null)?.nodeName} ${node?.textContent?.slice(0, 40)}: ${previousRect.top} to ${currentRect.top}`,
        );
    }
  }).observe({ type: "layout-shift", buffered: true });
}

type LayoutShiftSource = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };

async function shiftsSoFar(): Promise<string[]> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  return globalThis.shifts;
}

test("all addresses removed, name, e-mail and phone still come from the account and its last order", async ({
  page,
}) => {
  const { email, token } = await signUp(page.request);
  await orderTo(page.request, token, "12 Langata Road");
  await addForAccount(page.request, token, await plentiful(page.request, 22));
  await signIn(page, token);
  await page.goto("/place-order");
  const where = page.getByRole("region", { name: "Delivery information" });
  await where.getByRole("button", { name: "Use another" }).click();
  await where.getByRole("button", { name: "Remove 12 Langata Road" }).click();
  await expect(page.getByLabel("Street")).toHaveValue("");
  // another visit, on a device that kept nothing
  await page.evaluate(() => localStorage.removeItem("checkout-draft"));
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue("Wanjiku");
  await expect(page.getByLabel("Last name")).toHaveValue("Otieno");
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await expect(page.getByRole("textbox", { name: "Phone" })).toHaveValue("0712 345 678");
  await expect(page.getByLabel("Street")).toHaveValue("");
});
