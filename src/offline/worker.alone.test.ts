import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

const SITE = "https://duka.example";
const PATH = "/mpesa-verification";
const COPY = '<html lang="en">the till of an earlier visit';
/** Longer than the worker waits for a page that has a copy. */
const SLOW = 20_000;

type Opening = { request: object; waitUntil(): void; respondWith(answer: Promise<Response>): void };
let onFetch: ((event: Opening) => void) | undefined;
/** The network, slow as it may be. */
let network: () => Promise<Response>;

beforeAll(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { userAgent: "" });
  vi.stubGlobal("location", { origin: SITE });
  vi.stubGlobal("self", {
    addEventListener: (name: string, listener: typeof onFetch) => {
      if (name === "fetch") onFetch = listener;
    },
  });
  vi.stubGlobal("caches", {
    open: async () => ({
      match: async (key: string) => (key === PATH ? new Response(COPY) : undefined),
      put: async () => {},
    }),
  });
  vi.stubGlobal("fetch", () => network());
  await import("./worker.ts");
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  network = () => new Promise((resolve) => setTimeout(resolve, SLOW, new Response("today's till")));
});

/** What the browser is answered when it opens the page; `cache` says how it was asked for. */
async function opened(cache: RequestCache): Promise<string | undefined> {
  const request = { method: "GET", mode: "navigate", url: SITE + PATH, headers: new Headers(), cache };
  let answer: Promise<Response> | undefined;
  onFetch?.({ request, waitUntil: () => {}, respondWith: (given) => (answer = given) });
  await vi.advanceTimersByTimeAsync(SLOW);
  return (await answer)?.text();
}

const SHOWN = COPY.replace("<html", "<html data-kept");

// going back asks with "force-cache"
test.each(["default", "force-cache"] as const)("on a slow line a page has its copy: %s", async (cache) => {
  expect(await opened(cache)).toBe(SHOWN);
});

test.each(["no-cache", "reload"] as const)(
  "a reload waits for the network, as it was asked for what is of today: %s",
  async (cache) => {
    expect(await opened(cache)).toBe("today's till");
    network = () => Promise.reject(new TypeError("no line"));
    expect(await opened(cache)).toBe(SHOWN);
  },
);
