import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { SIMULATOR } from "./cards.ts";
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
  const heard: string[] = [];
  page.on("pageerror", (error) => heard.push(error.message));
  page.on("console", (message) => {
    if (/polic|refused|unrecognized|hydrat|minified/i.test(message.text())) heard.push(message.text());
  });
  return heard;
}

test("A page runs only its own inline scripts", async ({ page }) => {
  const heard = complaints(page);
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
    const refusals = heard.splice(0);
    // the one just put in, and nothing else
    expect(refusals, path).toEqual([expect.stringMatching(/inline script/)]);
  }
});

/** A page of another site, with the shop and, to compare, a page that lets itself be framed. */
async function framedElsewhere(page: Page, url: string) {
  const frame = (name: string, src: string) => `<iframe name="${name}" src="${src}"></iframe>`;
  const site = createServer((_request, answer) => {
    answer.setHeader("content-type", "text/html");
    answer.end(
      `<!doctype html><title>Elsewhere</title>${frame("shop", url)}${frame("open", `${SIMULATOR}/pay`)}`,
    );
  });
  await once(site.listen(0, "127.0.0.1"), "listening");
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  site.close();
}

test("no page of the shop shows in a frame of another site", async ({ page, baseURL }) => {
  for (const path of ["/", "/login", "/cart", "/place-order", "/mpesa", "/flutterwave", "/profile"])
    await test.step(path, async () => {
      await framedElsewhere(page, `${baseURL}${path}`);
      await expect(page.frameLocator('[name="open"]').locator("#close")).toBeAttached();
      await expect.poll(() => page.frame("shop")?.url()).toMatch(/^chrome-error:/);
      await expect(page.frameLocator('[name="shop"]').getByRole("banner")).toHaveCount(0);
    });
});
