import type { FormEvent } from "react";
import { NavLink, useLocation, useNavigate } from "react-router";
import { CATEGORIES, SEARCH_MAX } from "../catalogue/rules.ts";
import { LanguageLink } from "../language/language-link.tsx";
import { type Sentence, t } from "../language/t.ts";
import { usePageAddress, useShop } from "../settings/use-settings.ts";
import { Icon } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { telLink } from "../ui/tel-link.ts";
import { whatsAppHelp } from "./ask-on-whatsapp.tsx";

/** The header's links (specification §2): address and name. */
export const SITE_LINKS = [
  ["/", "Home"],
  ["/collection", "Collection"],
  ["/about", "About"],
  ["/contact", "Contact"],
] as const satisfies readonly (readonly [string, Sentence])[];

/** The menu of small screens: search, every part of the shop, one's own pages, and how to ask a person. */
export function PhoneMenu({ onClose }: { onClose: () => void }) {
  const shop = useShop();
  const navigate = useNavigate();
  const { pathname, search: query } = useLocation();
  // for the collection the query says which products are meant
  const page = usePageAddress() + (pathname === "/collection" ? query : "");
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get("search")).trim();
    onClose();
    void navigate(words ? `/collection?${new URLSearchParams({ search: words })}` : "/collection");
  };
  return (
    <Sheet title={t("Menu")} side onClose={onClose}>
      <search>
        <form className="menu-search" action="/collection" onSubmit={search}>
          <input
            className="input"
            type="search"
            name="search"
            aria-label={t("Search products")}
            placeholder={t("Search products")}
            maxLength={SEARCH_MAX}
          />
          <button type="submit" className="icon-button" aria-label={t("Search")}>
            <Icon name="search" />
          </button>
        </form>
      </search>
      <nav className="side-nav" aria-label={t("Main")}>
        {SITE_LINKS.map(([to, name]) => (
          <NavLink key={to} to={to} end={to === "/"} discover="none" onClick={onClose}>
            {t(name)}
          </NavLink>
        ))}
      </nav>
      <nav className="menu-links" aria-label={t("Categories and account")}>
        {CATEGORIES.map((category) => (
          <Link key={category} to={`/collection?category=${category}`} onClick={onClose}>
            {t(category)}
          </Link>
        ))}
        <Link to="/orders" onClick={onClose}>
          {t("My orders")}
        </Link>
        <Link to="/profile" onClick={onClose}>
          {t("My account")}
        </Link>
        <LanguageLink />
      </nav>
      <p className="menu-links">
        <a href={telLink(shop.phone)}>
          <Icon name="phone" size={20} />
          {shop.phone}
        </a>
        <a href={whatsAppHelp({ page }, shop)}>
          <Icon name="support" size={20} />
          {t("Ask on WhatsApp")}
        </a>
      </p>
    </Sheet>
  );
}
