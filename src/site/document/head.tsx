import { Links, useMatches } from "react-router";
import { Rich } from "../../language/rich.tsx";
import { t } from "../../language/t.ts";
import { routeFiles } from "../../platform/internals/route-files.ts";
import { usePageAddress, useShop } from "../../settings/use-settings.ts";
import { PAPER, shop } from "../../shop.ts";
import icon from "../../ui/favicon.svg?inline";
import { telLink } from "../../ui/tel-link.ts";
import { whatsAppHelp } from "../ask-on-whatsapp.tsx";

/** The addresses of the sheets that are inlined in the document (document.server.ts). */
const inlined = new Set<string>();
if (typeof document !== "undefined")
  for (const sheet of document.querySelectorAll<HTMLElement>("style[data-href]"))
    inlined.add(sheet.dataset.href ?? "");

/** The sheets of pages opened by client-side navigation; the first page's came with the document. */
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

/** Links for the browser's own use: colour, icons, manifest. They never change, so only the server writes them. */
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

/** Only the document has these texts: they are for browsers without our scripts, which therefore contain none of them. */
const WRITTEN = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: "" } };

/** Says which browsers can buy; shown in older ones (bootstrap-script.server.ts). */
export function OldBrowser() {
  return import.meta.env.SSR ? <OldOnServer /> : <p className="page-old" {...WRITTEN} />;
}

/** Says that the page's scripts are missing; shown where they are (bootstrap-script.server.ts). */
export function Broken() {
  const words = import.meta.env.SSR ? { children: <BrokenWords /> } : WRITTEN;
  return <p className="page-broken" role="alert" {...words} />;
}

function OldOnServer() {
  const shop = useShop();
  const whatsapp = whatsAppHelp({ page: usePageAddress() }, shop);
  return (
    <p className="page-old">
      <Rich
        sentence="To buy here you need Chrome 87, Safari or iOS 15, Firefox 115, Samsung Internet 14, or newer. You can also order by phone, {phone}, or on {whatsapp}."
        phone={<a href={telLink(shop.phone)}>{shop.phone}</a>}
        whatsapp={<a href={whatsapp}>WhatsApp</a>}
      />
    </p>
  );
}

function BrokenWords() {
  return (
    <>
      {t("This page did not load fully.")}{" "}
      {/* biome-ignore lint/a11y/useValidAnchor: an empty address is this one */}
      <a href="">{t("Load it again")}</a>
    </>
  );
}
