type Kind = "success" | "error" | "info";

/** Shows a toast; the toast library is fetched with the first one, so that pages are not heavier for it. */
export function toast(kind: Kind, message: string): void {
  void import("react-toastify").then(({ toast: show }) => show[kind](message));
}
