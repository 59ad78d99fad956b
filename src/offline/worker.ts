import { savesData } from "../platform/browser/saves-data.ts";
import { copyOf, forgetOldForms, keepCopy, keptPages, type Shelf } from "./copies.ts";
import { assetsIn, dataKey, headingIn, kindOf, pageKey, pageOfData } from "./rules.ts";
import type { Fetched, WorkerScope } from "./worker-scope.ts";

// The service worker: opens what was seen here when there is no connection (docs/decisions/0018). It touches nothing but
// GETs of public pages and files: no API call ever goes through it, so no kept price can reach a checkout.

/** The offline page, put in by the build (scripts/build-worker.ts). */
declare const OFFLINE_PAGE: string;

/** Milliseconds that a page seen before may take to come before its copy is shown. */
const PATIENCE = 4_000;
/** Milliseconds after such a wait in which copies are shown at once. */
const SLOW_FOR = 30_000;
/** Milliseconds for which a page's copy is good enough not to be fetched once more behind somebody's back. */
const FRESH = 3_600_000;

const worker = self as unknown as WorkerScope;
let slowUntil = 0;

worker.addEventListener("install", (event) => {
  // old tabs lose nothing to a new worker: it answers them as the old one did, from the same copies
  event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.allSettled([
      forgetOldForms(),
      worker.registration.navigationPreload?.enable(),
      worker.clients.claim(),
    ]),
  );
});

// a page tells what it has shown: what came before the worker did, and pages opened without a document of their own
worker.addEventListener("message", (event) => {
  if (Array.isArray(event.data)) event.waitUntil(keepSeen(event.data));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  // somebody's own, or a part of a file
  if (request.headers.has("token") || request.headers.has("range")) return;
  const answer = answerTo(event, url);
  if (answer) event.respondWith(answer);
});

function answerTo(event: Fetched, url: URL): Promise<Response> | undefined {
  // every page that is opened: the browser has sent its request ahead, and whoever is offline is told
  if (event.request.mode === "navigate") return openPage(event, pageKey(url));
  const kind = kindOf(url);
  if (kind === "assets" || kind === "pictures") return openFile(event, kind, url.pathname);
  const key = kind === "data" ? dataKey(url) : undefined;
  return key ? openData(event, pageOfData(url), key) : undefined;
}

async function openPage(event: Fetched, key: string | undefined): Promise<Response> {
  const asked = ask(event, "pages", key);
  const copy = key ? await copyOf("pages", key) : undefined;
  if (!copy) return (await asked) ?? offlinePage();
  const answer = await inTime(asked, event.request.cache !== "default");
  return answer && answer.status < 500 ? answer : marked(copy);
}

/** Data for React Router; without any it is sent to the whole page, which has its copy, or says why not. */
async function openData(event: Fetched, page: URL, key: string): Promise<Response> {
  const asked = ask(event, "data", key);
  const copy = await copyOf("data", key);
  const pagePath = page.pathname + page.search.replace(/[?&]_routes=[^&]*/, "");
  if (!copy) return (await asked) ?? toWholePage(pagePath);
  const answer = await inTime(asked);
  if (answer && answer.status < 500) return answer;
  // on a slow link the whole page's copy says that it is one
  return slowUntil > Date.now() && (await copyOf("pages", pageKey(page) ?? ""))
    ? toWholePage(pagePath)
    : copy;
}

async function openFile(event: Fetched, shelf: Shelf, path: string): Promise<Response> {
  const copy = await copyOf(shelf, path);
  // a drawing in seed/images may change under its name; the browser's own cache asks once a day
  const lasting = copy && (savesData() || !/^\/(images|paying)\//.test(path));
  const asked = lasting ? undefined : ask(event, shelf, path);
  return copy ?? (await asked) ?? Response.error();
}

/** The network's answer, kept under its key if it has one; undefined when there is none. */
function ask(event: Fetched, shelf: Shelf, key: string | undefined): Promise<Response | undefined> {
  const began = Date.now();
  let keeping: Promise<void> | undefined;
  const asked = (async () => {
    try {
      const answer = (await event.preloadResponse) ?? (await fetch(event.request));
      if (Date.now() - began < PATIENCE) slowUntil = 0;
      if (key) keeping = keepCopy(shelf, key, answer.clone());
      return answer;
    } catch {
      return undefined;
    }
  })();
  event.waitUntil(asked.then(() => keeping));
  return asked;
}

/** The answer if it comes while somebody would wait for it who could see a copy instead. */
async function inTime(
  asked: Promise<Response | undefined>,
  insisting = false,
): Promise<Response | undefined> {
  const patience = slowUntil > Date.now() && !insisting ? 0 : PATIENCE;
  const late = new Promise<"late">((resolve) => setTimeout(resolve, patience, "late"));
  const answer = await Promise.race([asked, late]);
  if (answer !== "late") return answer;
  slowUntil = Date.now() + SLOW_FOR;
  return undefined;
}

/** React Router's own sign for "load this address as a document" (its single fetch, status 204). */
function toWholePage(path: string): Response {
  const headers = { "x-remix-redirect": path, "x-remix-reload-document": "true", "x-remix-replace": "true" };
  return new Response(null, { status: 204, headers });
}

/** The copy of a page, with the sign by which the page knows that it is one. */
async function marked(copy: Response): Promise<Response> {
  const html = await copy.text();
  return new Response(html.replace("<html", "<html data-kept"), { headers: copy.headers });
}

async function offlinePage(): Promise<Response> {
  const seen = (await keptPages()).flatMap(({ path, html }) => {
    const name = path.startsWith("/product/") ? headingIn(html) : "";
    return name ? [`<li><a href="${path}">${name}</a></li>`] : [];
  });
  const list = seen.length > 0 ? `<h2>What you have seen still opens</h2><ul>${seen.join("")}</ul>` : "";
  return new Response(
    OFFLINE_PAGE.replace("<!--seen-->", () => list),
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

async function keepSeen(addresses: unknown[]): Promise<void> {
  const urls = addresses.flatMap((each) =>
    typeof each === "string" ? [new URL(each, location.origin)] : [],
  );
  for (const url of urls.filter(({ origin }) => origin === location.origin)) {
    const kind = kindOf(url);
    const key = kind === "page" ? pageKey(url) : undefined;
    if (key) await keepPage(key);
    else if (kind === "assets" || kind === "pictures") await keepFile(kind, url.pathname);
  }
}

/** Keeps a page and the files it names, unless there is a fresh copy. */
async function keepPage(key: string): Promise<void> {
  const copy = await copyOf("pages", key);
  if (copy && Date.now() - Date.parse(copy.headers.get("date") ?? "") < FRESH) return;
  const answer = await quietly(key);
  if (!answer) return;
  await keepCopy("pages", key, answer.clone());
  for (const path of assetsIn(await answer.text())) await keepFile("assets", path);
}

async function keepFile(shelf: Shelf, path: string): Promise<void> {
  if (await copyOf(shelf, path)) return;
  const answer = await quietly(path);
  if (answer) await keepCopy(shelf, path, answer);
}

/** Mostly out of the browser's own cache; with Save-Data from there alone, so that nothing is fetched that nobody asked for. */
function quietly(path: string): Promise<Response | undefined> {
  const only: RequestInit = savesData() ? { cache: "only-if-cached", mode: "same-origin" } : {};
  return fetch(path, only).catch(() => undefined);
}
