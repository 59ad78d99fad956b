/** Has the service worker cache a page that was not opened yet, or the data of one. */
export function precache(path: string): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage([path]));
}
