/** Milliseconds after which scripts that are still coming are said to be missing: within ten seconds, drawn too. */
const LATE = 9_000;

/**
 * The first script of every page, of syntax that old browsers read too. It marks the document `data-old` in browsers
 * older than platform/browser/oldest-browsers.ts, and `data-broken` where the page's scripts did not come, could not be
 * read, or are late (base.css shows what is said of each). Hydration ends it, and takes `data-broken` back. After a reload
 * in the middle of a move it opens the page that was loading.
 */
export function loadWatch(): string {
  // it stands in every page, where indents are bytes
  return `(${String(watch).replace(/\n\s+/g, "\n")})(${LATE})`;
}

// inlined as text: it cannot use anything outside of itself
function watch(late: number): void {
  const root = document.documentElement;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = () => root.setAttribute("data-broken", "");
  // scripts that others put into the page do not count
  const onError = ({ target, filename, error, reason }: Partial<ErrorEvent & PromiseRejectionEvent>) => {
    const { src } = target as HTMLScriptElement;
    const isOurs =
      target instanceof HTMLScriptElement
        ? !src || src.indexOf(location.origin) === 0
        : // also an import() that was refused
          reason instanceof Error || error instanceof SyntaxError || /\/assets\//.test(filename || "");
    if (!isOurs) return;
    say();
    if (window.replay) window.replay.fail();
  };
  const names = ["error", "unhandledrejection"];
  for (const name of names) addEventListener(name, onError, true);
  window.pageScripts = {
    begin: () => {
      timer = timer || setTimeout(say, late);
    },
    done: () => {
      clearTimeout(timer);
      for (const name of names) removeEventListener(name, onError, true);
      root.removeAttribute("data-broken");
    },
  };
  // what came with Chrome 87, Safari 15 and Firefox 115, each asked of that browser
  const isOld =
    !window.CSS ||
    !CSS.supports("inset", "0") ||
    !window.WebGL2RenderingContext ||
    ("InternalError" in window && !URL.canParse);
  if (isOld) root.setAttribute("data-old", "");
  // a module of the next page did not come (ui/waiting-bar.tsx); storage is slow on cheap phones, so it is asked here alone
  if (performance.navigation?.type === 1)
    try {
      const next = sessionStorage.getItem("next-page");
      sessionStorage.removeItem("next-page");
      if (next) location.assign(next);
    } catch {}
}
