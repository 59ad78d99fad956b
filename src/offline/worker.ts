import { LANGUAGE, type Language, readLanguage } from "../language/languages.ts";
import { savesData } from "../platform/browser/when-idle.ts";
import { loadAsDocument } from "../platform/internals/data-request.ts";
import {
  type CacheName,
  cachedPages,
  deleteOldCaches,
  findCopy,
  findPage,
  findPageInAny,
  keptLanguage,
  storeCopy,
  storePage,
} from "./copies.ts";
import { assetsIn, dataKey, headingIn, kindOf, mayPreload, pageKey, pageOfData } from "./rules.ts";

// The service worker: opens pages seen before without a connection (docs/decisions/0018). It handles only GETs of public
// pages and files: no API call ever goes through it, so no cached price can reach a checkout.

/** The offline page in each language, inserted by the build (scripts/build-worker.ts); `css` goes where they say so. */
declare const OFFLINE_PAGES: Record<Language, { html: string; seen: string }>;
declare const OFFLINE_CSS: string;

/** Milliseconds to wait for the network before the copy of a page is shown. */
const NETWORK_TIMEOUT = 4_000;
/** Milliseconds after such a timeout in which copies are shown immediately. */
const SLOW_FOR = 30_000;
/** Milliseconds for which a page's copy is not fetched again in the background. */
const FRESH_FOR = 3_600_000;
/** The status of a request that the shop's load shedding refused. */
const TURNED_AWAY = 503;

const worker = self as unknown as WorkerScope;
let slowUntil = 0;

worker.addEventListener("install", (event) => {
  // safe for open tabs: the new worker answers them from the same caches
  event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.allSettled([
      deleteOldCaches(),
      // an earlier worker may have enabled it
      mayPreload(navigator.userAgent)
        ? worker.registration.navigationPreload?.enable()
        : worker.registration.navigationPreload?.disable(),
      worker.clients.claim(),
    ]),
  );
});

// pages report what the worker did not see: what loaded before it was active, and client-side navigations
worker.addEventListener("message", (event) => {
  if (Array.isArray(event.data)) event.waitUntil(cacheShown(event.data));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  // the answer is personal, or a part of a file
  if (request.headers.has("token") || request.headers.has("range")) return;
  const answer = answerTo(event, url);
  if (answer) event.respondWith(answer);
});

function answerTo(event: Fetched, url: URL): Promise<Response> | undefined {
  // every navigation, also to uncached pages: the preload is used, and without a connection the offline page is shown
  if (event.request.mode === "navigate") return openPage(event, url);
  const kind = kindOf(url);
  if (kind === "assets" || kind === "pictures") return openFile(event, kind, url.pathname);
  const key = kind === "data" ? dataKey(url) : undefined;
  return key ? openData(event, pageOfData(url), key) : undefined;
}

async function openPage(event: Fetched, url: URL): Promise<Response> {
  const key = pageKey(url);
  const asked = fetchAndCache(event, (answer) => storePage(key, answer));
  const kept = await keptLanguage();
  const wanted = readLanguage(url.searchParams.get(LANGUAGE)) ?? kept;
  const copy = await findPage(key, wanted);
  // the choice of another language waits for the network, as only the server stores it
  if (!copy || wanted !== kept) {
    const answer = await asked;
    if (answer) return answer;
    const any = copy ?? (await findPageInAny(key));
    return any ? markAsCopy(any) : offlinePage(wanted);
  }
  const answer = await (isReload(event.request) ? asked : beforeTimeout(asked));
  return answer && answer.status < 500 ? answer : markAsCopy(copy);
}

/**
 * Data for React Router. Where there is none it loads the document instead: a copy, the offline page, or the page of a busy
 * shop, which retries automatically.
 */
async function openData(event: Fetched, page: URL, key: string): Promise<Response> {
  const asked = fetchAndCache(event, (answer) => storeCopy("data", key, answer));
  const copy = await findCopy("data", key);
  const pagePath = page.pathname + page.search;
  if (!copy) {
    const answer = await asked;
    return answer && answer.status !== TURNED_AWAY ? answer : loadAsDocument(pagePath);
  }
  const answer = await beforeTimeout(asked);
  if (answer && answer.status < 500) return answer;
  // on a slow connection the document's copy is loaded, which is marked as a copy
  return slowUntil > Date.now() && (await findPage(pageKey(page), await keptLanguage()))
    ? loadAsDocument(pagePath)
    : copy;
}

