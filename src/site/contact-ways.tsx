import "./words.css";
import { t } from "../language/t.ts";
import type { Shop } from "../settings/shop-with.ts";
import { Icon } from "../ui/icons.tsx";
import { telLink } from "../ui/tel-link.ts";
import { whatsAppHelp } from "./ask-on-whatsapp.tsx";

/** Where the shop is, how and when to reach it, and who owns it; `page` is the page that a question is about. */
export function ContactWays({ shop, page }: { shop: Shop; page: string }) {
  const { street, area, city, country } = shop.address;
  return (
    <>
      <section aria-labelledby="store">
        <Icon name="pin" size={32} />
        <h2 id="store">{t("Our store")}</h2>
        <address>
          {street}
          <br />
          {area}, {city}
          <br />
          {country}
        </address>
      </section>
      <section aria-labelledby="call">
        <Icon name="phone" size={32} />
        <h2 id="call">{t("Call or write")}</h2>
        <p>
          <a className="contact-way" href={telLink(shop.phone)}>
            {shop.phone}
          </a>
        </p>
        {shop.hours && <p>{shop.hours}</p>}
        <p>
          <a
            className="contact-way"
            href={whatsAppHelp({ page }, shop)}
            target="_blank"
            rel="noopener noreferrer"
          >
            WhatsApp
          </a>
        </p>
        <p>
          <a className="contact-way" href={`mailto:${shop.email}`}>
            {shop.email}
          </a>
        </p>
      </section>
      <section aria-labelledby="listen">
        <Icon name="podcast" size={32} />
        <h2 id="listen">{t("Listen in")}</h2>
        <p>{t("The show these clothes belong to.")}</p>
        <p>
          <a className="contact-way" href={shop.podcast.url}>
            {shop.podcast.name}
          </a>
        </p>
      </section>
    </>
  );
}
