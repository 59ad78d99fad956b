/**
 * Starts the worker that opens seen pages offline, where there can be one, and tells it what this page has loaded before
 * it was there; the cart is kept too, unless data is to be saved.
 */
export function startWorker(saving = false): void {
  const { serviceWorker } = navigator;
  // missing without https and in some private modes; refused in others
  serviceWorker?.register("/sw.js").then(
    async () => {
      if (serviceWorker.controller) return;
      const { active } = await serviceWorker.ready;
      active?.postMessage([
        location.href,
        ...(saving ? [] : ["/cart"]),
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
