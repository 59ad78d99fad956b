import { expect, type Page, test } from "@playwright/test";
import { listProducts } from "./goods.ts";
import { hydrated } from "./hydrated.ts";

const PAGES = [
  "/",
  "/collection",
  "/about",
  "/contact",
  "/cart",
  "/login",
  "/verify-email",
  "/forgot-password",
]
  .concat("/reset-password", "/profile", "/place-order", "/mpesa-verification", "/orders", "/mpesa")
  .concat("/flutterwave", "/nothing", "/product/none");

/** What the browser complained of that has to do with policies, scripts or a page that differs from its HTML. */
function complaints(page: Page): string[] {
  const messages: string[] = [];
  page.on("pageerror", (error) => messages.push(error.message));
  page.on("console", (message) => {
    if (/polic|refused|unrecognized|hydrat|minified/i.test(message.text())) messages.push(message.text());
  });
  return messages;
}

test("A page runs only its own inline scripts", async ({ page }) => {
  const messages = complaints(page);
  const [product] = await listProducts(page.request);
  for (const path of [...PAGES, `/product/${product?._id}`]) {
    const answer = await page.goto(path);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    expect(policy, path).toMatch(/script-src 'self' 'sha256-/);
    expect(policy.replace(/style-src[^;]+/, ""), path).not.toContain("unsafe");
    expect(await page.content(), path).not.toContain("nonce=");
    await hydrated(page);
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.text = "document.title = 'injected'";
      document.body.append(script);
    });
    await expect(page, path).not.toHaveTitle("injected");
    const refusals = messages.splice(0);
    // the one just put in, and nothing else
    expect(refusals, path).toEqual([expect.stringMatching(/inline script/)]);
  }
});
