import { Rich } from "../language/rich.tsx";
import { currentLanguage, t } from "../language/t.ts";
import { PAPER, shop } from "../shop.ts";
import { Logo } from "../site/logo.tsx";
import { telLink } from "../ui/tel-link.ts";
import { Wave } from "../ui/wave.tsx";

/** What marks the place of the list of seen products, which the worker puts in. */
const SEEN = "<!--seen-->";

/** The page for an address that was never opened here, asked for without a connection; it needs no script and no other file. */
export function OfflineDocument({ css }: { css: string }) {
  return (
    <html lang={currentLanguage() ?? shop.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={PAPER} />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>{`${t("No connection")} | ${shop.name}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the shop's own styles, from the build */}
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <header className="site-header">
          <div className="site-header-row">
            <a href="/" className="brand" aria-label={t("{name}, home", { name: shop.name })}>
              <Logo />
            </a>
          </div>
        </header>
        <main id="main" className="page offline-page">
          <Wave className="lost-wave" bars={36} />
          <h1>{t("No connection")}</h1>
          <p>{t("You haven't opened this page on this device before, so we can't show it now.")}</p>
          <p>
            {t(
              "Your cart and what you typed at checkout are safe on this device. Check your internet, then try again.",
            )}
          </p>
          <p className="row">
            {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the one asked for */}
            <a href="" className="button button-primary">
              {t("Try again")}
            </a>
            <a href="/cart" className="button">
              {t("See your cart")}
            </a>
          </p>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a comment for the worker to replace */}
          <div dangerouslySetInnerHTML={{ __html: SEEN }} />
          <p>
            <Rich
              sentence="In a hurry? Call us: {phone}."
              phone={<a href={telLink(shop.phone)}>{shop.phone}</a>}
            />
          </p>
        </main>
      </body>
    </html>
  );
}
