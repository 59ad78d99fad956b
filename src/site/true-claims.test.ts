import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test } from "vitest";
import { addProduct, emptyShelves } from "../../test/goods.ts";
import { openSite } from "../../test/page-head.ts";
import { METHODS, type Method } from "../shop.ts";
import { PaymentLogos } from "./payment-logos.tsx";

const CARDS = ["Flutterwave", "Visa cards", "Mastercard cards"];
const ALL = ["M-PESA mobile money", ...CARDS];

test.each<[Method[], string[]]>([
  [["cod"], ["M-PESA mobile money"]],
  [["mpesa"], ["M-PESA mobile money"]],
  [["flutterwave"], CARDS],
  [[...METHODS], ALL],
])("where %j is on offer the logos are %j", (methods, logos) => {
  const html = renderToStaticMarkup(createElement(PaymentLogos, { methods }));
  expect([...html.matchAll(/alt="([^"]*)"/g)].map(([, alt]) => alt)).toEqual(logos);
});

const site = await openSite();
afterAll(() => site.close());

test("a shop that takes codes alone shows M-PESA's logo alone", async () => {
  const logos = [...(await site.get("/about")).matchAll(/src="\/paying\/([\w-]+)\.svg"/g)];
  expect(logos.map(([, file]) => file)).toEqual(["m-pesa"]);
});

test("the banner of 50 % is there while ladies' clothes have a former price", async () => {
  const offer = 'href="/collection?category=Women&amp;offer=1"';
  expect(await site.get("/")).toContain(offer);
  await emptyShelves(site.shop);
  await addProduct(site.shop, { category: "Men", formerPrice: 3000 });
  await addProduct(site.shop, { category: "Women" });
  await expect.poll(() => site.get("/"), { timeout: 20_000 }).not.toContain(offer);
  expect(await site.get("/")).not.toContain("50% off");
  await addProduct(site.shop, { category: "Women", formerPrice: 3000 });
  await expect.poll(() => site.get("/"), { timeout: 20_000 }).toContain(offer);
});
