import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { openOwnShop, openPhone } from "./own-shop.ts";
import { freshCode, signIn, signUp } from "./people.ts";
import { acceptWelcome, postAsStaff } from "./staff.ts";

// a word of 100 letters, or of as many as a field takes, in every field that people fill in, on every screen

test.setTimeout(600_000);

const word = (letters = 100) => "m".repeat(letters);
const WIDTHS = [360, 768, 1440];

test("A word of 100 letters widens no page", async ({ browser }) => {
  const shop = await openOwnShop();
  try {
    const owner = await openPhone(browser, shop);
    await acceptWelcome(owner, shop.welcome);
    const { product } = await writeGoods(owner.request);
    await writeSettings(owner.request);
    const bought = await buy(owner.request, product);
    await actOn(owner.request, { ...bought, product });
    const shopper = await openPhone(browser, shop);
    await signIn(shopper, bought.token);
    expect([
      ...(await wideOn(shopper, storefront(product, bought))),
      ...(await wideOn(owner, await counter(owner.request, { product, ...bought }))),
    ]).toEqual([]);
  } finally {
    await shop.close();
  }
});

type Bought = {
  token: string;
  orderId: string;
  second: string;
  payment: string;
  track: string;
  email: string;
};

function storefront(product: string, { track }: Bought): string[] {
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
    "/login",
    `/${word()}`,
  ];
}

