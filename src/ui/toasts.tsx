import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { endEarlierToasts, loadedToasts, onToastsLoaded } from "./toast.ts";

/** Where toasts appear: top right, gone after 5 s, light, paused by hover and lost focus, swiped away, Alt+T (specification §9). */
export function Toasts() {
  // not lazy(): a library that fails to arrive must cost the toasts, not the page around them
  const library = useSyncExternalStore(onToastsLoaded, loadedToasts, () => undefined);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change of the page
  useEffect(endEarlierToasts, [pathname]);
  if (!library) return null;
  return (
    <library.ToastContainer
      position="top-right"
      autoClose={5000}
      theme="light"
      pauseOnHover
      pauseOnFocusLoss
      draggable
      draggablePercent={80}
      hotKeys={(event) => event.altKey && event.code === "KeyT"}
    />
  );
}
