/** The part of ServiceWorkerGlobalScope used here; TypeScript's own types for it and for a page exclude each other. */
export type WorkerScope = {
  addEventListener(type: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetched) => void): void;
  addEventListener(type: "message", listener: (event: Lasting & { data: unknown }) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void>; disable(): Promise<void> } };
};

type Lasting = { waitUntil(work: Promise<unknown>): void };

export type Fetched = Lasting & {
  request: Request;
  /** Navigation preload: the response to a request sent while the worker was starting; undefined where not supported. */
  preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
