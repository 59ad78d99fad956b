import type { APIRequestContext } from "@playwright/test";
import { startFakeProvider } from "../test/fake-provider.ts";
import { freshCode, MAILBOX, post, signUp } from "./people.ts";
import { postAsStaff } from "./staff.ts";

/** A word of 100 letters, or of as many as a field takes. */
export const word = (letters = 100) => "m".repeat(letters);

/** A product with all it can have, an episode, a coupon and a person, in such words; gives the product. */
export async function writeGoods(request: APIRequestContext): Promise<{ product: string }> {
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
  const feed = await startFakeProvider();
  feed.play(
    `/${word()}`,
    (response) =>
      void response.end(`<rss version="2.0"><channel><title>Mtaa</title><item><title>${word(200)}</title>
        <guid isPermaLink="false">${word()}</guid><link>https://mtaa.example/${word()}</link>
        <enclosure url="https://cdn.example/${word()}.mp3" type="audio/mpeg"/></item></channel></rss>`),
  );
  const value = { feed: `${feed.url}/${word()}` };
  await postAsStaff(request, "/settings/podcast", { value, version: 0 });
  await postAsStaff(request, "/episodes/read", {});
  await feed.close();
  const { rows } = await (await request.get("/api/staff/episodes")).json();
  const clip = { from: 1, seconds: 9 };
  await postAsStaff(request, `${path}/episodes`, {
    episodes: [{ _id: rows[0]._id, quote: word(300), clip }],
  });
}

/** Everything the shop says of itself, in such words. */
export async function writeSettings(request: APIRequestContext): Promise<void> {
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
export async function buy(request: APIRequestContext, product: string) {
  const { token } = await signUp(request);
  await post(request, "/api/user/update-profile", { name: word() }, token);
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
    return String((await post(request, "/api/order/placeOrder", data, token)).orderId);
  };
  const [orderId, second] = [await place(), await place()];
  await post(request, "/api/cart/add", { itemId: product, size: word(20) }, token);
  const { order } = await (await request.get(`/api/staff/orders/${orderId}`)).json();
  const mails = await (await request.get(MAILBOX)).text();
  const track = new RegExp(`/track/${orderId}\\?key=[\\w-]+`).exec(mails)?.[0] ?? "";
  return { token, orderId, second, payment: order.payments[0]._id, track };
}

/** What staff and the shopper then do about the first of them. */
export async function actOn(
  request: APIRequestContext,
  { orderId, payment, product, token }: PlacedOrders & { product: string },
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
  const found = await (await request.get(`/api/staff/money?q=${orderId}`)).json();
  const refund = { amount: 500, reason: word(500), confirmed: true };
  await postAsStaff(request, `/money/${found.rows[0]._id}/refund`, refund);
  const data = { productId: product, stars: 3, words: word(1_000) };
  const { reviewId } = await post(request, "/api/product/review", data, token);
  await postAsStaff(request, `/reviews/${reviewId}`, { show: true });
}

export type PlacedOrders = Awaited<ReturnType<typeof buy>>;
