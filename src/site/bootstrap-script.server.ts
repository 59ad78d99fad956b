/**
 * The script in the head of every page, before anything is painted: keeps taps on buttons until the page is alive
 * (`playEarlyTaps` plays them), and fetches the page's scripts. `files` are what they consist of; `wait`: not before the
 * first touch or key, or until all pictures in view are there and the phone has nothing else to do.
 */
export function startScript(files: readonly string[], wait: boolean): string {
  return `(${start})(${JSON.stringify(files).replaceAll("<", "\\u003c")},${wait})`;
}

// runs in the browser, from its text: nothing outside may be used
function start(files: string[], wait: boolean): void {
  const root = document.documentElement;
  const taps: HTMLElement[] = [];
  const touches = ["pointerdown", "keydown", "pointerover"];
  const gestures =
    "pointerdown pointerup pointercancel mousedown mouseup touchstart touchend touchcancel contextmenu auxclick keydown keyup input".split(
      " ",
    );
  let asked = false;

  const load = () => {
    if (!wait || asked) return;
    if (document.readyState === "loading") return document.addEventListener("DOMContentLoaded", load);
    asked = true;
    for (const name of touches) removeEventListener(name, load, true);
    for (const href of files)
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    // the files are on their way; what is kept here is run once the tap that asked for them has been answered
    setTimeout(wake, 200);
  };
  // in their order: what the page holds, then the module that takes it over
  const wake = () => {
    for (const { dataset, textContent } of document.querySelectorAll<HTMLElement>(
      "script[type='text/plain']",
    ))
      document.head.append(
        Object.assign(document.createElement("script"), { type: dataset.as ?? "", textContent }),
      );
  };
  // React, hearing of a tap before it is done, takes the whole page over first and lets nothing be drawn meanwhile
  const keepFromReact = (event: Event) => {
    if (window.early) event.stopImmediatePropagation();
  };
  const hold = (event: MouseEvent) => {
    keepFromReact(event);
    const { target } = event;
    // links work by themselves, but not before what was tapped first
    const tapped =
      target instanceof Element &&
      target.closest<HTMLElement>(taps.length > 0 ? "button, a[href]" : "button");
    if (!tapped || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // and so do forms with an address
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

  const early: Window["early"] = {
    taps,
    stop: () => {
      removeEventListener("click", hold, true);
      removeEventListener("change", note, true);
      removeEventListener("error", giveUp, true);
      for (const name of gestures) removeEventListener(name, keepFromReact, true);
    },
  };
  // the scripts did not come: nothing is held any longer, and the page says so (base.css)
  const giveUp = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement)) return;
    early.stop();
    for (const tapped of taps) tapped.removeAttribute("aria-busy");
    root.dataset.broken = "";
  };
  const note = (event: Event) => {
    keepFromReact(event);
    const { target } = event;
    load();
    if (target instanceof HTMLInputElement && target.type === "radio")
      early.chosen = { name: target.name, value: target.value };
  };

  addEventListener("click", hold, true);
  addEventListener("change", note, true);
  addEventListener("error", giveUp, true);
  if (wait) for (const name of touches) addEventListener(name, load, { capture: true, passive: true });
  // after them, for they are kept from whoever comes later
  for (const name of gestures) addEventListener(name, keepFromReact, { capture: true, passive: true });
  window.early = early;
  if (!wait) {
    // the first look into storage takes a slow phone some 5 ms, and pages for looking around show nothing to visitors alone
    try {
      if (localStorage.getItem("token")) root.dataset.signedIn = "";
      // so that the page keeps as much room as the cart's lines take
      const products = Object.values<object>(JSON.parse(localStorage.getItem("cart") ?? "{}"));
      const lines = products.flatMap((sizes) => Object.keys(sizes)).length;
      if (lines > 0) root.style.setProperty("--cart-lines", String(lines));
    } catch {
      // storage is blocked, and nobody signed in; or what lies there is no cart
    }
    return;
  }
  // somebody who comes back: React Router knows the place in the page, and the scripts lie here
  if (history.state) load();
  addEventListener("load", () => {
    if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 1_000 });
    else setTimeout(load, 200);
  });
}
