import type { MouseEvent } from "react";
import { useLocation } from "react-router";
import { useHydrated } from "../ui/use-hydrated.ts";
import { LANGUAGE, LANGUAGES } from "./languages.ts";
import { currentLanguage } from "./t.ts";

/** What pages read of a query on the server; others may say who somebody is, and are in no page that is kept. */
const READ = /^(?:category|subCategory|offer|search|sort|page|token|key)$/;

/**
 * The same page in the other language, which is named in itself. A link to a document of its own, so it works without
 * scripts, and the server keeps the choice (decision 40).
 */
export function LanguageLink({ className }: { className?: string }) {
  const { pathname, search } = useLocation();
  const hydrated = useHydrated();
  const other = currentLanguage() ? "en" : "sw";
  const query = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => name !== LANGUAGE && (hydrated || READ.test(name))),
  );
  query.set(LANGUAGE, other);
  return (
    <a
      className={className}
      href={`${pathname}?${query}`}
      hrefLang={other}
      lang={other}
      onClick={reloadInPlace}
    >
      {LANGUAGES[other]}
    </a>
  );
}

/** Opens the link in this entry of the history, which has what the pages of an order hand on to each other. */
function reloadInPlace(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  history.replaceState(history.state, "", event.currentTarget.href);
  location.reload();
}
