import { type LoaderArgs, type Person, pageTitle, usePerson } from "./app/page.ts";
import "./app/staff.css";
import { type ReactNode, useEffect } from "react";
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
import { useFocusOnArrival } from "../platform/browser/use-focus-on-arrival.ts";
import { useOnline } from "../platform/browser/use-online.ts";
import { PAPER, shop } from "../shop.ts";
import icon from "../ui/favicon.svg?inline";
import { WaitingBar } from "../ui/waiting-bar.tsx";
import { ChallengeDialog } from "./app/calls/challenge-dialog.tsx";
import { replayTyped } from "./app/early-typing.ts";
import { Frame } from "./app/frame.tsx";

/** Who is signed in; undefined on the pages before sign-in. */
export async function loader({ context }: LoaderArgs): Promise<{ person: Person | undefined }> {
  const { status, body } = await context.read("/api/staff/me");
  return { person: status === 200 ? (body as Person) : undefined };
}

export function meta({ error }: { error?: unknown }) {
  return pageTitle(error ? titleOf(error) : "Staff");
}

/** The document around every screen of the back office. */
export function Layout({ children }: { children: ReactNode }) {
  const person = usePerson();
  useEffect(() => window.pageScripts?.done(), []);
  useEffect(replayTyped, []);
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
        <WaitingBar />
        <noscript>
          <p className="no-script">Without JavaScript you can read everything here, but change nothing.</p>
        </noscript>
        <p className="page-old">
          To work here you need Chrome 87, Safari or iOS 15, Firefox 115, Samsung Internet 14, or newer.
        </p>
        {person ? (
          <Frame person={person}>{children}</Frame>
        ) : (
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        )}
        <ChallengeDialog />
        <p className="page-broken" role="alert">
          This page did not load fully.{" "}
          {/* biome-ignore lint/a11y/useValidAnchor: an empty address is this one */}
          <a href="">Load it again</a>
        </p>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  useFocusOnArrival();
  return <Outlet />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const here = useLocation();
  const online = useOnline();
  const isCutOff = !online && !isRouteErrorResponse(error);
  const message = isRouteErrorResponse(error) ? String(error.data?.message ?? "") : "";
  return (
    <section className="page-narrow stack">
      <h1>{isCutOff ? "No connection" : titleOf(error)}</h1>
      <p>
        {isCutOff
          ? "You are offline. Try again once you are connected."
          : message || "This page could not be shown. Please try again in a moment."}
      </p>
      <p className="row">
        <Link to={here} reloadDocument className="button">
          Try again
        </Link>
        <Link to="/" reloadDocument className="button">
          Go to Today
        </Link>
      </p>
    </section>
  );
}

function titleOf(error: unknown): string {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return "Not found";
  return status === 403 ? "Not for your role" : "Something went wrong";
}
