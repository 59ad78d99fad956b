import { type CSSProperties, useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { t } from "../language/t.ts";
import { useOnline } from "../platform/browser/use-online.ts";
import { endEarlierToasts, endOfflineToasts, loadedToasts, onToastsLoaded } from "./toast.ts";

// in this module, as they are not needed before the library is loaded
const OUR_COLOURS = {
  "--toastify-font-family": "var(--text)",
  "--toastify-toast-bd-radius": 0,
  "--toastify-toast-shadow": "var(--shadow), 0 0 0 1.5px var(--ink)",
  "--toastify-color-light": "var(--paper-raised)",
  "--toastify-text-color-light": "var(--ink)",
  "--toastify-icon-color-success": "var(--leaf)",
  "--toastify-icon-color-error": "var(--signal)",
  "--toastify-icon-color-info": "var(--ink)",
  "--toastify-color-progress-success": "var(--leaf)",
  "--toastify-color-progress-error": "var(--signal)",
  "--toastify-color-progress-info": "var(--ink)",
} as CSSProperties;

/** Where toasts appear: top right, gone after 5 s, light, paused by hover and lost focus, swiped away, Alt+T (specification §9). */
export function Toasts() {
  // not lazy(): a library that fails to arrive must cost the toasts, not the page around them
  const library = useSyncExternalStore(onToastsLoaded, loadedToasts, () => undefined);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change of the page
  useEffect(endEarlierToasts, [pathname]);
  const online = useOnline();
  useEffect(() => {
    if (online) endOfflineToasts();
  }, [online]);
  // each toast is an alert of its own: a live region around them would have it said twice
  useEffect(() => {
    if (library) document.querySelector(".Toastify")?.setAttribute("aria-live", "off");
  }, [library]);
  if (!library) return null;
  return (
    <library.ToastContainer
      aria-label={t("Notifications Alt+T")}
      position="top-right"
      style={OUR_COLOURS}
      autoClose={5000}
      // the newest is on top of the pile, and is the one that Alt+T reaches
      newestOnTop
      theme="light"
      pauseOnHover
      pauseOnFocusLoss
      draggable
      draggablePercent={80}
      hotKeys={(event) => event.altKey && event.code === "KeyT"}
    />
  );
}
