// In every document of the walk: tells when a finger came down, and the first frame that shows something new after it.
(() => {
  if (window.top !== window) return;
  let waiting = false;
  const epoch = (since) => performance.timeOrigin + since;
  const drawn = new MessageChannel();
  drawn.port1.onmessage = () => {
    window.tellAnswer?.(epoch(performance.now()));
  };
  const changed = () => {
    if (!waiting) return;
    waiting = false;
    // a message that is sent before a frame is drawn comes after it
    requestAnimationFrame(() => drawn.port2.postMessage(0));
  };
  addEventListener(
    "pointerdown",
    ({ timeStamp }) => {
      waiting = true;
      window.tellTap?.(epoch(timeStamp));
    },
    { capture: true, passive: true },
  );
  for (const type of ["input", "focusin", "hashchange"]) addEventListener(type, changed, { capture: true });
  const observe = () =>
    new MutationObserver(changed).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  if (document.body) observe();
  else addEventListener("DOMContentLoaded", observe);
  // a new document is an answer too, once something of it is drawn
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === "first-contentful-paint") window.tellAnswer?.(epoch(startTime));
  }).observe({ type: "paint", buffered: true });
})();
