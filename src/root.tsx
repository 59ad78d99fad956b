import "./ui/styles.css";
import { useEffect } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import { refreshCart } from "./cart/cart-store.ts";
import { shop } from "./shop.ts";
import { Footer } from "./site/footer.tsx";
import { Header } from "./site/header.tsx";
import { Toasts } from "./ui/toasts.tsx";

export function loader({ context }: Route.LoaderArgs) {
  return context.settings;
}

export function meta() {
  return [{ title: shop.name }];
}

/** The document around every page. */
export function Layout({ children }: { children: React.ReactNode }) {
  const settings = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang={shop.language} data-backend={settings?.backendUrl || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <Header />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer />
        <Toasts />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  // a stored token means an account's cart to fetch (specification §7)
  useEffect(() => void refreshCart(), []);
  return <Outlet />;
}

/** Settings never change while the page is open. */
export function shouldRevalidate() {
  return false;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <section>
      <h1>{missing ? "We could not find that page" : "Something went wrong"}</h1>
      <p>
        {missing
          ? "It may have moved, or the address has a slip in it."
          : "Your cart is safe. Please try again."}
      </p>
      <a href="/collection">See the collection</a>
    </section>
  );
}
