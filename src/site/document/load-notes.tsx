import { Rich } from "../../language/rich.tsx";
import { t } from "../../language/t.ts";
import { useShop } from "../../settings/use-shop.ts";
import { telLink } from "../../ui/tel-link.ts";
import { usePageAddress } from "../page-address.ts";
import { whatsAppHelp } from "../whatsapp-help.ts";

/** The document alone has these words: where they are needed there are no scripts, which so have none of them. */
const WRITTEN = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: "" } };

/** Which browsers can buy; shown in older ones (load-watch.server.ts). */
export function OldBrowser() {
  return import.meta.env.SSR ? <OldOnServer /> : <p className="page-old" {...WRITTEN} />;
}

/** That the page's scripts are missing; shown where they are (load-watch.server.ts). */
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
