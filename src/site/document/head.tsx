import { Links, useMatches } from "react-router";
import { routeFiles } from "../../platform/internals/route-files.ts";
import { PAPER, shop } from "../../shop.ts";
import icon from "../../ui/favicon.svg?inline";

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

/** What a browser dresses its own window with: colour, icons, manifest. Always the same, so only the server writes it. */
export function HeadLinks() {
  return (
    <>
      <meta name="theme-color" content={PAPER} />
      <meta name="application-name" content={shop.name} />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href={icon} type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  );
}
