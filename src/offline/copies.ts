import { LANGUAGES, type Language, readLanguage } from "../language/languages.ts";
import { copyKey, pageOfCopy } from "./rules.ts";

/** The most copies per cache; the least recently used are removed. */
const LIMITS = { pages: 60, data: 60, assets: 300, pictures: 200, language: 1 } as const;
export type CacheName = keyof typeof LIMITS;

const LANGUAGE_LIST = Object.keys(LANGUAGES) as Language[];

/** The number goes up when the format changes; caches of an older format are deleted when a new worker starts. */
const PREFIX = "copies-1-";
/** Headers that describe one transfer, not the content. */
const TRANSFER_HEADERS = ["content-encoding", "content-length", "x-request-id", "vary"];

/** Keys used since the worker started: a copy moves to the end of its cache once, not at every use. */
const used = new Set<string>();

/** The copy, or undefined; also when this browser has no cache storage. */
export async function findCopy(cacheName: CacheName, key: string): Promise<Response | undefined> {
  try {
    const cache = await caches.open(PREFIX + cacheName);
    const copy = await cache.match(key);
    if (copy && !used.has(cacheName + key)) {
      used.add(cacheName + key);
      // without free space it stays where it is
      await cache.put(key, copy.clone()).catch(() => {});
    }
    return copy;
  } catch {
    return undefined;
  }
}

/** The copy of a page in this language. */
export function findPage(key: string | undefined, language: Language): Promise<Response | undefined> {
  return key ? findCopy("pages", copyKey(key, language)) : Promise.resolve(undefined);
}

/** The copy of a page in any language. */
export async function findPageInAny(key: string | undefined): Promise<Response | undefined> {
  for (const language of LANGUAGE_LIST) {
    const copy = await findPage(key, language);
    if (copy) return copy;
  }
  return undefined;
}

/** Stores a page in the language it came in, which is also remembered as this device's current language. */
export async function storePage(key: string | undefined, answer: Response): Promise<void> {
  const language = readLanguage(answer.headers.get("content-language"));
  if (language) await keepLanguage(language);
  if (!key) return;
  // a page that no longer exists is deleted in every language
  const gone = answer.status === 404 || answer.status === 410;
  for (const each of gone ? LANGUAGE_LIST : [language ?? "en"])
    await storeCopy("pages", copyKey(key, each), answer);
}

let kept: Language | undefined;

/** The language of the last page that came; stored, as browsers end an idle worker. */
export async function keptLanguage(): Promise<Language> {
  kept ??= readLanguage(await (await findCopy("language", "/"))?.text());
  return kept ?? "en";
}

async function keepLanguage(language: Language): Promise<void> {
  if (language === (await keptLanguage())) return;
  kept = language;
  await caches.open(`${PREFIX}language`).then(
    (cache) => cache.put("/", new Response(language)),
    () => {},
  );
}

/** Stores a complete, successful response of this shop; deletes the copy on 404 and 410. Does nothing without free space. */
export async function storeCopy(cacheName: CacheName, key: string, answer: Response): Promise<void> {
  if (answer.status === 404 || answer.status === 410) return deleteCopy(cacheName, key);
  if (answer.status !== 200 || answer.type !== "basic" || answer.redirected) return;
  try {
    const headers = new Headers(answer.headers);
    for (const name of TRANSFER_HEADERS) headers.delete(name);
    const cache = await caches.open(PREFIX + cacheName);
    // a new Response, as the original would store its URL with the whole query
    await cache.put(key, new Response(await answer.arrayBuffer(), { headers }));
    used.add(cacheName + key);
    const kept = await cache.keys();
    for (const request of kept.slice(0, Math.max(0, kept.length - LIMITS[cacheName])))
      await cache.delete(request);
  } catch {
    // storage is full or forbidden
  }
}

async function deleteCopy(cacheName: CacheName, key: string): Promise<void> {
  await caches.open(PREFIX + cacheName).then(
    (cache) => cache.delete(key),
    () => {},
  );
}

/** Path, language and HTML of each cached page, the most recently used first. */
export async function cachedPages(): Promise<{ path: string; language: Language; html: string }[]> {
  try {
    const cache = await caches.open(`${PREFIX}pages`);
    const pages = [...(await cache.keys())].reverse().map(async (request) => {
      const html = (await (await cache.match(request))?.text()) ?? "";
      return { ...pageOfCopy(new URL(request.url)), html };
    });
    return await Promise.all(pages);
  } catch {
    return [];
  }
}

/** Deletes the caches of an older format. */
export async function deleteOldCaches(): Promise<void> {
  for (const name of await caches.keys()) if (!name.startsWith(PREFIX)) await caches.delete(name);
}
