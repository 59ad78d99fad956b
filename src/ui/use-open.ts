import { type NavigateOptions, useNavigate } from "react-router";
import { OFFLINE } from "../platform/browser/call.ts";
import { canOpen } from "../platform/browser/prefetch-pages.ts";
import { toast } from "./toast.ts";

/** Opens another page of the storefront for a button; without a connection to load it by, a toast says so instead. */
export function useOpen(): (path: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  return (path, options) => {
    // the service worker has a copy, or shows the offline page
    if (canOpen(path) || navigator.serviceWorker?.controller) void navigate(path, options);
    else toast("error", OFFLINE);
  };
}
