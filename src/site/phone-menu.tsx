import type { FormEvent } from "react";
import { Link, NavLink, useLocation, useNavigate } from "react-router";
import { CATEGORIES, SEARCH_MAX } from "../catalogue/rules.ts";
import { shop } from "../shop.ts";
import { Icon } from "../ui/icons.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { whatsAppUrl } from "../ui/whatsapp.ts";
import { SITE_LINKS } from "./site-links.ts";

/** The menu of small screens: search, every part of the shop, one's own pages, and how to ask a person. */
export function PhoneMenu({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get("search")).trim();
    onClose();
    void navigate(words ? `/collection?${new URLSearchParams({ search: words })}` : "/collection");
  };
  return (
    <Sheet title="Menu" side onClose={onClose}>
      <search>
        <form className="menu-search" action="/collection" onSubmit={search}>
          <input
            className="input"
            type="search"
            name="search"
            aria-label="Search products"
            placeholder="Search products"
            maxLength={SEARCH_MAX}
          />
          <button type="submit" className="icon-button" aria-label="Search">
            <Icon name="search" />
          </button>
        </form>
      </search>
      <nav className="side-nav" aria-label="Main">
        {SITE_LINKS.map(([to, name]) => (
          <NavLink key={to} to={to} end={to === "/"} onClick={onClose}>
            {name}
          </NavLink>
        ))}
      </nav>
      <nav className="menu-links" aria-label="Categories and account">
        {CATEGORIES.map((category) => (
          <Link key={category} to={`/collection?category=${category}`} onClick={onClose}>
            {category}
          </Link>
        ))}
        <Link to="/orders" onClick={onClose}>
          My orders
        </Link>
        <Link to="/profile" onClick={onClose}>
          My account
        </Link>
      </nav>
      <p className="menu-links">
        <a href={`tel:${shop.phone.replaceAll(" ", "")}`}>
          <Icon name="phone" size={20} />
          {shop.phone}
        </a>
        <a
          href={whatsAppUrl(`Hello ${shop.name}, I have a question. I am looking at ${pathname}`, shop.phone)}
        >
          <Icon name="support" size={20} />
          Ask on WhatsApp
        </a>
      </p>
    </Sheet>
  );
}
