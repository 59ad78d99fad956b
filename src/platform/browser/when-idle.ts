/** Calls `work` once the page and its pictures have loaded and the browser is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  let callOff = () => window.removeEventListener("load", begin);
  const begin = () => {
    // Safari has no requestIdleCallback
    if ("requestIdleCallback" in window) {
      const idle = requestIdleCallback(work);
      callOff = () => cancelIdleCallback(idle);
    } else {
      const timer = setTimeout(work, 1_000);
      callOff = () => clearTimeout(timer);
    }
  };
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin, { once: true });
  return () => callOff();
}

/** True when the person asked for less data; in a page and in its worker. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
