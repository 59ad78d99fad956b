/** The part of a service worker's world that is used here; TypeScript's own description of it and of a page exclude each other. */
export type WorkerScope = {
  addEventListener(type: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetched) => void): void;
  addEventListener(type: "message", listener: (event: Lasting & { data: unknown }) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
};

type Lasting = { waitUntil(work: Promise<unknown>): void };

export type Fetched = Lasting & {
  request: Request;
  /** The answer to a page's request, sent while the worker was still starting; undefined where browsers do not know it. */
  preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
