import { type ReactNode, useEffect, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { useOnline } from "../../platform/browser/use-online.ts";
import { shop } from "../../shop.ts";
import { Logo } from "../../site/logo.tsx";
import type { Right } from "../rights.ts";
import { ActionButton } from "./action.tsx";
import { send } from "./calls/call-staff.ts";
import { type Person, useMay } from "./page.ts";

type Place = { to: string; name: string; right: Right };

/** What a thumb reaches on a phone, and what stands behind More there. */
const FIRST: Place[] = [
  { to: "/", name: "Today", right: "today" },
  { to: "/orders", name: "Orders", right: "orders.read" },
  { to: "/codes", name: "Codes", right: "codes.read" },
  { to: "/goods", name: "Goods", right: "goods.read" },
];
const MORE: Place[] = [
  { to: "/money", name: "Money", right: "payments.read" },
  { to: "/coupons", name: "Coupons", right: "coupons.read" },
  { to: "/reviews", name: "Reviews", right: "reviews" },
  { to: "/settings", name: "Settings", right: "settings.read" },
  { to: "/episodes", name: "Episodes", right: "goods.read" },
  { to: "/people", name: "People", right: "people" },
  { to: "/audit", name: "Audit", right: "audit" },
  { to: "/devices", name: "Devices", right: "own" },
];

/** Around every screen of somebody signed in: the bar below on a phone, the column on the left on larger screens. */
export function Frame({ person, children }: { person: Person; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <div className="frame">
      <header className="frame-head">
        <NavLink to="/" className="brand" aria-label={`${shop.name}, Today`}>
          <Logo />
        </NavLink>
        <p className="frame-person">
          <span className="name">{person.staff.name}</span>{" "}
          <span className="badge badge-neutral">{person.staff.role}</span>
        </p>
        <SignOut />
      </header>
      <nav className="frame-nav" aria-label="Staff">
        <ul className="frame-places">
          <Places places={FIRST} />
          <Places places={MORE} className="frame-wide" />
          <li className="frame-more">
            {/* closed again by every step to another page */}
            <details key={pathname}>
              <summary>More</summary>
              <ul className="frame-sheet">
                <Places places={MORE} />
                <li>
                  <a href="/">The shop</a>
                </li>
              </ul>
            </details>
          </li>
        </ul>
      </nav>
      <main id="main" className="frame-main" tabIndex={-1}>
        <Offline />
        {children}
      </main>
    </div>
  );
}

function Places({ places, className }: { places: Place[]; className?: string }) {
  const may = useMay();
  return places
    .filter(({ right }) => may(right))
    .map(({ to, name }) => (
      <li key={to} className={className}>
        <NavLink to={to} end={to === "/"}>
          {name}
        </NavLink>
      </li>
    ));
}

function SignOut() {
  const [busy, run] = useBusy();
  const [failed, setFailed] = useState(false);
  const leave = () =>
    run(async () => {
      const status = await send({ path: "/api/staff/sign-out" }).then(
        (said) => said.status,
        () => 0,
      );
      // as a document: nothing of what was seen stays in memory
      if (status === 200 || status === 401) window.location.assign("/staff/sign-in");
      else setFailed(true);
    });
  return (
    <ActionButton className="link-button" busy={busy} onClick={leave}>
      {failed ? "Not signed out. Try again: Sign out" : "Sign out"}
    </ActionButton>
  );
}

/** Said as soon as the device knows it; until it is over no link leaves the page, and what was typed stays. */
function Offline() {
  const online = useOnline();
  useEffect(() => {
    if (online) return;
    // in the capture phase, before the router: a page that cannot be had would take this one's place
    document.addEventListener("click", stayHere, true);
    return () => document.removeEventListener("click", stayHere, true);
  }, [online]);
  return (
    <div className="offline" role="status">
      {!online && (
        <p>
          You are offline. This page is as it was, and what you typed is kept: save it, or go on, once you are
          connected again.
        </p>
      )}
    </div>
  );
}

function stayHere(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest("a");
  if (!link || link.origin !== location.origin || link.hash) return;
  event.preventDefault();
  event.stopPropagation();
}

type TabsProps = {
  label: string;
  tabs: readonly (readonly [to: string, title: string])[];
  /** The `to` that is shown, where the path alone does not say it. */
  chosen?: string;
};

/** Links between pages of one kind, or between the lists of one page. */
export function Tabs({ label, tabs, chosen }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(([to, title]) => (
        <NavLink
          key={to}
          className="button"
          to={to}
          aria-current={chosen === undefined || chosen === to ? "page" : false}
        >
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
