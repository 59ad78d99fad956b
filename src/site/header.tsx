import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { NavLink, useLocation, useNavigate, useSearchParams } from "react-router";
import { useCart } from "../cart/cart-store.ts";
import { countItems } from "../cart/rules.ts";
import { readSearch, SEARCH_MAX } from "../catalogue/rules.ts";
import { LanguageLink } from "../language/language-link.tsx";
import { t } from "../language/t.ts";
import { useOnline } from "../platform/browser/use-online.ts";
import { shop } from "../shop.ts";
import { Icon } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";
import { Opener } from "../ui/opener.tsx";
import { Toasts } from "../ui/toasts.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { Logo } from "./logo.tsx";
import { PhoneMenu, SITE_LINKS } from "./phone-menu.tsx";
import { Profile } from "./profile-menu.tsx";

/** Milliseconds without typing after which the text goes into the address, which asks the server. */
const QUIET = 250;

type SearchBarProps = { open: boolean; input: RefObject<HTMLInputElement | null>; onClose: () => void };

/** Text search of the collection; the text is in the address as `search`, beside the filters. Without scripts a plain form. */
function SearchBar({ open, input, onClose }: SearchBarProps) {
  const [query] = useSearchParams();
  const { text, search, searchSoon } = useSearch(input);
  return (
    <search className="search-bar" id="search" data-open={open}>
      <form
        action="/collection"
        onKeyDown={(event) => event.key === "Escape" && onClose()}
        onSubmit={(event) => {
          event.preventDefault();
          search();
          input.current?.blur();
        }}
      >
        <Kept query={query} />
        <label className="visually-hidden" htmlFor="search-text">
          {t("Search products")}
        </label>
        <input
          ref={input}
          id="search-text"
          className="input"
          type="search"
          name="search"
          placeholder={t("Search products")}
          maxLength={SEARCH_MAX}
          autoComplete="off"
          enterKeyHint="search"
          defaultValue={text}
          onInput={searchSoon}
        />
        <SearchButtons onClose={onClose} />
      </form>
    </search>
  );
}

/** The search in the address, and functions that put the field's text into the address: now, or after a pause in typing. */
function useSearch(input: SearchBarProps["input"]) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const text = readSearch(query);
  /** The search this bar last put into the address, or took from it. */
  const written = useRef(text);

  useEffect(() => {
    // the address changed by other means (back, "clear filters"): the field follows
    if (text === written.current) return;
    written.current = text;
    clearTimeout(timer.current);
    if (input.current) input.current.value = text;
  }, [text, input]);
  useEffect(() => () => clearTimeout(timer.current), []);
  // searches for what was typed before hydration
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the bar is there
  useEffect(() => search(), []);

  const search = () => {
    clearTimeout(timer.current);
    const next = new URLSearchParams(window.location.search);
    const wanted = input.current?.value ?? "";
    if (wanted.trim() === (next.get("search") ?? "").trim()) return;
    const replace = next.has("search");
    next.delete("page");
    if (wanted.trim()) next.set("search", wanted);
    else next.delete("search");
    written.current = readSearch(next);
    void navigate({ search: next.toString() }, { replace, preventScrollReset: true });
  };
  const searchSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(search, QUIET);
  };
  return { text, search, searchSoon };
}

/** Hidden fields with the filters and the order, so that the plain form keeps them. */
function Kept({ query }: { query: URLSearchParams }) {
  return [...query]
    .filter(([name]) => ["category", "subCategory", "offer", "sort"].includes(name))
    .map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}

function SearchButtons({ onClose }: { onClose: () => void }) {
  return (
    <>
      <button type="submit" className="icon-button" aria-label={t("Search")}>
        <Icon name="arrow" />
      </button>
      <button
        type="button"
        className="icon-button needs-script"
        aria-label={t("Close search")}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </>
  );
}

/** The header of every page: menu, name, links, and the tools beside them. */
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

/** The search bar of the collection (specification §2): open while the address has a search, or when opened by hand. */
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

/** A note under the header while offline, or while the page is a cached copy. */
function OfflineNote() {
  const online = useOnline();
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  // set by the service worker in a copy
  const isCopy = useHydrated() && pathname === first && "kept" in document.documentElement.dataset;
  // the payment page has its own text for it
  if (pathname === "/mpesa") return null;
  return (
    <p className="offline-note" role="status">
      {!online && t("You're offline. Pages you've opened still work.")}
      {online && isCopy && t("Saved copy; prices may have changed.")}
    </p>
  );
}
