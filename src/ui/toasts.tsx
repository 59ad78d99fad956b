import { lazy, Suspense } from "react";
import { useAlive } from "./alive.ts";

const Container = lazy(() =>
  import("react-toastify").then((library) => ({ default: library.ToastContainer })),
);

/** Where toasts appear: top right, gone after 5 s, light, paused by hover and lost focus, swiped away, Alt+T (specification §9). */
export function Toasts() {
  const alive = useAlive();
  if (!alive) return null;
  return (
    <Suspense>
      <Container
        position="top-right"
        autoClose={5000}
        theme="light"
        pauseOnHover
        pauseOnFocusLoss
        draggable
        draggablePercent={80}
        hotKeys={(event) => event.altKey && event.code === "KeyT"}
      />
    </Suspense>
  );
}
