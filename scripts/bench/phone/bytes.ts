import { brotliCompressSync } from "node:zlib";
import type { Page, Request } from "@playwright/test";
import type { PhoneStage } from "../phone.ts";
import type { Figure } from "../stage.ts";
import { median, openDevice, settle } from "./device.ts";
import { plentifulProduct } from "./goods.ts";
import { fetchAsSent, textOf } from "./plain-pages.ts";

/** kB (1,000 bytes) of one first view and of what is fetched ahead, and the requests of a product's. */
const BUDGET = { js: 110, html: 15, css: 12, ahead: 40, home: 250, requests: 30 };

/**
 * What stands in no script but the toast library, the cart's page, and those of paying: the addresses of the calls and the
 * provider's name for its window.
 */
const LATER =
  /Toastify__toast-container|PROCEED TO CHECKOUT|\/token\/stkpush|\/api\/payment\/|FlutterwaveCheckout|\/api\/order\/(?:placeOrder|mpesa)/;

const PEERS: Record<string, string> = {
  "home scripts":
    "kB on home / product: Hydrogen 98 / 100, vercel/commerce 151 / 154, Vendure 189 / 193, Saleor 215 / 247, Medusa 333 / 354",
};

type View = {
  /** Scripts that hydration needs; and what is fetched ahead of a purchase: scripts, and styles of other pages. */
  js: number;
  ahead: number;
  html: number;
  css: number;
  pictures: number;
  all: number;
  early: number;
  requests: number;
};

/** What a first visit at 412 px brings, compressed as sent: the first view, and apart from it what is fetched ahead. */
export async function weighFirstViews(phone: PhoneStage): Promise<Figure[]> {
  const { product } = await plentifulProduct(phone.url);
  const pages = { home: "/", collection: "/collection", product: `/product/${product._id}` };
  const figures: Figure[] = [];
  const later: string[] = [];
  for (const [name, path] of Object.entries(pages)) {
    const views: View[] = [];
    // sizes do not vary, only what came before the first paint
    for (let round = 0; round < phone.rounds; round += 1) views.push(await visit(phone, path, later));
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
      row("HTML", "html", BUDGET.html),
      row("styles", "css", BUDGET.css),
      row("pictures", "pictures"),
      row("fetched ahead, scripts and styles", "ahead", BUDGET.ahead),
      row("in all", "all", name === "home" ? BUDGET.home : undefined),
      row("scripts asked for before the first paint", "early", 0, ""),
      row("requests", "requests", name === "product" ? BUDGET.requests : undefined, ""),
    );
  }
  if (later.length > 0)
    console.error(`With code of toasts, cart or paying in them: ${[...new Set(later)].join(", ")}`);
  figures.push({
    what: "scripts of toasts, cart or paying in a first view",
    got: new Set(later).size,
    budget: 0,
    unit: "",
  });
  return figures;
}

async function visit({ browser, url }: PhoneStage, path: string, later: string[]): Promise<View> {
  const { page, close } = await openDevice(browser, {});
  const finished: Request[] = [];
  page.context().on("requestfinished", (request) => finished.push(request));
  await page.goto(url + path);
  await settle(page);
  const sizes = await Promise.all(
    finished.map(async (request) => {
      const { responseBodySize } = await request.sizes();
      return { url: request.url(), type: typeOf(request), size: responseBodySize };
    }),
  );
  const early = await scriptsBeforePaint(page);
  await close();
  const html = textOf(await fetchAsSent(url + path));
  const graph = await scriptGraph(url, html);
  for (const asked of graph)
    if (LATER.test(textOf(await fetchAsSent(asked)))) later.push(new URL(asked).pathname);
  const sum = (counts: (each: (typeof sizes)[number]) => boolean) =>
    sizes.filter(counts).reduce((total, { size }) => total + size, 0) / 1000;
  const ofType = (type: string) => sum((each) => each.type === type);
  const isNamed = (asked: string) => graph.has(asked) || html.includes(new URL(asked).pathname);
  const isAhead = ({ type, url: asked }: { type: string; url: string }) =>
    (type === "script" || type === "stylesheet") && !isNamed(asked);
  const inlined = inlinedStyles(html);
  return {
    js: sum((each) => each.type === "script" && !isAhead(each)),
    ahead: sum(isAhead),
    html: ofType("document") - inlined,
    css: sum((each) => each.type === "stylesheet" && !isAhead(each)) + inlined,
    pictures: ofType("image"),
    all: sum(() => true),
    early,
    // what its worker keeps for a time without a line is asked for later
    requests: finished.filter((request) => !request.serviceWorker()).length,
  };
}

/** As the page uses it; a sheet fetched ahead has no type of its own, and what the worker keeps is no part of the view. */
function typeOf(request: Request): string {
  if (request.serviceWorker()) return "kept";
  const [, ending] = /\.(js|css)$/.exec(request.url()) ?? [];
  return { js: "script", css: "stylesheet" }[ending ?? ""] ?? request.resourceType();
}

/**
 * Scripts whose request began before anything was painted: before the first frame was drawn, for the moment it is shown
 * comes when the machine, busy with others, gets to it.
 */
function scriptsBeforePaint(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint") as (PerformanceEntry & {
      paintTime?: number;
    })[];
    const painted = paint?.paintTime ?? paint?.startTime ?? 0;
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
