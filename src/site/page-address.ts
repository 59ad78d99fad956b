import { useLocation } from "react-router";
import { useSettings } from "../settings/use-settings.ts";

/** The page's whole address without its query, which may hold the secret of a mailed link. */
export function usePageAddress(): string {
  const { pathname } = useLocation();
  return (useSettings()?.publicUrl ?? "") + pathname;
}
