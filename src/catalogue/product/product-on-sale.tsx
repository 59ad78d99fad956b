import type { ReactNode } from "react";
import { Rich } from "../../language/rich.tsx";
import { t } from "../../language/t.ts";
import { clipAddress, type HeardIn as Episode } from "../../podcast/rules.ts";
import { usePageAddress, useShop } from "../../settings/use-settings.ts";
import { AskOnWhatsApp, ShareOnWhatsApp } from "../../site/ask-on-whatsapp.tsx";
import { DeliveryPromise } from "../../site/delivery-promise.tsx";
import { factsScript } from "../../site/document/page-meta.ts";
import { Icon, Stars } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { Gallery } from "../pictures/gallery.tsx";
import { Price, ProductList } from "../product-card.tsx";
import type { ProductData } from "./load-product.ts";
import { Make } from "./make.tsx";
import { productFacts } from "./product-facts.ts";

type ProductOnSaleProps = {
  data: ProductData;
  /** PUBLIC_URL. */
  site: string;
  /** What the page shows beside the pictures, and below the shop's own text. */
  buying: ReactNode;
  reviews: ReactNode;
};

/** A product that can be bought. */
export function ProductOnSale({ data, site, buying, reviews }: ProductOnSaleProps) {
  const { product, guide, related, rating, real, heard } = data;
  const trail = trailTo(product);
  const { returnDays } = useShop();
  return (
    <div className="page product-page">
      <nav aria-label={t("Breadcrumb")} className="crumbs">
        {trail.map(({ name, path }) => (
          <Link key={path} to={path}>
            {name}
          </Link>
        ))}
      </nav>
      <div className="product-columns">
        <Gallery key={product._id} name={product.name} images={product.image} alts={product.alts} />
        <div className="product-facts">
          <h1>{product.name}</h1>
          <PriceRow product={product} rating={rating} />
          {buying}
          <p className="product-text">{product.description}</p>
          <Make product={product} guide={guide} />
          <Assurances />
          <AskAndShare name={product.name} />
        </div>
      </div>
      {heard && <HeardIn episodes={heard} />}
      {reviews}
      {related.length > 0 && (
        <section aria-labelledby="related">
          <h2 id="related" className="section-title">
            {t("Related Products")}
          </h2>
          <ProductList products={related} rail />
        </section>
      )}
      <script
        key={product._id}
        {...factsScript(
          import.meta.env.SSR ? productFacts(product, { trail, site, rating: real, returnDays }) : "",
        )}
      />
    </div>
  );
}

function PriceRow({ product, rating }: Pick<ProductData, "product" | "rating">) {
  return (
    <div className="product-price-row">
      <div className="price-large">
        <Price of={product} />
      </div>
      {rating.count > 0 && (
        <p className="rating">
          <Stars of={rating.stars} /> <span>({rating.count})</span>
        </p>
      )}
    </div>
  );
}

/** The way from the whole collection to the product's kind. */
function trailTo({ category, subCategory }: ProductData["product"]): { name: string; path: string }[] {
  const kind = `/collection?category=${category}`;
  return [
    { name: t("Collection"), path: "/collection" },
    { name: t(category), path: kind },
    { name: t(subCategory), path: `${kind}&subCategory=${subCategory}` },
  ];
}

/** What the shop promises with every product. */
function Assurances() {
  const shop = useShop();
  return (
    <ul className="assurances">
      <li>
        <Icon name="delivery" size={20} />
        <span>
          <DeliveryPromise />
        </span>
      </li>
      <li>
        <Icon name="exchange" size={20} />
        {t("Easy return and exchange within {days} days.", { days: shop.returnDays })}
      </li>
      <li>
        <Icon name="quality" size={20} />
        {t("Original {name} wear.", { name: shop.podcast.name })}
      </li>
      <li>
        <Icon name="support" size={20} />
        <span>
          <Rich sentence="Questions? {askUs}." askUs={<Link to="/contact">{t("Ask us")}</Link>} />
        </span>
      </li>
    </ul>
  );
}

/** Links to share the product's page, and to ask the shop about it, on WhatsApp. */
function AskAndShare({ name }: { name: string }) {
  const shop = useShop();
  const page = usePageAddress();
  return (
    <p className="row">
      <ShareOnWhatsApp
        className="button button-quiet"
        text={t("{name} from {shop}:", { name, shop: shop.name })}
        url={page}
      />
      <AskOnWhatsApp className="button button-quiet" about={{ page }}>
        {t("Ask us on WhatsApp")}
      </AskOnWhatsApp>
    </p>
  );
}

/** The episodes that a product is in; nothing of a clip is loaded until it is played. */
function HeardIn({ episodes }: { episodes: Episode[] }) {
  if (episodes.length === 0) return null;
  return (
    <section aria-labelledby="heard">
      <h2 id="heard" className="section-title">
        {t("Heard on the podcast")}
      </h2>
      <ul className="reviews">
        {episodes.map(({ slug, title, quote, clip }) => (
          <li key={slug} className="stack">
            {quote && <blockquote>{quote}</blockquote>}
            <p>
              <Rich sentence="Heard in {episode}." episode={<Link to={`/episodes/${slug}`}>{title}</Link>} />
            </p>
            {clip && (
              // biome-ignore lint/a11y/useMediaCaption: the quote above is what is said
              <audio
                controls
                preload="none"
                src={clipAddress(clip)}
                aria-label={t("{seconds} seconds of {episode}", { seconds: clip.seconds, episode: title })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
