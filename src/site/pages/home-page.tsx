import type { ReactNode } from "react";
import { ComingDrops } from "../../back-in-stock/coming-drops.tsx";
import { ProductList } from "../../catalogue/product-card.tsx";
import {
  BEST_SELLERS_SHOWN,
  DROPS_SHOWN,
  LATEST_SHOWN,
  NO_TRENDING,
  TRENDING_SHOWN,
} from "../../catalogue/rules.ts";
import { toListed } from "../../catalogue/selection.ts";
import { t, tMessage } from "../../language/t.ts";
import { dataAddress } from "../../platform/internals/data-request.ts";
import { LATELY_SHOWN } from "../../podcast/rules.ts";
import { shopOf, useShop } from "../../settings/use-settings.ts";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { Wave } from "../../ui/wave.tsx";
import { Banner, Offer } from "../banner.tsx";
import type { LoaderArgs } from "../document/load-context.ts";
import { factsScript, pageMeta, siteOf } from "../document/page-meta.ts";
import { shopFacts } from "../shop-facts.ts";
import type { Route } from "./+types/home-page";

export async function loader({ context: { store } }: LoaderArgs<Route.LoaderArgs>) {
  const [coming, latest, bestSellers, trending, hasOffers, heard] = await Promise.all([
    store.announcedNext(DROPS_SHOWN),
    store.latest(LATEST_SHOWN),
    store.marked("bestseller", BEST_SELLERS_SHOWN),
    store.marked("trending", TRENDING_SHOWN),
    store.hasOffers("Women"),
    store.episodesOnSale(LATELY_SHOWN),
  ]);
  return {
    latest: latest.map(toListed),
    bestSellers: bestSellers.map(toListed),
    trending: trending.map(toListed),
    hasOffers,
    ...(coming.length > 0 && { coming }),
    ...(heard.length > 0 && { heard }),
  };
}

export function meta({ matches }: Route.MetaArgs) {
  const shop = shopOf(matches);
  return pageMeta(matches, {
    title: t(shop.tagline),
    description: t(
      "Hoodies, tees and winter wear of {name}, for men, women and everyone, delivered across Kenya. Prices in Ksh.",
      { name: shop.podcast.name },
    ),
    path: "/",
  });
}

const HOME_DATA = dataAddress("/", "site/pages/home-page");

export default function HomePage({ loaderData, matches }: Route.ComponentProps) {
  const shop = useShop();
  const { coming, latest, bestSellers, trending, hasOffers, heard } = loaderData;
  return (
    <>
      <Banner newest={latest.slice(0, 2)} />
      <ComingDrops className="page shelf" drops={coming} data={HOME_DATA} />
      <Section title={t("Latest Collection")} more="/collection">
        <ProductList products={latest} eager={2} />
      </Section>
      {hasOffers && (
        <Offer
          {...shop.offer}
          prompt={
            <Link to="/collection?category=Women&offer=1" className="button button-primary">
              {tMessage(shop.offer.prompt)}
            </Link>
          }
        />
      )}
      <Section title={t("Best Sellers")}>
        <ProductList products={bestSellers} rail marked={false} />
      </Section>
      <section className="trend" aria-labelledby="trend">
        <Wave className="trend-wave" bars={48} />
        <div className="trend-row">
          <h2 id="trend">{t(shop.trending.headline)}</h2>
          <p>{t(shop.trending.text)}</p>
        </div>
      </section>
      <Section title={t("Trending Products")}>
        {trending.length > 0 ? <ProductList products={trending} /> : <p className="none">{t(NO_TRENDING)}</p>}
      </Section>
      {heard && (
        <Section title={t("Heard on the podcast")}>
          <ul className="plain-list">
            {heard.map(({ slug, title }) => (
              <li key={slug}>
                <Link to={`/episodes/${slug}`}>{title}</Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <section className="policies page" aria-label={t("Our promises")}>
        <Policy icon="exchange" title={t("Easy exchange")}>
          {t("The wrong size or colour? We exchange it within {days} days.", {
            days: shop.returnDays,
          })}
        </Policy>
        <Policy icon="quality" title={t("{days}-day return", { days: shop.returnDays })}>
          {t("Not the quality you expected? Bring it back within {days} days.", {
            days: shop.returnDays,
          })}
        </Policy>
        <Policy icon="support" title={t("24/7 support")}>
          {t("A question? Call us or write to us.")}
        </Policy>
      </section>
      <Newsletter />
      <script {...factsScript(import.meta.env.SSR ? shopFacts(siteOf(matches), shop) : "")} />
    </>
  );
}

function Section({ title, more, children }: { title: string; more?: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return (
    <section className="page shelf" aria-labelledby={id}>
      <div className="shelf-head">
        <h2 id={id} className="section-title">
          {title}
        </h2>
        {more && (
          <Link to={more} className="shelf-more">
            {t("See all")}
            <span className="visually-hidden"> {t("of the collection")}</span>
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

function Policy({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="policy">
      <Icon name={icon} size={36} />
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  );
}

/**
 * The newsletter's field (specification §2: sending it does nothing). `method="dialog"` outside a dialog does
 * nothing before scripts are there either.
 */
function Newsletter() {
  return (
    <section className="newsletter" aria-labelledby="newsletter">
      <div className="newsletter-row">
        <div>
          <h2 id="newsletter">{t("Newsletter")}</h2>
          <p>{t("It hasn't started yet, and we don't save emails typed here.")}</p>
        </div>
        <form method="dialog" noValidate onSubmit={(event) => event.preventDefault()}>
          <label className="label" htmlFor="newsletter-email">
            {t("Your email address")}
          </label>
          <div className="newsletter-fields">
            <input
              id="newsletter-email"
              className="input"
              type="email"
              name="newsletter-email"
              autoComplete="email"
              placeholder={t("you@example.com")}
            />
            <button type="submit" className="button button-sun">
              {t("Subscribe")}
            </button>
          </div>
        </form>
      </div>
    </section>
  );
}
