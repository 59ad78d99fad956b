import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { whenOnline } from "../../platform/browser/line-back.ts";
import { persisted } from "../../platform/browser/persisted.ts";
import { useOnline } from "../../platform/browser/use-online.ts";
import { useSettings } from "../../settings/use-settings.ts";
import { isCardPage } from "../rules.ts";

/** The history entry that was reloaded to get a document of its own; if that did not help, a second reload would not either. */
const reloaded = persisted("card-reloaded", { area: () => sessionStorage });

/**
 * Makes sure that the card page is loaded as a document of its own: only there may the provider's script run, and it ends with
 * that document. Reached by a link, it reloads itself once; left by a link, the next page is loaded whole. What was carried
 * here is in the history and stays. Where the browser stores nothing, a reload would end the sign-in: `no-storage`.
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

/** The router has moved on to another page, which is reloaded as a document as soon as there is a connection. */
function leave(): void {
  if (isCardPage(location.pathname)) return;
  whenOnline(() => location.reload());
}
