import { expect, type Page, test } from "@playwright/test";
import { writeMoment } from "../src/language/moments.ts";
import { listProducts } from "./goods.ts";
import { openPhone, ownShop } from "./own-shop.ts";
import { expectSound } from "./sound.ts";
import { addGoods, postAsStaff } from "./staff.ts";

const own = ownShop();

/** A product that is shown, with a picture and pieces; gives its id. */
async function addHoodie(page: Page): Promise<string> {
  const [sample] = (await listProducts(page.request)) as unknown as { image: string[] }[];
  const described = { name: "Thika Road hoodie", description: "Heavy cotton from Thika." };
  const id = await addGoods(page.request, { ...described, price: 3400, sizes: ["M", "L"] });
  const path = `/goods/${id}`;
  await postAsStaff(page.request, `${path}/pictures`, {
    order: sample?.image.slice(0, 1),
    alts: ["A hoodie"],
  });
  await postAsStaff(page.request, `${path}/stock`, { size: "M", delta: 5, reason: "received", note: "" });
  return id;
}

test("A drop's page opens automatically", async ({ browser }) => {
  const { owner, shop } = own;
  const id = await addHoodie(owner);
  await owner.goto(`/staff/goods/${id}`);
  const field = (name: string) => owner.getByLabel(name, { exact: true });
  await field("Announce").check();
  await field("On sale from").fill(writeMoment(Date.now() + 3 * 86_400_000).slice(0, 16));
  await owner.getByRole("button", { name: "Save", exact: true }).click();
  await expect(owner.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(owner.getByText(/^On sale from .*, announced$/)).toBeVisible();
  await owner.getByRole("button", { name: "Show", exact: true }).click();
  await expect(owner.getByText("Shoppers see it from its moment on.")).toBeVisible();

  // the phone is five hours fast
  const phone = await openPhone(browser, shop);
  await phone.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 5 * 3_600_000;
  });
  const data: string[] = [];
  phone.on("request", (request) => {
    if (request.url().includes(".data")) data.push(request.url().slice(shop.url.length));
  });
  for (const path of ["/", "/collection"]) {
    await phone.goto(path);
    const coming = phone.getByRole("region", { name: "Coming" });
    await expect(coming.getByRole("link", { name: "Thika Road hoodie" })).toBeVisible();
    await expect(coming.getByRole("timer")).toHaveText(/^In 2 days 23:5\d:\d\d$/);
    await expectSound(phone);
  }
  await phone.getByText("Tell me when it opens").click();
  await phone.getByLabel("Email", { exact: true }).fill("fan@example.com");
  await phone.getByRole("button", { name: "Tell me", exact: true }).click();
  await expect(phone.getByText("Thank you. We'll email you once, when it's on sale.")).toBeVisible();
  data.length = 0;
  await phone.goto(`/product/${id}`);
  await expect(phone.getByRole("heading", { level: 1, name: "Thika Road hoodie" })).toBeVisible();
  await expect(phone.getByText(/^On sale from \w+day \d+ \w+, \d\d:\d\d EAT\.$/)).toBeVisible();
  await expect(phone.getByRole("timer")).toHaveText(/^In 2 days 23:5\d:\d\d$/);
  await expect(phone.getByText("Ksh 3,400")).toHaveCount(0);
  await expectSound(phone);

  const home = await openPhone(browser, shop);
  await home.goto("/collection");
  await expect(home.getByRole("timer")).toHaveText(/^In 2 days/);

  // it is moved to a few seconds from now, by a colleague
  await postAsStaff(owner.request, `/goods/${id}`, {
    version: 2,
    onSaleFrom: Math.ceil(Date.now() / 1000) * 1000 + 10_000,
  });
  // what wakes a phone makes it ask what time it is
  for (const each of [phone, home])
    await each.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(phone.getByRole("timer")).toHaveText(/^In 00:00:\d\d$/);
  await expect(phone.getByRole("button", { name: "ADD TO CART" })).toHaveCount(0);
  await expect(phone.getByRole("button", { name: "ADD TO CART" })).toBeVisible({ timeout: 30_000 });
  await expect(phone.getByText("Thika Road hoodie is on sale now.")).toBeVisible();
  const listed = home
    .getByRole("region", { name: "Products" })
    .getByRole("link", { name: "Thika Road hoodie" });
  await expect(listed).toBeVisible({ timeout: 30_000 });
  await expect(home.getByRole("region", { name: "Coming" })).toHaveCount(0);
  // what is asked for first, to see whether the shop has time, is what the router asks for then
  expect([...new Set(data)]).toEqual([`/product/${id}.data?_routes=catalogue%2Fproduct-page`]);
  await expect(phone.getByText("Ksh 3,400").first()).toBeVisible();
  await phone.getByRole("radio", { name: "M", exact: true }).check();
  await phone.getByRole("button", { name: "ADD TO CART" }).click();
  await expect(phone.getByText("Thika Road hoodie (M) is in your cart")).toBeVisible();
});
