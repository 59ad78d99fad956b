/** Starts the worker that opens seen pages offline, where there can be one, and tells it what this page has loaded before it was there. */
export function startWorker(): void {
  const { serviceWorker } = navigator;
  // missing without https and in some private modes; refused in others
  serviceWorker?.register("/sw.js").then(
    async () => {
      if (serviceWorker.controller) return;
      const { active } = await serviceWorker.ready;
      active?.postMessage([
        location.href,
        ...performance.getEntriesByType("resource").map(({ name }) => name),
      ]);
    },
    () => {},
  );
}

/** Tells the worker about a page that was opened by a link within the shop: no document of it was asked for. */
export function keepShown(): void {
  navigator.serviceWorker?.controller?.postMessage([location.href]);
}

/** Has the worker keep a page that was not opened yet. */
export function keepAhead(path: string): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage([path]));
}
