/**
 * The bootstrap script in the head of every page, run before the first paint. It holds taps on buttons until hydration
 * (`replayTaps` replays them) and loads the page's scripts. `files` are these scripts; with `wait` they load at the first
 * touch or key, or once the pictures in view are there and the browser is idle.
 */
export function bootstrapScript(files: readonly string[], wait: boolean): string {
  return `(${bootstrap})(${JSON.stringify(files).replaceAll("<", "\\u003c")},${wait})`;
}

// inlined as text: it cannot use anything outside of itself
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: and so no other function
function bootstrap(files: string[], wait: boolean): void {
  const root = document.documentElement;
  const taps: HTMLElement[] = [];
  const touches = ["pointerdown", "keydown", "pointerover"];
  const gestures =
    "pointerdown pointerup pointercancel mousedown mouseup touchstart touchend touchcancel contextmenu auxclick keydown keyup input".split(
      " ",
    );
  let requested = false;

  const load = () => {
    if (!wait || requested) return;
    if (document.readyState === "loading") return document.addEventListener("DOMContentLoaded", load);
    requested = true;
    for (const name of touches) removeEventListener(name, load, true);
    for (const href of files)
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    // the files are loading; the inline scripts run after the tap that started it has been painted
    setTimeout(runScripts, 200);
  };
  // in order: the page's data, then the module that hydrates it
  const runScripts = () => {
    for (const { dataset, textContent } of document.querySelectorAll<HTMLElement>(
      "script[type='text/plain']",
    ))
      document.head.append(
        Object.assign(document.createElement("script"), { type: dataset.as ?? "", textContent }),
      );
  };
  // an event that reaches React during hydration makes it hydrate everything at once, without painting meanwhile
  const keepFromReact = (event: Event) => {
    if (window.replay) event.stopImmediatePropagation();
  };
  const holdClick = (event: MouseEvent) => {
    keepFromReact(event);
    const { target } = event;
    // links work without scripts, but must not overtake a tap that came first
    const tapped =
      target instanceof Element &&
      target.closest<HTMLElement>(taps.length > 0 ? "button, a[href]" : "button");
    if (!tapped || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // forms with an action work without scripts too
    if (
      tapped instanceof HTMLButtonElement &&
      tapped.type === "submit" &&
      tapped.form?.hasAttribute("action")
    )
      return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!taps.includes(tapped)) taps.push(tapped);
    tapped.setAttribute("aria-busy", "true");
    load();
  };

  const replay: Window["replay"] = {
    taps,
    stop: () => {
      removeEventListener("click", holdClick, true);
      removeEventListener("change", noteChange, true);
      removeEventListener("error", stopOnError, true);
      for (const name of gestures) removeEventListener(name, keepFromReact, true);
    },
  };
  // a script failed to load: stop holding events, and let the page say so (base.css)
  const stopOnError = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement)) return;
    replay.stop();
    for (const tapped of taps) tapped.removeAttribute("aria-busy");
    root.dataset.broken = "";
  };
  const noteChange = (event: Event) => {
    keepFromReact(event);
    const { target } = event;
    load();
    if (target instanceof HTMLInputElement && target.type === "radio")
      replay.chosen = { name: target.name, value: target.value };
  };

  addEventListener("click", holdClick, true);
  addEventListener("change", noteChange, true);
  addEventListener("error", stopOnError, true);
  if (wait) for (const name of touches) addEventListener(name, load, { capture: true, passive: true });
  // registered last: listeners registered before still run
  for (const name of gestures) addEventListener(name, keepFromReact, { capture: true, passive: true });
  window.replay = replay;
  if (!wait) {
    // not on browsing pages: the first access to storage takes a slow phone some 5 ms, and they need nothing of it
    try {
      if (localStorage.getItem("token")) root.dataset.signedIn = "";
      // reserves the space of the cart's lines
      const products = Object.values<object>(JSON.parse(localStorage.getItem("cart") ?? "{}"));
      const lines = products.flatMap((sizes) => Object.keys(sizes)).length;
      if (lines > 0) root.style.setProperty("--cart-lines", String(lines));
    } catch {
      // storage is blocked, or holds no valid cart
    }
    return;
  }
  // a return by history: React Router restores the scroll position, and the scripts are cached
  if (history.state) load();
  addEventListener("load", () => {
    if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 1_000 });
    else setTimeout(load, 200);
  });
}
