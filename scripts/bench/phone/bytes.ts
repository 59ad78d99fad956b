import { brotliCompressSync } from "node:zlib";
import type { Page, Request } from "@playwright/test";
import type { PhoneStage } from "../phone.ts";
import type { Figure } from "../stage.ts";
import { median, openDevice, settle } from "./device.ts";
import { plentifulProduct } from "./goods.ts";
import { fetchAsSent, textOf } from "./plain-pages.ts";

/** kB (1,000 bytes) of one first view, and the requests of a product's. */
const BUDGET = { js: 110, html: 15, css: 12, home: 250, requests: 30 };

/** Written into scripts by nothing but paying: the addresses of the calls and the provider's name for its window. */
const PAYING = /\/token\/stkpush|\/api\/payment\/|FlutterwaveCheckout|\/api\/order\/(?:placeOrder|mpesa)/;

const PEERS: Record<string, string> = {
  "home scripts":
    "kB on home / product: Hydrogen 98 / 100, vercel/commerce 151 / 154, Vendure 189 / 193, Saleor 215 / 247, Medusa 333 / 354",
};

type View = {
  js: number;
  graph: number;
  html: number;
  css: number;
  pictures: number;
  all: number;
  early: number;
  requests: number;
};

/** What a first visit at 412 px brings, compressed as sent; nothing but pages' own work goes on after it. */
export async function weighFirstViews(phone: PhoneStage): Promise<Figure[]> {
  const { product } = await plentifulProduct(phone.url);
  const pages = { home: "/", collection: "/collection", product: `/product/${product._id}` };
  const figures: Figure[] = [];
  const paying: string[] = [];
  for (const [name, path] of Object.entries(pages)) {
    const views: View[] = [];
    // sizes do not vary, only what came before the first paint
    for (let round = 0; round < phone.rounds; round += 1) views.push(await visit(phone, path, paying));
    const of = (part: keyof View) => median(views.map((view) => view[part]));
    const row = (what: string, part: keyof View, budget?: number, unit = "kB"): Figure => ({
      what: `${name}: ${what}`,
      got: of(part),
      unit,
      ...(budget === undefined ? {} : { budget }),
      ...(PEERS[`${name} ${what}`] ? { peers: PEERS[`${name} ${what}`] ?? "" } : {}),
    });
    figures.push(
      row("scripts", "js", BUDGET.js),
      row("scripts needed for hydration", "graph", BUDGET.js),
      row("HTML", "html", BUDGET.html),
      row("styles", "css", BUDGET.css),
      row("pictures", "pictures"),
      row("in all", "all", name === "home" ? BUDGET.home : undefined),
      row("scripts asked for before the first paint", "early", 0, ""),
      row("requests", "requests", name === "product" ? BUDGET.requests : undefined, ""),
    );
  }
  if (paying.length > 0) console.error(`With code of paying in them: ${[...new Set(paying)].join(", ")}`);
  figures.push({ what: "scripts of paying in a first view", got: new Set(paying).size, budget: 0, unit: "" });
  return figures;
}

async function visit({ browser, url }: PhoneStage, path: string, paying: string[]): Promise<View> {
  const { page, close } = await openDevice(browser, {});
  const finished: Request[] = [];
  page.context().on("requestfinished", (request) => finished.push(request));
  await page.goto(url + path);
  await settle(page);
  const sizes = await Promise.all(
    finished.map(async (request) => {
      const { responseBodySize } = await request.sizes();
      const type = request.headers().accept?.includes("text/css") ? "stylesheet" : request.resourceType();
      return {
        url: request.url(),
        type: /\.js$/.test(request.url()) ? "script" : type,
        size: responseBodySize,
      };
    }),
  );
  const early = await scriptsBeforePaint(page);
  await close();
  const html = textOf(await fetchAsSent(url + path));
  const graph = await scriptGraph(url, html);
  for (const { url: asked } of sizes.filter(({ type }) => type === "script"))
    if (PAYING.test(textOf(await fetchAsSent(asked)))) paying.push(new URL(asked).pathname);
  const sum = (type: RegExp) =>
    sizes.filter((each) => type.test(each.type)).reduce((total, { size }) => total + size, 0) / 1000;
  const inlined = inlinedStyles(html);
  return {
    js: sum(/^script$/),
    graph: sizes.filter((each) => graph.has(each.url)).reduce((total, { size }) => total + size, 0) / 1000,
    html: sum(/^document$/) - inlined,
    css: sum(/^stylesheet$/) + inlined,
    pictures: sum(/^image$/),
    all: sum(/./),
    early,
    // what its worker keeps for a time without a line is asked for later
    requests: finished.filter((request) => !request.serviceWorker()).length,
  };
}

/** Scripts whose request began before anything was painted. */
function scriptsBeforePaint(page: Page): Promise<number> {
  return page.evaluate(() => {
    const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    return performance
      .getEntriesByType("resource")
      .filter(({ name, startTime }) => /\.js$/.test(name) && startTime < painted).length;
  });
}

/** The scripts a page names, and all they import at once; what is only imported on a call is left out. */
async function scriptGraph(url: string, html: string): Promise<Set<string>> {
  const graph = new Set<string>();
  let next = [...html.matchAll(/["'](\/assets\/[\w.-]+\.js)["']/g)].map(([, path]) => url + path);
  while (next.length > 0) {
    const fresh = [...new Set(next)].filter((each) => !graph.has(each));
    for (const each of fresh) graph.add(each);
    const texts = await Promise.all(
      fresh.map(async (each) => ({ from: each, text: textOf(await fetchAsSent(each)) })),
    );
    next = texts.flatMap(({ from, text }) =>
      [...text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g)].map(
        ([, path]) => new URL(path ?? "", from).href,
      ),
    );
  }
  return graph;
}

/** kB of the page's style elements, compressed. */
function inlinedStyles(html: string): number {
  const styles = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text).join("");
  return styles ? brotliCompressSync(styles).length / 1000 : 0;
}
