import { type NavigateOptions, useNavigate } from "react-router";
import { OFFLINE } from "../platform/browser/call.ts";
import { canOpen } from "../platform/browser/prefetch-pages.ts";
import { toast } from "./toast.ts";

/**
 * Opens another page of the storefront for a button, by its pathname. Without a connection to load it by it is asked for as
 * a link would be; where no service worker can answer, a toast says so instead.
 */
export function useOpen(): (path: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  return (path, options) => {
    if (canOpen(path)) void navigate(path, options);
    // as a document: the service worker has a copy, or shows the offline page
    else if (navigator.serviceWorker?.controller) location.assign(path);
    else toast("error", OFFLINE, { once: true });
  };
}
