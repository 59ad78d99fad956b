import { LanguageLink } from "../language/language-link.tsx";
import { t } from "../language/t.ts";
import { PolicyLinks } from "../policies/policy-links.tsx";
import { usePageAddress, useSettings, useShop } from "../settings/use-settings.ts";
import { Link } from "../ui/link.tsx";
import { telLink } from "../ui/tel-link.ts";
import { Wave } from "../ui/wave.tsx";
import { whatsAppHelp } from "./ask-on-whatsapp.tsx";
import { Logo } from "./logo.tsx";
import { PaymentLogos } from "./payment-logos.tsx";

export function Footer() {
  const shop = useShop();
  const { street, area, city, country } = shop.address;
  const page = usePageAddress();
  const { methods, policies = [] } = useSettings() ?? {};
  return (
    <footer className="site-footer">
      <Wave className="site-footer-wave" bars={72} />
      <div className="site-footer-row">
        <div className="stack">
          <Logo />
          <p>{t("{tagline}. Official wear of the podcast.", { tagline: t(shop.tagline) })}</p>
        </div>
        <nav id="site-links" aria-labelledby="company">
          <h2 id="company">{t("Company")}</h2>
          <ul className="plain-list">
            <li>
              <Link to="/">{t("Home")}</Link>
            </li>
            <li>
              <Link to="/collection">{t("Collection")}</Link>
            </li>
            <li>
              <Link to="/about">{t("About us")}</Link>
            </li>
            <li>
              <Link to="/contact">{t("Contact")}</Link>
            </li>
            <PolicyLinks policies={policies} />
            <li>
              <LanguageLink />
            </li>
          </ul>
        </nav>
        <section aria-labelledby="touch">
          <h2 id="touch">{t("Get in touch")}</h2>
          <ul className="plain-list">
            <li>
              <a href={telLink(shop.phone)}>{shop.phone}</a>
            </li>
            <li>
              <a href={whatsAppHelp({ page }, shop)}>WhatsApp</a>
            </li>
            <li>
              <a href={`mailto:${shop.email}`}>{shop.email}</a>
            </li>
            <li>
              <a href={shop.podcast.url}>{shop.podcast.name}</a>
            </li>
          </ul>
          <p>
            {street}, {area}, {city}, {country}
          </p>
        </section>
        {methods && (
          <section aria-labelledby="paying">
            <h2 id="paying">{t("Ways to pay")}</h2>
            <PaymentLogos methods={methods} />
          </section>
        )}
      </div>
      <p className="site-footer-end">
        {t("© {name}. Prices in Kenya shillings. Returns and exchanges within {days} days.", {
          name: shop.name,
          days: shop.returnDays,
        })}
      </p>
    </footer>
  );
}
