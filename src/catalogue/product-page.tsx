import { data } from "react-router";
import { AnnouncedProduct } from "../back-in-stock/announced-product.tsx";
import { BackInStock } from "../back-in-stock/back-in-stock.tsx";
import { Buy } from "../cart/buy.tsx";
import { t } from "../language/t.ts";
import { ProductReviews } from "../reviews/product-reviews.tsx";
import { shop } from "../shop.ts";
import type { LoaderArgs } from "../site/document/load-context.ts";
import { pageMeta, siteOf } from "../site/document/page-meta.ts";
import type { Route } from "./+types/product-page";
import { formatStart } from "./drops/drop-rules.ts";
import { shareImage } from "./pictures/picture-files.ts";
import { loadProduct, type ProductData } from "./product/load-product.ts";
import { ProductOnSale } from "./product/product-on-sale.tsx";
import { formatPrice } from "./rules.ts";

export async function loader({ context, params: { productId } }: LoaderArgs<Route.LoaderArgs>) {
  const onSale = await loadProduct(context, productId);
  if (onSale) return onSale;
  const announced = await context.store.announced(productId);
  if (announced) return { announced };
  throw data("We can't find this product", { status: 404 });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: shop.name }];
  if ("announced" in loaderData) return announcedMeta(matches, loaderData.announced);
  const { product } = loaderData;
  return pageMeta(matches, {
    title: `${product.name}, ${formatPrice(product.price)}`,
    description: product.description,
    path: `/product/${product._id}`,
    ...(import.meta.env.SSR && sharedWith(product)),
  });
}

export default function ProductPage({ loaderData, matches }: Route.ComponentProps) {
  return "announced" in loaderData ? (
    <AnnouncedProduct key={loaderData.announced._id} drop={loaderData.announced} />
  ) : (
    <ProductOnSale
      data={loaderData}
      site={siteOf(matches)}
      buying={<Buying {...loaderData} />}
      reviews={<ProductReviews {...loaderData} />}
    />
  );
}

function Buying({ product, guide }: ProductData) {
  return (
    <>
      <Buy key={product._id} product={product} hasGuide={guide !== undefined} />
      <BackInStock key={`back ${product._id}`} product={product} />
    </>
  );
}

function sharedWith({ name, image, alts, price }: ProductData["product"]) {
  return { price, picture: sharePicture(name, image[0], alts?.[0]) };
}

type Announced = Parameters<typeof AnnouncedProduct>[0]["drop"];

/** The metadata of a drop disclose no more than its page. */
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
