import { useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { NavLink, useLocation, useNavigate } from "react-router";
import { useCart } from "../cart/cart-storage.ts";
import { countItems } from "../cart/rules.ts";
import { LanguageLink } from "../language/language-link.tsx";
import { t } from "../language/t.ts";
import { OfflineNote } from "../offline/offline-note.tsx";
import { shop } from "../shop.ts";
import { Icon } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";
import { Opener } from "../ui/opener.tsx";
import { Toasts } from "../ui/toasts.tsx";
import { Logo } from "./logo.tsx";
import { PhoneMenu } from "./phone-menu.tsx";
import { Profile } from "./profile-menu.tsx";
import { SearchBar } from "./search-bar.tsx";
import { SITE_LINKS } from "./site-links.ts";

/** What stands above every page: menu, name, links, and the tools beside them. */
export function Header() {
  const { onCollection, searchOpen, openSearch, closeSearch, input } = useSearchOpen();
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <header className="site-header">
      <div className="site-header-row">
        <span className="menu-opener">
          <Opener
            href="#site-links"
            className="icon-button"
            label={t("Menu")}
            expanded={menuOpen}
            onOpen={() => setMenuOpen(true)}
          >
            <Icon name="menu" />
          </Opener>
        </span>
        <Link to="/" className="brand" aria-label={t("{name}, home", { name: shop.name })}>
          <Logo />
        </Link>
        <SiteNav />
        <div className="site-tools">
          {onCollection && <SearchOpener open={searchOpen} onOpen={openSearch} />}
          <LanguageLink className="header-language" />
          <Profile />
          <CartLink />
        </div>
      </div>
      <OfflineNote />
      {onCollection && <SearchBar open={searchOpen} input={input} onClose={closeSearch} />}
      <Toasts />
      {menuOpen && <PhoneMenu onClose={() => setMenuOpen(false)} />}
    </header>
  );
}

/** The search is the collection's own (specification §2): open while the address has one, or as it was opened or closed by hand. */
function useSearchOpen() {
  const { pathname, search } = useLocation();
  const [searching, setSearching] = useState<boolean>();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const asked = query.get("search");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has changed, so what was opened or closed by hand no longer holds, but for somebody in the middle of typing
  useLayoutEffect(() => {
    setSearching((input.current && document.activeElement === input.current) || undefined);
  }, [asked]);

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
  const onCollection = /^\/collection\/?$/.test(pathname);
  return { onCollection, searchOpen: searching ?? query.has("search"), openSearch, closeSearch, input };
}

function SiteNav() {
  return (
    <nav className="site-nav" aria-label={t("Main")}>
      {SITE_LINKS.map(([to, name]) => (
        <NavLink key={to} to={to} end={to === "/"} discover="none">
          {t(name)}
        </NavLink>
      ))}
    </nav>
  );
}

function SearchOpener({ open, onOpen }: { open: boolean; onOpen: () => void }) {
  return (
    <Opener
      href="#search"
      id="search-opener"
      className="icon-button"
      label={t("Search")}
      expanded={open}
      onOpen={onOpen}
    >
      <Icon name="search" />
    </Opener>
  );
}

function CartLink() {
  const items = countItems(useCart());
  return (
    <Link
      to="/cart"
      className="icon-button cart-link"
      aria-label={items === 1 ? t("Cart, 1 item") : t("Cart, {items} items", { items })}
    >
      <Icon name="cart" />
      {items > 0 && <span className="cart-count">{items > 99 ? "99+" : items}</span>}
    </Link>
  );
}
