import "./styles.css";
import { type MouseEvent, type ReactNode, useEffect } from "react";
import {
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import { refreshCart } from "./cart/cart-store.ts";
import { currentLanguage, t } from "./language/t.ts";
import { useFocusOnArrival } from "./platform/browser/use-focus-on-arrival.ts";
import { shop } from "./shop.ts";
import { Broken, HeadLinks, OldBrowser, Styles } from "./site/document/head.tsx";
import type { LoaderArgs } from "./site/document/load-context.ts";
import { useRoutePrefetch } from "./site/document/route-prefetch.ts";
import { Footer } from "./site/footer.tsx";
import { Header } from "./site/header.tsx";
import { isMissing, RootError } from "./site/pages/root-error.tsx";
import { replayTaps } from "./ui/event-replay.ts";
import { SHORT_PAGE } from "./ui/short-page.ts";
import { WaitingBar } from "./ui/waiting-bar.tsx";

export function loader({ context: { settings } }: LoaderArgs<Route.LoaderArgs>) {
  return settings;
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
  // in the layout, as error pages have taps to replay too
  useEffect(replayTaps, []);
  return (
    <html
      lang={currentLanguage() ?? shop.language}
      data-language={currentLanguage()}
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

/** An open page keeps the settings it came with; the server always uses the current ones. */
export function shouldRevalidate() {
  return false;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RootError error={error} />;
}

/** Leaves the address as it is: a new one would lose the state that the pages of an order hand on to each other. */
function skipToMain(event: MouseEvent) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
