import "../words.css";
import { Rich } from "../../language/rich.tsx";
import { t } from "../../language/t.ts";
import { shopOf, useShop } from "../../settings/use-settings.ts";
import { Link } from "../../ui/link.tsx";
import { Wave } from "../../ui/wave.tsx";
import { pageMeta } from "../document/page-meta.ts";
import type { Route } from "./+types/about-page";

export function meta({ matches }: Route.MetaArgs) {
  const shop = shopOf(matches);
  return pageMeta(matches, {
    title: t("About us"),
    description: t("Who is behind {shop}, the {podcast} shop, and what you can count on.", {
      shop: shop.name,
      podcast: shop.podcast.name,
    }),
    path: "/about",
  });
}

export default function AboutPage() {
  const shop = useShop();
  return (
    <div className="page about">
      <div className="poster" aria-hidden="true">
        <span className="poster-sign">{t("ON AIR")}</span>
        <Wave className="poster-wave" bars={20} />
        <span className="poster-name">{shop.name}</span>
      </div>
      <div className="letter">
        <h1>{t("About us")}</h1>
        <p className="lead">
          <Rich
            sentence="{shop} is Swahili for “voice”. We make the clothes for the people who listen to {podcast}, and for everyone who has something to say."
            shop={shop.name}
            podcast={<a href={shop.podcast.url}>{shop.podcast.name}</a>}
          />
        </p>
        <p>
          {t(
            "It began with one tee for the crew in the studio. Listeners asked where to get it, in comments, in the queue, in the matatu. So here is the shop: tops, bottoms and winter wear for men, women and everyone, drawn around the podcast’s own world of microphones, sound waves and the city’s skyline.",
          )}
        </p>
        <h2 className="section-title">{t("What you can count on")}</h2>
        <ul>
          <li>
            <strong>{t("Honest prices.")}</strong>{" "}
            {t("In Kenya shillings, with the delivery fee shown before you pay.")}
          </li>
          <li>
            <strong>{t("{days} days to change your mind.", { days: shop.returnDays })}</strong>{" "}
            {t("Return or exchange within {days} days.", { days: shop.returnDays })}
          </li>
          <li>
            <strong>{t("A person answers.")}</strong>{" "}
            {t("By phone, by email, or over the counter in {area}, {city}.", {
              area: shop.address.area,
              city: shop.address.city,
            })}
          </li>
        </ul>
        <p className="row">
          <Link to="/collection" className="button button-primary">
            {t("See the collection")}
          </Link>
          <Link to="/contact" className="button">
            {t("Contact us")}
          </Link>
        </p>
      </div>
    </div>
  );
}