async function openFile(event: Fetched, cacheName: CacheName, path: string): Promise<Response> {
  const copy = await findCopy(cacheName, path);
  // a drawing in seed/images may change under its name; the HTTP cache revalidates it once a day
  const lasting = copy && (savesData() || !/^\/(images|paying)\//.test(path));
  const asked = lasting ? undefined : fetchAndCache(event, (answer) => storeCopy(cacheName, path, answer));
  return copy ?? (await asked) ?? Response.error();
}

/** The network's response, which is also passed to `store`; undefined when there is none. */
function fetchAndCache(
  event: Fetched,
  store: (answer: Response) => Promise<void>,
): Promise<Response | undefined> {
  const began = Date.now();
  let keeping: Promise<void> | undefined;
  const asked = (async () => {
    try {
      const answer = (await preloaded(event)) ?? (await fetch(event.request));
      if (Date.now() - began < NETWORK_TIMEOUT) slowUntil = 0;
      keeping = store(answer.clone());
      return answer;
    } catch {
      return undefined;
    }
  })();
  event.waitUntil(asked.then(() => keeping));
  return asked;
}

/** The response that the browser requested while the worker started; not used in Firefox, where it may never come. */
function preloaded(event: Fetched): Promise<Response | undefined> | undefined {
  return mayPreload(navigator.userAgent) ? event.preloadResponse : undefined;
}

/** Whether the person wants the current page, as where a copy hides its till number: then the copy is no answer while online. */
function isReload({ cache }: Request): boolean {
  return cache === "no-cache" || cache === "reload";
}

/** The response, or undefined when it takes longer than the timeout. */
async function beforeTimeout(asked: Promise<Response | undefined>): Promise<Response | undefined> {
  const timeout = slowUntil > Date.now() ? 0 : NETWORK_TIMEOUT;
  const late = new Promise<"late">((resolve) => setTimeout(resolve, timeout, "late"));
  const answer = await Promise.race([asked, late]);
  if (answer !== "late") return answer;
  slowUntil = Date.now() + SLOW_FOR;
  return undefined;
}

/** The copy of a page, with an attribute that tells the page that it is a copy. */
async function markAsCopy(copy: Response): Promise<Response> {
  const html = await copy.text();
  return new Response(html.replace("<html", "<html data-kept"), { headers: copy.headers });
}

async function offlinePage(language: Language): Promise<Response> {
  const names = new Map<string, string>();
  for (const { path, html } of await cachedPages()) {
    const name = path.startsWith("/product/") && !names.has(path) ? headingIn(html) : "";
    if (name) names.set(path, name);
  }
  const page = OFFLINE_PAGES[language];
  const links = [...names].map(([path, name]) => `<li><a href="${path}">${name}</a></li>`);
  const list = links.length > 0 ? `<h2>${page.seen}</h2><ul>${links.join("")}</ul>` : "";
  return new Response(
    page.html.replace("/*css*/", () => OFFLINE_CSS).replace("<!--seen-->", () => list),
    {
      status: 503,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy":
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "referrer-policy": "strict-origin-when-cross-origin",
        "x-content-type-options": "nosniff",
      },
    },
  );
}

async function cacheShown(addresses: unknown[]): Promise<void> {
  const urls = addresses.flatMap((each) =>
    typeof each === "string" ? [new URL(each, location.origin)] : [],
  );
  for (const url of urls.filter(({ origin }) => origin === location.origin)) {
    const kind = kindOf(url);
    const key = kind === "page" ? pageKey(url) : undefined;
    if (key) await cachePage(key);
    else if (kind === "data") await cacheData(url);
    else if (kind === "assets" || kind === "pictures") await cacheFile(kind, url.pathname);
  }
}

/** Caches a page and the files it names, unless there is a fresh copy. */
async function cachePage(key: string): Promise<void> {
  const copy = await findPage(key, await keptLanguage());
  if (copy && Date.now() - Date.parse(copy.headers.get("date") ?? "") < FRESH_FOR) return;
  const answer = await fetchInBackground(key);
  if (!answer) return;
  await storePage(key, answer.clone());
  for (const path of assetsIn(await answer.text())) await cacheFile("assets", path);
}

async function cacheData(url: URL): Promise<void> {
  const key = dataKey(url);
  if (!key || (await findCopy("data", key))) return;
  const answer = await fetchInBackground(url.pathname + url.search);
  if (answer) await storeCopy("data", key, answer);
}

async function cacheFile(cacheName: CacheName, path: string): Promise<void> {
  if (await findCopy(cacheName, path)) return;
  const answer = await fetchInBackground(path);
  if (answer) await storeCopy(cacheName, path, answer);
}

/** Usually answered by the HTTP cache; with Save-Data only from there, so that no data is used. */
function fetchInBackground(path: string): Promise<Response | undefined> {
  const only: RequestInit = savesData() ? { cache: "only-if-cached", mode: "same-origin" } : {};
  return fetch(path, only).catch(() => undefined);
}

/** The part of ServiceWorkerGlobalScope used here; TypeScript's own types for it and for a page exclude each other. */
type WorkerScope = {
  addEventListener(type: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetched) => void): void;
  addEventListener(type: "message", listener: (event: Lasting & { data: unknown }) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void>; disable(): Promise<void> } };
};

type Lasting = { waitUntil(work: Promise<unknown>): void };

type Fetched = Lasting & {
  request: Request;
  /** Navigation preload: the response to a request sent while the worker was starting; undefined where not supported. */
  preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
