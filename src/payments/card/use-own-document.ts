import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { whenOnline } from "../../platform/browser/line-back.ts";
import { persisted } from "../../platform/browser/persisted.ts";
import { useOnline } from "../../platform/browser/use-online.ts";
import { useSettings } from "../../settings/use-settings.ts";
import { isCardPage } from "../rules.ts";

/** The history entry that was reloaded to get a document of its own; a second reload would not bring one either. */
const reloaded = persisted("card-reloaded", { area: () => sessionStorage });

/**
 * Sees to it that the card page is a document of its own: only there is the provider let in, and nowhere else does its
 * script stay alive. Reached by a link it reloads itself once; left by a link, the next page is loaded whole. What was
 * carried here is in the history and stays. Where the browser stores nothing, a reload would end the sign-in: `no-storage`.
 */
export function useOwnDocument(): "ready" | "loading" | "failed" | "no-storage" {
  const isReady = Boolean(useSettings()?.cardScript);
  const { key } = useLocation();
  const online = useOnline();
  const hasNoStorage = token.isInMemory();
  const [hasReloaded] = useState(() => typeof window !== "undefined" && reloaded.read() === key);

  useEffect(() => {
    if (!isReady) return;
    reloaded.write(null);
    return leave;
  }, [isReady]);

  useEffect(() => {
    if (isReady || hasNoStorage || hasReloaded || !online || reloaded.read() === key) return;
    reloaded.write(key);
    location.reload();
  }, [isReady, hasNoStorage, hasReloaded, online, key]);

  if (isReady) return "ready";
  if (hasNoStorage) return "no-storage";
  return hasReloaded ? "failed" : "loading";
}

/** The router has moved on to another page: that one is loaded anew, as soon as it can be. */
function leave(): void {
  if (isCardPage(location.pathname)) return;
  whenOnline(() => location.reload());
}
