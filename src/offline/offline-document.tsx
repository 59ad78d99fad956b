import { shop } from "../shop.ts";
import { Logo } from "../site/logo.tsx";
import { Wave } from "../ui/wave.tsx";

/** What marks the place of the list of seen products, which the worker puts in. */
const SEEN = "<!--seen-->";

/** The page for an address that was never opened here, asked for without a connection; it needs no script and no other file. */
export function OfflineDocument({ css }: { css: string }) {
  return (
    <html lang={shop.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#fbf6ec" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>{`No connection | ${shop.name}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the shop's own styles, from the build */}
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <header className="site-header">
          <div className="site-header-row">
            <a href="/" className="brand" aria-label={`${shop.name}, home`}>
              <Logo />
            </a>
          </div>
        </header>
        <main id="main" className="page offline-page">
          <Wave className="lost-wave" bars={36} />
          <h1>No connection</h1>
          <p>This page has not been opened on this device before, so it cannot be shown now.</p>
          <p>
            Your cart and what you typed at checkout are safe on this device. Check your internet, then try
            again.
          </p>
          <p className="row">
            {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the one asked for */}
            <a href="" className="button button-primary">
              Try again
            </a>
            <a href="/cart" className="button">
              See your cart
            </a>
          </p>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a comment for the worker to replace */}
          <div dangerouslySetInnerHTML={{ __html: SEEN }} />
          <p>
            In a hurry? Call us: <a href={`tel:${shop.phone.replaceAll(" ", "")}`}>{shop.phone}</a>.
          </p>
        </main>
      </body>
    </html>
  );
}
