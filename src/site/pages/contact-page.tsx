import "../words.css";
import { t } from "../../language/t.ts";
import { shopOf, useShop } from "../../settings/use-shop.ts";
import { Icon } from "../../ui/icons.tsx";
import { telLink } from "../../ui/tel-link.ts";
import { AskOnWhatsApp } from "../ask-on-whatsapp.tsx";
import { pageMeta } from "../document/page-meta.ts";
import { usePageAddress } from "../page-address.ts";
import type { Route } from "./+types/contact-page";

export function meta({ matches }: Route.MetaArgs) {
  const shop = shopOf(matches);
  return pageMeta(matches, {
    title: t("Contact us"),
    description: t("Visit {shop} in {area}, {city}, call {phone} or write to {email}.", {
      shop: shop.name,
      area: shop.address.area,
      city: shop.address.city,
      phone: shop.phone,
      email: shop.email,
    }),
    path: "/contact",
  });
}

export default function ContactPage() {
  const shop = useShop();
  const { street, area, city, country } = shop.address;
  const page = usePageAddress();
  return (
    <div className="page">
      <h1>{t("Contact us")}</h1>
      <div className="contact">
        <img
          src="/contact.svg"
          width={720}
          height={540}
          alt={t("Our store on {street}: a red sign, clothes in the window, and somebody at the counter.", {
            street,
          })}
        />
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
          <p>
            <AskOnWhatsApp className="contact-way" about={{ page }}>
              WhatsApp
            </AskOnWhatsApp>
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
      </div>
    </div>
  );
}
