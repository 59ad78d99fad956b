import { LINE_MAX, LINES_MAX } from "../../cart/rules.ts";
import { scriptJson } from "../../platform/json.ts";

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

/**
 * The bootstrap script in the head of every page, run before the first paint. It holds taps on buttons until hydration
 * (`replayTaps` replays them) and loads the page's scripts. A tap on ADD TO CART counts at once: kept in the cart of this
 * device, shown on the badge. `files` are these scripts; with `wait` they load at the first
 * touch or key, or once the pictures in view are there and the browser is idle.
 */
export function bootstrapScript(files: readonly string[], wait: boolean): string {
  // it stands in every page, where indents are bytes
  const script = String(bootstrap).replace(/\n\s+/g, "\n");
  return `(${script})(${scriptJson(files)},${wait},${LINE_MAX},${LINES_MAX})`;
}

// inlined as text: it cannot use anything outside of itself
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: and so no other function
function bootstrap(files: string[], wait: boolean, lineMax: number, linesMax: number): void {
  const root = document.documentElement;
  const taps: HTMLElement[] = [];
  const touches = ["pointerdown", "keydown", "pointerover"];
  const gestures =
    "pointerdown pointerup pointercancel mousedown mouseup touchstart touchend touchcancel contextmenu auxclick keydown keyup input".split(
      " ",
    );
  let requested = false;

  const begin = () => {
    if (window.pageScripts) window.pageScripts.begin();
  };
  const load = () => {
    if (!wait || requested) return;
    begin();
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
    if (tapped.matches("form[action] [type=submit]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!taps.includes(tapped)) taps.push(tapped);
    tapped.setAttribute("aria-busy", "true");
    // what cannot be kept now is an ordinary tap
    try {
      // once hydration has taken over what was added, the tap is replayed as any other
      if (window.replay && !replay.added) replay.added = addToCart(tapped);
    } catch {}
    load();
  };
  // as addToCart of the cart's store does; the badge is drawn by its style, so that React finds the elements it expects
  const addToCart = (button: HTMLElement) => {
    const { product, counts } = button.dataset;
    const size = button instanceof HTMLButtonElement && button.form && new FormData(button.form).get("size");
    if (!product || !counts || typeof size !== "string") return undefined;
    const cart: Record<string, Record<string, number>> = JSON.parse(localStorage.getItem("cart") ?? "{}");
    const sizes = cart[product] ?? {};
    const quantity = (sizes[size] ?? 0) + 1;
    cart[product] = { ...sizes, [size]: quantity };
    const quantities = Object.values(cart).flatMap((each) => Object.values(each));
    const items = quantities.reduce((sum, each) => sum + each, 0);
    const isWithin = quantity <= lineMax && quantities.length <= linesMax && items > 0;
    const badge = document.querySelector<HTMLElement>(".cart-link");
    if (!isWithin || !badge) return undefined;
    localStorage.setItem("cart", JSON.stringify(cart));
    // an account's cart hears of it with the page's scripts
    if (localStorage.getItem("token")) {
      const unsent = JSON.parse(sessionStorage.getItem("cart-unsent") ?? "[]");
      const line = { productId: product, size, quantity };
      sessionStorage.setItem("cart-unsent", JSON.stringify([...unsent, line]));
    }
    const [one = "", more = ""] = counts.split("|");
    badge.dataset.count = items > 99 ? "99+" : String(items);
    badge.setAttribute("aria-label", items === 1 ? one : more.replace("{items}", String(items)));
    return { button, size };
  };

  const replay: NonNullable<Window["replay"]> = {
    taps,
    stop: () => {
      removeEventListener("click", holdClick, true);
      removeEventListener("change", noteChange, true);
      for (const name of gestures) removeEventListener(name, keepFromReact, true);
    },
    fail: () => {
      replay.stop();
      for (const tapped of taps) tapped.removeAttribute("aria-busy");
    },
  };
  const noteChange = (event: Event) => {
    keepFromReact(event);
    const { target } = event;
    load();
    if (!(target instanceof HTMLInputElement) || target.type !== "radio") return;
    replay.chosen = { name: target.name, value: target.value };
    // what waited for the choice
    for (const button of target.form?.querySelectorAll("[aria-disabled]") ?? [])
      button.setAttribute("aria-disabled", "false");
  };

  addEventListener("click", holdClick, true);
  addEventListener("change", noteChange, true);
  if (wait) for (const name of touches) addEventListener(name, load, { capture: true, passive: true });
  // registered last: listeners registered before still run
  for (const name of gestures) addEventListener(name, keepFromReact, { capture: true, passive: true });
  window.replay = replay;
  if (!wait) {
    begin();
    // not on browsing pages: the first access to storage takes a slow phone some 5 ms, and they need nothing of it
    try {
      if (localStorage.getItem("token")) {
        root.dataset.signedIn = "";
        // an address that comes on a card takes other room than the fields; of another width the height is not known
        const [width, height] = (localStorage.getItem("delivery-height") ?? "").split(" ");
        const hasAddress = /"_id":/.test(localStorage.getItem("checkout-draft") ?? "");
        if (hasAddress && Number(width) === innerWidth) {
          root.dataset.addressKept = "";
          root.style.setProperty("--delivery-height", `${height}px`);
        }
      }
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
  const loadWhenIdle = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 1_000 });
    else setTimeout(load, 200);
  };
  addEventListener("load", () => {
    // pictures out of the cache may be there before the first frame, which a hidden tab does not draw
    if (document.hidden) loadWhenIdle();
    else requestAnimationFrame(loadWhenIdle);
  });
}
