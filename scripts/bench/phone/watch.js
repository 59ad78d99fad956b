// In every document the bench opens, before anything of the page: what the browser's own observers tell.
(() => {
  if (window.top !== window) return;
  // functions that are sent into the page name themselves with it
  window.__name ??= (named) => named;
  const seen = { lcp: 0, largest: "", shifts: [], taps: [] };
  window.seen = seen;

  const nameOf = (node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return "";
    const labelled = element.closest("button, a, label, input, select") ?? element;
    const text =
      labelled.getAttribute("aria-label") ||
      labelled.labels?.[0]?.textContent ||
      labelled.textContent ||
      labelled.getAttribute("alt") ||
      labelled.id ||
      labelled.className;
    return `${labelled.tagName.toLowerCase()} “${String(text).trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  };
  const observe = (type, take, more) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true, ...more });

  observe("largest-contentful-paint", (entry) => {
    seen.lcp = entry.startTime;
    seen.largest = nameOf(entry.element);
  });
  observe("paint", ({ name }) => {
    if (name === "first-contentful-paint") window.tellPainted?.();
  });
  observe("layout-shift", ({ hadRecentInput, startTime, value, sources }) => {
    if (!hadRecentInput)
      seen.shifts.push({ at: startTime, value, what: sources.map(({ node }) => nameOf(node)) });
  });
  // told at once: the next document knows nothing of this one
  const told = (entry) => {
    if (!entry.interactionId) return;
    const { name, startTime, duration, processingStart, processingEnd, target } = entry;
    window.tellInteraction?.({
      id: `${performance.timeOrigin} ${entry.interactionId}`,
      path: location.pathname,
      event: name,
      what: nameOf(target),
      ms: duration,
      waited: processingStart - startTime,
      worked: processingEnd - processingStart,
    });
  };
  observe("event", told, { durationThreshold: 16 });
  observe("first-input", told);
  addEventListener(
    "pointerdown",
    ({ timeStamp, target }) => seen.taps.push({ at: timeStamp, what: nameOf(target) }),
    {
      capture: true,
      passive: true,
    },
  );
})();
