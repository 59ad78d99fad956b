import "./styles.css";
import { type MouseEvent, type ReactNode, useEffect } from "react";
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import { refreshCart } from "./cart/cart-store.ts";
import { Rich } from "./language/rich.tsx";
import { spokenLanguage, t, tMessage } from "./language/t.ts";
import { isCardPage } from "./payments/card/card-address.ts";
import { useFocusOnArrival } from "./platform/browser/use-focus-on-arrival.ts";
import { useShop } from "./settings/use-shop.ts";
import { shop } from "./shop.ts";
import { HeadLinks, Styles } from "./site/document/head.tsx";
import type { LoaderArgs } from "./site/document/load-context.ts";
import { Broken, OldBrowser } from "./site/document/load-notes.tsx";
import { useRoutePrefetch } from "./site/document/route-prefetch.ts";
import { Footer } from "./site/footer.tsx";
import { Header } from "./site/header.tsx";
import { NotFound } from "./site/pages/not-found.tsx";
import { replayTaps } from "./ui/event-replay.ts";
import { Link } from "./ui/link.tsx";
import { SHORT_PAGE } from "./ui/short-page.ts";
import { telLink } from "./ui/tel-link.ts";
import { WaitingBar } from "./ui/waiting-bar.tsx";
import { Wave } from "./ui/wave.tsx";

export function loader({ context: { settings }, url }: LoaderArgs<Route.LoaderArgs>) {
  // once per document: where it is missing, the card page knows that the document is another page's
  return isCardPage(url.pathname) ? settings : { ...settings, cardScript: "" };
}

export function meta({ error }: Route.MetaArgs) {
  if (!error) return [{ title: shop.name }];
  return [
    { title: `${t(isMissing(error) ? "Not found" : "Something went wrong")} | ${shop.name}` },
    { name: "robots", content: "noindex" },
  ];
}

/** The document around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const settings = useRouteLoaderData<typeof loader>("root");
  const matches = useMatches();
  const failed = useRouteError() !== null;
  const isShort = failed || matches.some(({ handle }) => handle === SHORT_PAGE);
  // here, as error pages have taps to replay too
  useEffect(replayTaps, []);
  return (
    <html
      lang={spokenLanguage() ?? shop.language}
      data-language={spokenLanguage()}
      data-backend={settings?.backendUrl || undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {import.meta.env.SSR && <HeadLinks />}
        <Meta />
        <Styles />
        <noscript>
          <style>{".needs-script{display:none!important}"}</style>
        </noscript>
      </head>
      <body>
        {/* biome-ignore lint/a11y/useValidAnchor: without scripts it is the link it looks like */}
        <a className="skip" href="#main" onClick={skipToMain}>
          {t("Skip to content")}
        </a>
        <WaitingBar />
        <Header />
        <OldBrowser />
        <main id="main" tabIndex={-1} className={isShort ? "main-short" : undefined}>
          {children}
        </main>
        <Footer />
        <Broken />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  // a stored token means an account's cart to fetch (specification §7)
  useEffect(() => void refreshCart(), []);
  useFocusOnArrival();
  useRoutePrefetch();
  return <Outlet />;
}

/** Settings never change while the page is open. */
export function shouldRevalidate() {
  return false;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shop = useShop();
  const here = useLocation();
  if (isMissing(error))
    return (
      <NotFound title={typeof error.data === "string" ? tMessage(error.data) : t("We can't find that page")}>
        {t("It may have moved, or the address may be mistyped.")}
      </NotFound>
    );
  return (
    <section className="page lost">
      <Wave className="lost-wave" bars={36} />
      <h1>{t("Something went wrong")}</h1>
      <p>{t("We couldn't show this page. Your cart is safe. Please try again in a moment.")}</p>
      <p className="row">
        <Link to={here.pathname + here.search} reloadDocument className="button button-primary">
          {t("Try again")}
        </Link>
        <Link to="/" reloadDocument className="button">
          {t("Go to the home page")}
        </Link>
      </p>
      <p>
        <Rich
          sentence="If it keeps happening, call us: {phone}."
          phone={<a href={telLink(shop.phone)}>{shop.phone}</a>}
        />
      </p>
    </section>
  );
}

function isMissing(error: unknown): error is { status: 404; data: unknown } {
  return isRouteErrorResponse(error) && error.status === 404;
}

/** The address stays: a new one would lose what the pages of an order hand on to each other. */
function skipToMain(event: MouseEvent) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
