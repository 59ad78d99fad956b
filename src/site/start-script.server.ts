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
  let asked = false;

  const load = () => {
    const kept = document.getElementById("page-script");
    if (!kept) return document.addEventListener("DOMContentLoaded", load);
    if (asked) return;
    asked = true;
    for (const name of touches) removeEventListener(name, load, true);
    for (const href of files)
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    document.head.append(
      Object.assign(document.createElement("script"), { type: "module", textContent: kept.textContent }),
    );
  };
  const hold = (event: Event) => {
    const button = event.target instanceof Element && event.target.closest("button");
    // a form with an address works by itself
    if (!button || (button.type === "submit" && button.form?.hasAttribute("action"))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!taps.includes(button)) taps.push(button);
    button.setAttribute("aria-busy", "true");
  };

  addEventListener("click", hold, true);
  window.early = { taps, stop: () => removeEventListener("click", hold, true) };
  try {
    if (localStorage.getItem("token")) root.dataset.signedIn = "";
  } catch {
    // storage is blocked: nobody is signed in
  }
  if (!wait) return;
  for (const name of touches) addEventListener(name, load, { capture: true, passive: true });
  addEventListener("load", () => {
    if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 1_000 });
    else setTimeout(load, 200);
  });
}
