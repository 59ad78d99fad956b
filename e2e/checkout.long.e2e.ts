import { expect, type Page, test } from "@playwright/test";
import { addForAccount, plentiful } from "./goods.ts";
import { hold } from "./held.ts";
import { onward } from "./onward.ts";
import { freshCode, signIn, signUp } from "./people.ts";
import { LAPTOP } from "./sizes.ts";

/** An address of several lines. */
const ADDRESS = {
  firstName: "Wanjiku",
  lastName: "Otieno",
  email: "wanjiku@example.com",
  phone: "0712345678",
  street: "12 Langata Road, Uhuru Gardens Estate, house 7, behind the petrol station",
  city: "Kisumu",
  state: "Kisumu",
  zipCode: "40100",
  country: "Kenya",
};

test("checkout opened anew with an address kept, three lines and late scripts: nothing flashes and nothing jumps", async ({
  page,
}) => {
  const { token } = await signUp(page.request);
  const { product, size } = await plentiful(page.request, 21);
  const items = [{ _id: product._id, size, quantity: 1 }];
  const order = { address: ADDRESS, items, amount: product.price + 1, paymentMethod: "cod" };
  const answer = await page.request.post("/api/order/placeOrder", {
    headers: { token },
    data: { ...order, mpesaCode: freshCode() },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  for (const n of [0, 1, 2]) await addForAccount(page.request, token, await plentiful(page.request, n));
  await signIn(page, token);
  // a font that comes late is another matter
  await page.route("**/*.woff2", (route) => route.abort());
  await page.addInitScript(watchShifts);
  const change = page.getByRole("button", { name: "Change" });
  const loading = page.getByLabel("Loading your order");
  for (const viewport of [page.viewportSize() ?? LAPTOP.viewport, LAPTOP.viewport])
    await test.step(`${viewport.width} wide`, async () => {
      await page.setViewportSize(viewport);
      // from here on this browser knows how much room address and lines take
      await page.goto("/place-order");
      await expect(change).toBeVisible();
      await expect(loading).toHaveCount(0);

      const release = await hold(page, "**/assets/*.js");
      await page.reload({ waitUntil: "commit" });
      await expect(page.getByLabel("Loading your address")).toBeVisible();
      await expect(loading).toBeVisible();
      await expect(page.getByLabel("Street")).toBeHidden();
      await expect(page.getByRole("button", { name: "Order as a guest" })).toBeHidden();
      const before = await totalAt(page);
      release();
      await expect(change).toBeVisible();
      await expect(onward(page)).toBeEnabled();
      await expect(page.getByRole("button", { name: "Order as a guest" })).toHaveCount(0);
      await expect(loading).toHaveCount(0);
      expect(Math.abs((await totalAt(page)) - before)).toBeLessThan(2);
      // two frames later every shift so far is told; on a laptop what is below the total is in view, and moves
      if (viewport !== LAPTOP.viewport) expect(await page.evaluate(shiftsSoFar)).toEqual([]);
      await page.unroute("**/assets/*.js");
    });
});

/** How far from the page's beginning the total stands, in px. */
function totalAt(page: Page): Promise<number> {
  const row = page.locator(".totals > div:last-child");
  return row.evaluate((total) => total.getBoundingClientRect().top + scrollY);
}

declare global {
  var shifts: string[];
}

type LayoutShiftSource = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };

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

async function shiftsSoFar(): Promise<string[]> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  return globalThis.shifts;
}
