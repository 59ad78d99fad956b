import type { Page } from "@playwright/test";
import { addToCart } from "../../../e2e/goods.ts";
import { onward } from "../../../e2e/onward.ts";
import { fillAddress, signIn } from "../../../e2e/people.ts";
import { customer } from "../../../test/people.ts";
import type { PhoneStage } from "../phone.ts";
import type { Figure } from "../stage.ts";
import { openDevice, PHONE, type Seen, settle } from "./device.ts";
import { plentifulGoods } from "./goods.ts";

const BUDGET = 0.02;
const WIDTHS = [360, 768, 1440];

/** Pages that are the same for everybody; `:product` is filled in. */
const OPEN_PAGES = [
  "/",
  "/collection",
  "/collection?search=zzzz",
  "/product/:product",
  "/about",
  "/contact",
  "/login",
  "/forgot-password",
  "/verify-email?token=none",
  "/reset-password?token=none",
  "/nowhere",
  "/cart",
  "/place-order",
];
/** Pages of somebody who is signed in and has so many lines in the cart. */
const OWN_PAGES = ["/cart", "/place-order", "/profile", "/orders"];
const LINES = [1, 5];
const WAYS = { "/mpesa-verification": /Cash on order/, "/mpesa": /M-Pesa prompt/, "/flutterwave": /Card/ };

type State = Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;
type Shift = { page: string; cls: number; what: string };

/** Cumulative layout shift of every page on a first visit, scrolled to its end, and of each step of a journey inside the app. */
export async function watchShifts(phone: PhoneStage): Promise<Figure[]> {
  const [choice] = await plentifulGoods(phone.url, 1);
  const kept = new Map<number, State>();
  for (const count of LINES) kept.set(count, await fillCart(phone, count));
  const found: Shift[] = [];
  for (const width of WIDTHS) {
    for (const path of OPEN_PAGES)
      found.push(await openOnce(phone, width, path.replace(":product", choice?.product._id ?? ""), path));
    for (const [count, state] of kept)
      for (const path of OWN_PAGES)
        found.push(await openOnce(phone, width, path, `${path} with ${count} in the cart`, state));
    found.push(...(await walkInside(phone, width, kept.get(5))));
  }
  const worst = [...found].sort((one, other) => other.cls - one.cls);
  for (const { page, cls, what } of worst.filter(({ cls }) => cls > BUDGET))
    console.error(`  shifts by ${cls.toFixed(3)}: ${page}, ${what}`);
  return [
    {
      what: `pages whose layout shifts by more than ${BUDGET}, of ${found.length}`,
      got: worst.filter(({ cls }) => cls > BUDGET).length,
      budget: 0,
      unit: "",
    },
    {
      what: `most any page shifts (${worst[0]?.page})`,
      got: worst[0]?.cls ?? Number.NaN,
      budget: BUDGET,
      unit: "",
      peers:
        "cart: React Router as it comes, Next and a React SPA 0.20; Vendure 0.28, a MERN shop 0.21 and 0.63",
    },
  ];
}

/** What the browser of somebody keeps who has signed in and chosen so many products. */
async function fillCart({ browser, url, query }: PhoneStage, count: number): Promise<State> {
  const { page, close } = await openDevice(browser, { baseURL: url }, { slow: false });
  await signIn(page, (await customer({ query })).token);
  for (const { product, size } of await plentifulGoods(url, count))
    await addToCart(page, { product: { ...product, subCategory: "" }, size });
  await page.waitForLoadState("networkidle");
  const state = await page.context().storageState();
  await close();
  return state;
}

async function openOnce(
  { browser, url }: PhoneStage,
  width: number,
  path: string,
  name: string,
  state?: State,
): Promise<Shift> {
  const { page, close } = await openDevice(browser, {
    ...sizeOf(width),
    ...(state ? { storageState: state } : {}),
  });
  await page.goto(url + path);
  await settle(page);
  await scrollToEnd(page);
  const { shifts } = await settle(page);
  await close();
  return { page: `${name} at ${width}`, ...cumulated(shifts) };
}

/** Home to every way to pay by links and buttons, each step's own shifts. */
async function walkInside({ browser, url }: PhoneStage, width: number, state?: State): Promise<Shift[]> {
  const device = { baseURL: url, ...sizeOf(width), ...(state ? { storageState: state } : {}) };
  const { page, close } = await openDevice(browser, device);
  const found: Shift[] = [];
  let from = 0;
  let document = 0;
  const arrive = async (name: string) => {
    const { shifts } = await settle(page);
    const born = await page.evaluate(() => performance.timeOrigin);
    // a page that is a document of its own begins to count anew
    const since = born === document ? from : 0;
    found.push({ page: `${name} from inside at ${width}`, ...cumulated(shifts.slice(since)) });
    from = shifts.length;
    document = born;
  };
  await page.goto("/");
  await arrive("/");
  await page
    .getByRole("link", { name: /collection/i })
    .last()
    .tap();
  await page.waitForURL("**/collection*");
  await arrive("/collection");
  await page
    .getByRole("region", { name: "Products" })
    .getByRole("listitem")
    .first()
    .getByRole("link")
    .first()
    .tap();
  await page.waitForURL("**/product/*");
  await arrive("/product");
  await page.getByRole("link", { name: /^Cart,/ }).tap();
  await page.waitForURL("**/cart");
  await arrive("/cart");
  await page.getByRole("button", { name: "PROCEED TO CHECKOUT" }).tap();
  await page.waitForURL("**/place-order");
  await arrive("/place-order");
  await fillAddress(page);
  for (const [path, name] of Object.entries(WAYS)) {
    await page.getByRole("radio", { name }).tap();
    await onward(page).tap();
    await page.waitForURL(`**${path}`);
    await arrive(path);
    await page.goBack();
    await page.waitForURL("**/place-order");
    await onward(page).waitFor();
    await arrive(`/place-order back from ${path}`);
  }
  await page.getByRole("link", { name: /^Cart,/ }).tap();
  await page.waitForURL("**/cart");
  await arrive("/cart again");
  await close();
  return found;
}

function sizeOf(width: number) {
  if (width <= 412) return { ...PHONE, viewport: { width, height: 800 } };
  return {
    viewport: { width, height: width > 1000 ? 900 : 1024 },
    deviceScaleFactor: 1,
    isMobile: false,
    hasTouch: true,
  };
}

/** As a thumb does: what is loaded late on the way must not push. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight * 0.8) {
      window.scrollTo({ top: y, behavior: "instant" });
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  });
}

/** The largest sum of shifts that follow each other within a second, over five seconds at most. */
function cumulated(shifts: Seen["shifts"]): { cls: number; what: string } {
  let cls = 0;
  let sum = 0;
  let begun = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, value } of shifts) {
    if (at - last > 1_000 || at - begun > 5_000) {
      sum = 0;
      begun = at;
    }
    sum += value;
    last = at;
    cls = Math.max(cls, sum);
  }
  const [largest] = [...shifts].sort((one, other) => other.value - one.value);
  return { cls, what: largest?.what.slice(0, 3).join(", ") ?? "" };
}
