import { Links, useMatches } from "react-router";
import { routeFiles } from "../../platform/internals/route-files.ts";

/** The sheets that stand in the document itself (document.server.ts). */
const inlined = new Set<string>();
if (typeof document !== "undefined")
  for (const sheet of document.querySelectorAll<HTMLElement>("style[data-href]"))
    inlined.add(sheet.dataset.href ?? "");

/** The sheets of pages opened after the first; its own came with the document. */
export function Styles() {
  const matches = useMatches();
  if (import.meta.env.DEV) return <Links />;
  if (typeof document === "undefined") return null;
  const routes = routeFiles();
  const wanted = new Set(matches.flatMap(({ id }) => routes[id]?.css ?? []));
  return [...wanted]
    .filter((href) => !inlined.has(href))
    .map((href) => <link key={href} rel="stylesheet" href={href} precedence="page" />);
}
