import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { token } from "../../accounts/sign-in.ts";
import { useSettings } from "../../ordering/use-settings.ts";
import { persisted } from "../../platform/browser/persisted.ts";
import { useOnline } from "../../platform/browser/use-online.ts";
import { isCardPage } from "./card-address.ts";

/** The history entry that was reloaded to get a document of its own; a second reload would not bring one either. */
const reloaded = persisted("card-reloaded", () => sessionStorage);

/**
 * Sees to it that the card page is a document of its own: only there is the provider let in, and nowhere else does its
 * script stay alive. Reached by a link it reloads itself once; left by a link, the next page is loaded whole. What was
 * carried here is in the history and stays. A sign-in that storage does not keep would end there: `forgetful`.
 */
export function useOwnDocument(): "ours" | "coming" | "never" | "forgetful" {
  const isOurs = Boolean(useSettings()?.cardScript);
  const { key } = useLocation();
  const online = useOnline();
  const isForgetful = token.isInMemory();
  const [isAgain] = useState(() => typeof window !== "undefined" && reloaded.read() === key);

  useEffect(() => {
    if (!isOurs) return;
    reloaded.write(null);
    return leave;
  }, [isOurs]);

  useEffect(() => {
    if (isOurs || isForgetful || isAgain || !online || reloaded.read() === key) return;
    reloaded.write(key);
    location.reload();
  }, [isOurs, isForgetful, isAgain, online, key]);

  if (isOurs) return "ours";
  if (isForgetful) return "forgetful";
  return isAgain ? "never" : "coming";
}

/** The router has moved on to another page: that one is loaded anew, as soon as it can be. */
function leave(): void {
  if (isCardPage(location.pathname)) return;
  if (navigator.onLine) location.reload();
  else window.addEventListener("online", () => location.reload(), { once: true });
}