async function counter(
  request: APIRequestContext,
  { product, orderId, second, payment }: Bought & { product: string },
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

/** Pages that are wider than the window, with what stands out of it. */
async function wideOn(page: Page, paths: string[]): Promise<string[]> {
  const wide: string[] = [];
  for (const path of paths) {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(path, { waitUntil: "networkidle" });
    await page.evaluate(() => {
      for (const closed of document.querySelectorAll("main details"))
        (closed as HTMLDetailsElement).open = true;
    });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const out = await page.evaluate(standingOut);
      if (out) wide.push(`${path.slice(0, 60)} at ${width}: ${out}`);
    }
    await page.mouse.move(0, 0);
  }
  return wide;
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

async function writeGoods(request: APIRequestContext): Promise<{ product: string }> {
  const { products } = await (await request.get("/api/product/list")).json();
  const { product } = await postAsStaff(request, "/goods", {
    name: word(),
    description: `${word(300)}\n\n- ${word()}`,
    category: "Unisex",
    subCategory: "Topwear",
    price: 4_000,
    formerPrice: 1_000_000,
    sizes: [word(20), "n".repeat(20)],
    material: word(),
    fit: word(),
    sizeGuide: `Size, ${word(50)}, ${word(50)}\n${word(20)}, ${word(50)}, 88`,
    trending: true,
    bestseller: true,
  });
  const path = `/goods/${product._id}`;
  const order = products[0].image.slice(0, 2);
  await postAsStaff(request, `${path}/pictures`, { order, alts: [word(250), word(250)] });
  await postAsStaff(request, `${path}/show`, {});
  const size = word(20);
  await postAsStaff(request, `${path}/stock`, { size, delta: 10_000, reason: "received", note: word(200) });
  await tieEpisode(request, path);
  await postAsStaff(request, "/coupons", {
    code: word(30).toUpperCase(),
    kind: "fixed",
    value: 1_000_000,
    minimum: 1_000_000,
    source: word(80),
  });
  await postAsStaff(request, "/people", { name: word(), email: `${word(60)}@example.com`, role: "packer" });
  return { product: product._id };
}

async function tieEpisode(request: APIRequestContext, path: string): Promise<void> {
  const feed = createServer((_request, response) =>
    response.end(`<rss version="2.0"><channel><title>Mtaa</title><item><title>${word(200)}</title>
      <guid isPermaLink="false">${word()}</guid><link>https://mtaa.example/${word()}</link>
      <enclosure url="https://cdn.example/${word()}.mp3" type="audio/mpeg"/></item></channel></rss>`),
  );
  await new Promise<void>((resolve) => feed.listen(0, "127.0.0.1", resolve));
  const { port } = feed.address() as AddressInfo;
  const value = { feed: `http://127.0.0.1:${port}/${word()}` };
  await postAsStaff(request, "/settings/podcast", { value, version: 0 });
  await postAsStaff(request, "/episodes/read", {});
  feed.close();
  const { rows } = await (await request.get("/api/staff/episodes")).json();
  const clip = { from: 1, seconds: 9 };
  await postAsStaff(request, `${path}/episodes`, {
    episodes: [{ _id: rows[0]._id, quote: word(300), clip }],
  });
}

async function writeSettings(request: APIRequestContext): Promise<void> {
  const save = async (name: string, change: (value: never) => object) => {
    const { setting } = await (await request.get(`/api/staff/settings/${name}`)).json();
    const { value, version } = setting;
    await postAsStaff(request, `/settings/${name}`, { value: change(value as never), version });
  };
  const email = `${word(60)}@${word(60)}.example`;
  await save("shop", (value: object) => ({
    ...value,
    email,
    hours: word(60),
    address: { street: word(), area: word(), city: word(), country: word() },
    podcast: { name: word(), url: `https://mtaa.example/${word()}` },
  }));
  await save("banner", () => ({
    banner: { headline: word(40), tagline: word(60), prompt: word(20) },
    offer: { headline: word(60), text: word(120), prompt: word(20) },
  }));
  await save("alerts", (value: object) => ({ ...value, email }));
  await save("delivery", (value: object) => ({
    ...value,
    areas: [{ county: "Nairobi", town: word(), fee: 10_000, from: 59, to: 60 }],
    points: [
      {
        name: word(60),
        address: { street: word(), city: word(), state: "Nairobi", zipCode: "0".repeat(20) },
        hours: word(),
        fee: 10_000,
      },
    ],
  }));
  await save("policies", ({ pages }: { pages: object[] }) => ({
    pages: [
      ...pages,
      {
        slug: word(40),
        title: word(60),
        text: `# ${word()}\n\n${word()}\n\n| ${word()} | ${word()} |\n|---|---|\n| ${word()} | ${word()} |\n\n\`${word()}\``,
      },
    ],
  }));
}

/** Two orders of a shopper whose name, address and town are such words; the first is paid by what staff say. */
async function buy(request: APIRequestContext, product: string): Promise<Bought> {
  const { token, email } = await signUp(request);
  await request.post("/api/user/update-profile", { data: { name: word() }, headers: { token } });
  const item = { _id: product, size: word(20), quantity: 1 };
  const address = {
    firstName: word(),
    lastName: word(),
    email: `${word(60)}@example.com`,
    street: word(),
    city: word(),
    state: "Nairobi",
    zipCode: "0".repeat(20),
    country: word(),
    phone: "0712345678",
  };
  const place = async () => {
    const data = { address, items: [item], amount: 14_000, mpesaCode: freshCode(), paymentMethod: "cod" };
    const sent = await request.post("/api/order/placeOrder", { data, headers: { token } });
    expect(sent.ok(), await sent.text()).toBe(true);
    return String((await sent.json()).orderId);
  };
  const [orderId, second] = [await place(), await place()];
  await request.post("/api/cart/add", { data: { itemId: product, size: word(20) }, headers: { token } });
  const { order } = await (await request.get(`/api/staff/orders/${orderId}`)).json();
  const track = await trackOf(request, orderId);
  return { token, email, orderId, second, payment: order.payments[0]._id, track };
}

/** The page that the mail of an order links to. */
async function trackOf(request: APIRequestContext, orderId: string): Promise<string> {
  const mails = await (await request.get(`/mailbox/${process.env.MAILBOX_KEY}`)).text();
  return new RegExp(`/track/${orderId}\\?key=[\\w-]+`).exec(mails)?.[0] ?? "";
}

async function actOn(
  request: APIRequestContext,
  { orderId, payment, product, token }: Bought & { product: string },
): Promise<void> {
  await postAsStaff(request, `/codes/${payment}/confirm`, {});
  const step = async (to: string, more: object = {}) => {
    const { order } = await (await request.get(`/api/staff/orders/${orderId}`)).json();
    await postAsStaff(request, `/orders/${orderId}/step`, { to, version: order.version, ...more });
  };
  await step("Packing");
  await step("Shipped", { courier: word(), tracking: word() });
  await step("Delivered");
  await postAsStaff(request, `/orders/${orderId}/note`, { text: word(1_000) });
  await postAsStaff(request, `/payments/${payment}/refund`, { amount: 500, reason: word(500) });
  const data = { productId: product, stars: 3, words: word(1_000) };
  const sent = await request.post("/api/product/review", { data, headers: { token } });
  expect(sent.ok(), await sent.text()).toBe(true);
  const { reviewId } = await sent.json();
  await postAsStaff(request, `/reviews/${reviewId}`, { show: true });
}
