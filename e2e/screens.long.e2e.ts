import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { actOn, buy, type PlacedOrders, word, writeGoods, writeSettings } from "./long-words.ts";
import { openOwnShop, openPhone } from "./own-shop.ts";
import { MAILBOX, signIn } from "./people.ts";
import { violations } from "./sound.ts";
import { acceptWelcome } from "./staff.ts";

// every screen of storefront and back office, where each field that people fill in has a word of 100 letters, or of as many
// as it takes; in one walk, as a walk takes minutes

test.describe.configure({ mode: "default" });

const WIDTHS = [360, 768, 1440];

/** What was found on the walk, by screen and width. */
const wide: string[] = [];
const unsound: string[] = [];

test.beforeAll(async ({ browser }) => {
  test.setTimeout(900_000);
  const shop = await openOwnShop();
  try {
    const owner = await openPhone(browser, shop);
    await walk(owner, ["/staff/sign-in", "/staff/welcome"]);
    await acceptWelcome(owner, shop.welcome);
    const { product } = await writeGoods(owner.request);
    await writeSettings(owner.request);
    const bought = await buy(owner.request, product);
    await actOn(owner.request, { ...bought, product });
    const shopper = await openPhone(browser, shop);
    await signIn(shopper, bought.token);
    await walk(shopper, storefront(product, bought));
    await walk(owner, await counter(owner.request, { product, ...bought }));
    const visitor = await openPhone(browser, shop);
    await walk(visitor, [
      "/login",
      "/cart",
      "/forgot-password",
      "/reset-password?token=x",
      "/verify-email?token=x",
    ]);
  } finally {
    await shop.close();
  }
});

test("A word of 100 letters widens no page", () => {
  expect(wide).toEqual([]);
});

test("every screen has a title, one h1 and no violation of axe, and at the counter targets of 44 pixels", () => {
  expect(unsound).toEqual([]);
});

function storefront(product: string, { track }: PlacedOrders): string[] {
  return [
    "/",
    `/collection?search=${word()}`,
    "/collection",
    `/product/${product}`,
    "/cart",
    "/place-order",
    "/orders",
    "/profile",
    "/contact",
    "/about",
    `/policies/${word(40)}`,
    `/episodes/${word(60)}`,
    track,
    `/${word()}`,
    MAILBOX,
  ];
}

async function counter(
  request: APIRequestContext,
  { product, orderId, second, payment }: PlacedOrders & { product: string },
): Promise<string[]> {
  const { rows } = await (await request.get("/api/staff/coupons")).json();
  return [
    "",
    "/codes",
    "/orders",
    `/orders?q=${word()}`,
    `/orders/${orderId}`,
    `/orders/${second}`,
    "/payments?which=all",
    `/payments/${payment}`,
    "/goods",
    `/goods/${product}`,
    "/goods/new",
    "/goods/import",
    "/coupons",
    `/coupons/${rows[0]._id}`,
    "/reviews?state=shown",
    "/episodes",
    "/settings",
    ...["shop", "banner", "payments", "delivery", "alerts", "podcast", "policies"].map(
      (name) => `/settings/${name}`,
    ),
    "/people",
    "/devices",
    "/audit",
  ].map((path) => `/staff${path}`);
}

/** Opens these screens one after the other, with all that can be opened on them. */
async function walk(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(path, { waitUntil: "networkidle" });
    await page.evaluate(() => {
      for (const closed of document.querySelectorAll("main details"))
        (closed as HTMLDetailsElement).open = true;
    });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const at = `${path.slice(0, 60)} at ${width}: `;
      const out = await page.evaluate(standingOut);
      if (out) wide.push(at + out);
      // between the two layouts only the room changes, and looking takes a second
      if (width !== 768) unsound.push(...(await unsoundOn(page)).map((what) => at + what));
    }
    await page.mouse.move(0, 0);
  }
}

async function unsoundOn(page: Page): Promise<string[]> {
  const headings = await page.getByRole("heading", { level: 1 }).count();
  const small = page.url().includes("/staff") ? await page.evaluate(smallTargets) : [];
  // the previews of all policies stand open here
  const broken = (await violations(page)).filter((rule) => !rule.startsWith("landmark-unique: "));
  return [
    ...broken,
    ...(headings === 1 ? [] : [`${headings} headings of the first level`]),
    ...(/Sauti|Mailbox/.test(await page.title()) ? [] : ["a title without the shop"]),
    ...((page.viewportSize()?.width ?? 0) < 768 ? small : []),
  ];
}

/** What a finger must hit and may miss: less than 44 pixels high. Runs in the page. */
function smallTargets(): string[] {
  const targets = document.querySelectorAll(
    "a, button, summary, select, input, label:has([type=checkbox], [type=radio])",
  );
  return [...targets].flatMap((target) => {
    const isBox = target.matches("[type=checkbox], [type=radio], .skip");
    const { height } = target.getBoundingClientRect();
    if (isBox || !target.checkVisibility() || height === 0 || height >= 44) return [];
    return `${target.outerHTML.slice(0, 100)} is ${height} high`;
  });
}

/** Runs in the page. */
function standingOut(): string | undefined {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return undefined;
  const widest = [...document.querySelectorAll("body *")]
    .filter((each) => each.getBoundingClientRect().right > clientWidth + 0.5 && !each.closest(".rail"))
    .slice(-3)
    .map((each) => each.outerHTML.slice(0, 120));
  return `${scrollWidth - clientWidth} too wide: ${widest.join(" | ")}`;
}
