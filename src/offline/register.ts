/** Registers the service worker, where browsers allow one, and sends it the list of what this page loaded before it was active. */
export function startWorker(): void {
  // it is built, and so not there while pages come from the sources
  if (import.meta.env.DEV) return;
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

/** Has the worker cache a page that was opened by client-side navigation, without a document request. */
export function cacheShownPage(): void {
  navigator.serviceWorker?.controller?.postMessage([location.href]);
}
