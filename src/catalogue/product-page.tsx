import { data, Link } from "react-router";
import { Buy } from "../cart/buy.tsx";
import { formatDay } from "../ordering/dates.ts";
import { ReviewList } from "../reviews/review-list.tsx";
import { ReviewsBelow } from "../reviews/reviews-below.tsx";
import { shop } from "../shop.ts";
import { DeliveryPromise } from "../site/delivery-promise.tsx";
import { factsScript, pageMeta, siteOf } from "../site/document/page-meta.ts";
import { Icon, Stars } from "../ui/icons.tsx";
import type { Route } from "./+types/product-page";
import type { Product } from "./contract.ts";
import { Gallery } from "./gallery.tsx";
import { Make } from "./make.tsx";
import { shareImage } from "./picture-files.ts";
import { Price } from "./price.tsx";
import { ProductList } from "./product-card.tsx";
import { productFacts } from "./product-facts.ts";
import { formatPrice } from "./rules.ts";
import { toListed, toShown } from "./selection.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const product = await context.store.product(params.productId);
  if (!product) throw data("This product is not in the shop", { status: 404 });
  const [related, { all: rating, real }, said] = await Promise.all([
    context.store.related(product),
    context.store.rating(product._id),
    context.store.reviews(product._id),
  ]);
  const reviews = said.reviews.map(({ date, ...review }) => ({ ...review, when: formatDay(date) }));
  return {
    product: toShown(product),
    related: related.map(toListed),
    rating,
    real,
    reviews,
    next: said.next,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: shop.name }];
  const { product } = loaderData;
  return pageMeta(matches, {
    title: `${product.name}, ${formatPrice(product.price)}`,
    description: product.description,
    path: `/product/${product._id}`,
    ...(import.meta.env.SSR && sharedWith(product)),
  });
}

export default function ProductPage({ loaderData, matches }: Route.ComponentProps) {
  const { product, related, rating, real, reviews, next } = loaderData;
  const trail = trailTo(product);
  return (
    <div className="page product-page">
      <nav aria-label="Breadcrumb" className="crumbs">
        {trail.map(({ name, path }) => (
          <Link key={path} to={path}>
            {name}
          </Link>
        ))}
      </nav>
      <div className="product-columns">
        <Gallery key={product._id} name={product.name} images={product.image} />
        <div className="product-facts">
          <h1>{product.name}</h1>
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
          <Buy key={product._id} product={product} />
          <p className="product-text">{product.description}</p>
          <Make product={product} />
          <ul className="assurances">
            <li>
              <Icon name="delivery" size={20} />
              <span>
                <DeliveryPromise />
              </span>
            </li>
            <li>
              <Icon name="exchange" size={20} /> Easy return and exchange within {shop.returnDays} days.
            </li>
            <li>
              <Icon name="quality" size={20} /> Original {shop.podcast.name} wear.
            </li>
            <li>
              <Icon name="support" size={20} />
              <span>
                Questions? <Link to="/contact">Ask us</Link>.
              </span>
            </li>
          </ul>
        </div>
      </div>
      <section className="reviews" aria-labelledby="reviews">
        <h2 id="reviews" className="section-title">
          Reviews ({rating.count})
        </h2>
        {rating.count > 0 ? (
          <p>
            {whoRated(rating)} <Stars of={rating.stars} /> {rating.stars} of 5.
          </p>
        ) : (
          <p>Nobody has reviewed it yet.</p>
        )}
        {reviews.length > 0 && <ReviewList reviews={reviews} />}
        <ReviewsBelow key={product._id} productId={product._id} name={product.name} next={next} />
        <p className="field-hint">
          Bought it? Once it is delivered, you can review it in <Link to="/orders">My orders</Link>.
        </p>
      </section>
      {related.length > 0 && (
        <section aria-labelledby="related">
          <h2 id="related" className="section-title">
            Related Products
          </h2>
          <ProductList products={related} rail />
        </section>
      )}
      <script
        key={product._id}
        {...factsScript(
          import.meta.env.SSR ? productFacts(product, { trail, site: siteOf(matches), rating: real }) : "",
        )}
      />
    </div>
  );
}

/** The way from the whole collection to the product's kind. */
function trailTo({ category, subCategory }: Product): { name: string; path: string }[] {
  const kind = `/collection?category=${category}`;
  return [
    { name: "Collection", path: "/collection" },
    { name: category, path: kind },
    { name: subCategory, path: `${kind}&subCategory=${subCategory}` },
  ];
}

/** Sample ratings are not said to be anybody's. */
function whoRated({ samples, count }: { samples: number; count: number }): string {
  if (samples === 0) return "Shoppers give it";
  return samples < count ? "Shoppers and sample ratings give it" : "Sample ratings";
}

function sharedWith({ name, image, price }: Product) {
  const path = shareImage(image[0] ?? "")?.url;
  return { price, picture: path === undefined ? undefined : { path, alt: name } };
}
