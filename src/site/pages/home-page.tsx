import type { ReactNode } from "react";
import { Link } from "react-router";
import { ProductList } from "../../catalogue/product-card.tsx";
import { BEST_SELLERS_SHOWN, LATEST_SHOWN, NO_TRENDING, TRENDING_SHOWN } from "../../catalogue/rules.ts";
import { toListed } from "../../catalogue/selection.ts";
import { shop } from "../../shop.ts";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Wave } from "../../ui/wave.tsx";
import { Banner } from "../banner.tsx";
import { factsScript, pageMeta, siteOf } from "../document/page-meta.ts";
import { Newsletter } from "../newsletter.tsx";
import { shopFacts } from "../shop-facts.ts";
import type { Route } from "./+types/home-page";

export async function loader({ context: { store } }: Route.LoaderArgs) {
  const [latest, bestSellers, trending] = await Promise.all([
    store.latest(LATEST_SHOWN),
    store.marked("bestseller", BEST_SELLERS_SHOWN),
    store.marked("trending", TRENDING_SHOWN),
  ]);
  return {
    latest: latest.map(toListed),
    bestSellers: bestSellers.map(toListed),
    trending: trending.map(toListed),
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: shop.tagline,
    description: `Hoodies, tees and winter wear of ${shop.podcast.name}, for men, women and everyone, delivered across Kenya. Prices in Ksh.`,
    path: "/",
  });
}

export default function HomePage({ loaderData, matches }: Route.ComponentProps) {
  const { latest, bestSellers, trending } = loaderData;
  return (
    <>
      <Banner pictures={latest.slice(0, 2)} />
      <Section title="Latest Collection" more="/collection">
        <ProductList products={latest} eager={2} />
      </Section>
      <section className="offer" aria-labelledby="offer">
        <div className="offer-row">
          <p className="offer-figure" aria-hidden="true">
            50%
          </p>
          <div>
            <h2 id="offer">{shop.offer.headline}</h2>
            <p>{shop.offer.text}</p>
          </div>
          <Link to="/collection?category=Women&offer=1" className="button button-primary">
            {shop.offer.prompt}
          </Link>
        </div>
      </section>
      <Section title="Best Sellers">
        <ProductList products={bestSellers} rail marked={false} />
      </Section>
      <section className="trend" aria-labelledby="trend">
        <Wave className="trend-wave" bars={48} />
        <div className="trend-row">
          <h2 id="trend">{shop.trending.headline}</h2>
          <p>{shop.trending.text}</p>
        </div>
      </section>
      <Section title="Trending Products">
        {trending.length > 0 ? <ProductList products={trending} /> : <p className="none">{NO_TRENDING}</p>}
      </Section>
      <section className="policies page" aria-label="Our promises">
        <Policy icon="exchange" title="Easy exchange">
          The wrong size or colour? We exchange it within {shop.returnDays} days.
        </Policy>
        <Policy icon="quality" title={`${shop.returnDays}-day return`}>
          Not the quality you expected? Bring it back within {shop.returnDays} days.
        </Policy>
        <Policy icon="support" title="24/7 support">
          A question? Call us or write to us.
        </Policy>
      </section>
      <Newsletter />
      <script {...factsScript(import.meta.env.SSR ? shopFacts(siteOf(matches)) : "")} />
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
            See all<span className="visually-hidden"> of the collection</span>
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
