/** How many copies of each kind this browser keeps; the one unused for longest makes way. */
const LIMITS = { pages: 60, data: 60, assets: 300, pictures: 200 } as const;
export type Shelf = keyof typeof LIMITS;

/** Counts up when the kept form changes; copies of an older form go when a new worker starts. */
const FORM = "copies-1-";
/** Headers that are about one transfer of the bytes, not about the bytes. */
const OF_ONE_TRANSFER = ["content-encoding", "content-length", "x-request-id", "vary"];

/** Used since the worker started, so that a copy is put last on its shelf once and not at every look. */
const used = new Set<string>();

/** The copy, or undefined; also when this browser keeps nothing for us. */
export async function copyOf(shelf: Shelf, key: string): Promise<Response | undefined> {
  try {
    const cache = await caches.open(FORM + shelf);
    const copy = await cache.match(key);
    if (copy && !used.has(shelf + key)) {
      used.add(shelf + key);
      // with no room left it stays where it is
      await cache.put(key, copy.clone()).catch(() => {});
    }
    return copy;
  } catch {
    return undefined;
  }
}

/** Keeps a whole, successful answer of this shop. Where there is no room, nothing happens. */
export async function keepCopy(shelf: Shelf, key: string, answer: Response): Promise<void> {
  if (answer.status === 404 || answer.status === 410) return forgetCopy(shelf, key);
  if (answer.status !== 200 || answer.type !== "basic" || answer.redirected) return;
  try {
    const headers = new Headers(answer.headers);
    for (const name of OF_ONE_TRANSFER) headers.delete(name);
    const cache = await caches.open(FORM + shelf);
    // a new answer, as the old one carries the address it came from with its whole query
    await cache.put(key, new Response(await answer.arrayBuffer(), { headers }));
    used.add(shelf + key);
    const kept = await cache.keys();
    for (const request of kept.slice(0, Math.max(0, kept.length - LIMITS[shelf])))
      await cache.delete(request);
  } catch {
    // full, or forbidden: the shop goes on without the copy
  }
}

/** What is withdrawn opens no longer. */
async function forgetCopy(shelf: Shelf, key: string): Promise<void> {
  await caches.open(FORM + shelf).then(
    (cache) => cache.delete(key),
    () => {},
  );
}

/** Key and text of each kept page, the one used last first. */
export async function keptPages(): Promise<{ path: string; html: string }[]> {
  try {
    const cache = await caches.open(`${FORM}pages`);
    const pages = [...(await cache.keys())].reverse().map(async (request) => {
      const { pathname, search } = new URL(request.url);
      return { path: pathname + search, html: (await (await cache.match(request))?.text()) ?? "" };
    });
    return await Promise.all(pages);
  } catch {
    return [];
  }
}

/** Lets go of what an older form of this worker kept. */
export async function forgetOldForms(): Promise<void> {
  for (const name of await caches.keys()) if (!name.startsWith(FORM)) await caches.delete(name);
}
