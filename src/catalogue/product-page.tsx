import { data } from "react-router";
import { AnnouncedProduct } from "../back-in-stock/announced-product.tsx";
import { BackInStock } from "../back-in-stock/back-in-stock.tsx";
import { Buy } from "../cart/buy.tsx";
import { Rich } from "../language/rich.tsx";
import { t } from "../language/t.ts";
import { HeardIn } from "../podcast/heard-in.tsx";
import { ProductReviews } from "../reviews/product-reviews.tsx";
import { useShop } from "../settings/use-shop.ts";
import { shop } from "../shop.ts";
import { AskOnWhatsApp, ShareOnWhatsApp } from "../site/ask-on-whatsapp.tsx";
import { DeliveryPromise } from "../site/delivery-promise.tsx";
import type { LoaderArgs } from "../site/document/load-context.ts";
import { factsScript, pageMeta, siteOf } from "../site/document/page-meta.ts";
import { usePageAddress } from "../site/page-address.ts";
import { Icon, Stars } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";
import type { Route } from "./+types/product-page";
import type { Announced } from "./announced.server.ts";
import type { Product } from "./contract.ts";
import { formatStart } from "./drop-rules.ts";
import { Gallery } from "./gallery.tsx";
import { Make } from "./make.tsx";
import { shareImage } from "./picture-files.ts";
import { Price } from "./price.tsx";
import { ProductList } from "./product-card.tsx";
import { productFacts } from "./product-facts.ts";
import { formatPrice } from "./rules.ts";
import { toListed, toShown } from "./selection.ts";
import { sizeGuide } from "./size-guide.ts";

export async function loader({ context, params }: LoaderArgs<Route.LoaderArgs>) {
  const product = await context.store.product(params.productId);
  if (!product) {
    const announced = await context.store.announced(params.productId);
    if (announced) return { announced };
    throw data("We can't find this product", { status: 404 });
  }
  const [related, { all: rating, real }, said, heard] = await Promise.all([
    context.store.related(product),
    context.store.rating(product._id),
    context.store.reviews(product._id),
    context.store.heardIn(product._id),
  ]);
  return {
    product: toShown(product),
    // worked out here: its tables are no part of what a phone loads
    guide: sizeGuide(product),
    related: related.map(toListed),
    rating,
    real,
    reviews: said.reviews,
    next: said.next,
    // most goods were heard of nowhere, and that needs no bytes
    ...(heard.length > 0 && { heard }),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: shop.name }];
  if (loaderData.announced) return announcedMeta(matches, loaderData.announced);
  const { product } = loaderData;
  return pageMeta(matches, {
    title: `${product.name}, ${formatPrice(product.price)}`,
    description: product.description,
    path: `/product/${product._id}`,
    ...(import.meta.env.SSR && sharedWith(product)),
  });
}

export default function ProductPage({ loaderData, matches }: Route.ComponentProps) {
  return loaderData.announced ? (
    <AnnouncedProduct key={loaderData.announced._id} drop={loaderData.announced} />
  ) : (
    <ProductOnSale loaderData={loaderData} matches={matches} />
  );
}

type OnSale = Extract<Route.ComponentProps["loaderData"], { announced?: undefined }>;

function ProductOnSale({
  loaderData,
  matches,
}: { loaderData: OnSale } & Pick<Route.ComponentProps, "matches">) {
  const { product, guide, related, rating, real, reviews, next, heard } = loaderData;
  const trail = trailTo(product);
  const shop = useShop();
  const page = usePageAddress();
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
          <Buy key={product._id} product={product} hasGuide={guide !== undefined} />
          <BackInStock key={`back ${product._id}`} product={product} />
          <p className="product-text">{product.description}</p>
          <Make product={product} guide={guide} />
          <Assurances />
          <p className="row">
            <ShareOnWhatsApp
              className="button button-quiet"
              text={t("{name} from {shop}:", { name: product.name, shop: shop.name })}
              url={page}
            />
            <AskOnWhatsApp className="button button-quiet" about={{ page }}>
              {t("Ask us on WhatsApp")}
            </AskOnWhatsApp>
          </p>
        </div>
      </div>
      {heard && <HeardIn episodes={heard} />}
      <ProductReviews product={product} rating={rating} reviews={reviews} next={next} />
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
          import.meta.env.SSR
            ? productFacts(product, {
                trail,
                site: siteOf(matches),
                rating: real,
                returnDays: shop.returnDays,
              })
            : "",
        )}
      />
    </div>
  );
}

function PriceRow({ product, rating }: Pick<OnSale, "product" | "rating">) {
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

/** The way from the whole collection to the product's kind. */
function trailTo({ category, subCategory }: Product): { name: string; path: string }[] {
  const kind = `/collection?category=${category}`;
  return [
    { name: t("Collection"), path: "/collection" },
    { name: t(category), path: kind },
    { name: t(subCategory), path: `${kind}&subCategory=${subCategory}` },
  ];
}

function sharedWith({ name, image, alts, price }: Product) {
  return { price, picture: sharePicture(name, image[0], alts?.[0]) };
}

/** Of what is announced nothing is told but what its page says. */
function announcedMeta(matches: Route.MetaArgs["matches"], { _id, name, image, alt, onSaleFrom }: Announced) {
  return pageMeta(matches, {
    title: name,
    description: import.meta.env.SSR
      ? t("{name} is on sale from {moment}.", { name, moment: `${formatStart(onSaleFrom)} EAT` })
      : name,
    path: `/product/${_id}`,
    ...(import.meta.env.SSR && { picture: sharePicture(name, image, alt) }),
  });
}

function sharePicture(name: string, image = "", alt = "") {
  const path = shareImage(image)?.url;
  return path === undefined ? undefined : { path, alt: alt || name };
}
