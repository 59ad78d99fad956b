import "./staff.css";
import type { ReactNode } from "react";
import {
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
} from "react-router";
import { shop } from "../../shop.ts";
import { PAPER } from "../../site/document/colours.ts";
import icon from "../../ui/favicon.svg?inline";
import { pageTitle } from "./page-title.ts";

export function meta({ error }: { error?: unknown }) {
  return pageTitle(error ? "Not shown" : "Staff");
}

/** The document around every screen of the back office. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={shop.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={PAPER} />
        <link rel="icon" href={icon} type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <main id="main" className="page" tabIndex={-1}>
      <Outlet />
    </main>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const here = useLocation();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main id="main" className="page" tabIndex={-1}>
      <h1>{isMissing ? "Not found" : "Something went wrong"}</h1>
      <Link to={here} reloadDocument className="button">
        Try again
      </Link>
    </main>
  );
}
