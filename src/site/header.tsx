import { useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, NavLink, useLocation, useNavigate } from "react-router";
import { useCart } from "../cart/cart-storage.ts";
import { countItems } from "../cart/rules.ts";
import { OfflineNote } from "../offline/offline-note.tsx";
import { shop } from "../shop.ts";
import { Icon } from "../ui/icons.tsx";
import { Opener } from "../ui/opener.tsx";
import { Logo } from "./logo.tsx";
import { PhoneMenu } from "./phone-menu.tsx";
import { Profile } from "./profile-menu.tsx";
import { SearchBar } from "./search-bar.tsx";
import { SITE_LINKS } from "./site-links.ts";

export function Header() {
  const { pathname, search } = useLocation();
  const [menuOpen, setMenuOpen] = useState(false);
  const [searching, setSearching] = useState<boolean>();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  // the search is the collection's own (specification §2)
  const onCollection = /^\/collection\/?$/.test(pathname);
  const query = new URLSearchParams(search);
  const asked = query.get("search");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has changed, so what was opened or closed by hand no longer holds, but for somebody in the middle of typing
  useLayoutEffect(() => {
    setSearching((input.current && document.activeElement === input.current) || undefined);
  }, [asked]);
  const searchOpen = searching ?? query.has("search");

  const openSearch = () => {
    flushSync(() => setSearching(true));
    input.current?.focus();
  };
  const closeSearch = () => {
    if (input.current) input.current.value = "";
    setSearching(false);
    document.getElementById("search-opener")?.focus();
    query.delete("search");
    if (query.toString() !== search.slice(1))
      void navigate({ search: query.toString() }, { preventScrollReset: true });
  };

  return (
    <header className="site-header">
      <div className="site-header-row">
        <span className="only-narrow">
          <Opener
            href="#site-links"
            className="icon-button"
            label="Menu"
            expanded={menuOpen}
            onOpen={() => setMenuOpen(true)}
          >
            <Icon name="menu" />
          </Opener>
        </span>
        <Link to="/" className="brand" aria-label={`${shop.name}, home`}>
          <Logo />
        </Link>
        <nav className="site-nav" aria-label="Main">
          {SITE_LINKS.map(([to, name]) => (
            <NavLink key={to} to={to} end={to === "/"}>
              {name}
            </NavLink>
          ))}
        </nav>
        <div className="site-tools">
          {onCollection && (
            <Opener
              href="#search"
              id="search-opener"
              className="icon-button"
              label="Search"
              expanded={searchOpen}
              onOpen={openSearch}
            >
              <Icon name="search" />
            </Opener>
          )}
          <Profile />
          <CartLink />
        </div>
      </div>
      <OfflineNote />
      {onCollection && <SearchBar open={searchOpen} input={input} onClose={closeSearch} />}
      {menuOpen && <PhoneMenu onClose={() => setMenuOpen(false)} />}
    </header>
  );
}

function CartLink() {
  const items = countItems(useCart());
  return (
    <Link
      to="/cart"
      className="icon-button cart-link"
      aria-label={`Cart, ${items} ${items === 1 ? "item" : "items"}`}
    >
      <Icon name="cart" />
      {items > 0 && <span className="cart-count">{items > 99 ? "99+" : items}</span>}
    </Link>
  );
}
