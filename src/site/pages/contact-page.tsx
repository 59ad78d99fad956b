import { t } from "../../language/t.ts";
import { shopOf, usePageAddress, useShop } from "../../settings/use-settings.ts";
import { ContactWays } from "../contact-ways.tsx";
import { pageMeta } from "../document/page-meta.ts";
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
  const { street } = shop.address;
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
        <ContactWays shop={shop} page={page} />
      </div>
    </div>
  );
}
