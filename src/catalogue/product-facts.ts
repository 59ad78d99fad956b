import { shop } from "../shop.ts";
import { RETURNS, sellerFacts, writeFacts } from "../site/shop-facts.ts";
import type { Product } from "./contract.ts";

/**
 * The product page for search engines: what is sold, for how much, and whether it can be had, as the page says it.
 * `rating`: by real reviews alone; sample ratings are nobody's. `site`: PUBLIC_URL.
 */
export function productFacts(
  product: Product,
  {
    trail,
    site,
    rating,
  }: {
    trail: { name: string; path: string }[];
    site: string;
    rating: { stars: number; count: number };
  },
): string {
  const url = `${site}/product/${product._id}`;
  const available = product.sizes.some((size) => product.stock[size]);
  return writeFacts([
    {
      "@type": "Product",
      "@id": `${url}#product`,
      name: product.name,
      description: product.description,
      image: product.image.map((image) => new URL(image, site).href),
      sku: product._id,
      category: `${product.category} > ${product.subCategory}`,
      brand: { "@type": "Brand", name: shop.name },
      ...(rating.count > 0 && {
        aggregateRating: {
          "@type": "AggregateRating",
          ratingValue: rating.stars,
          reviewCount: rating.count,
          bestRating: 5,
          worstRating: 1,
        },
      }),
      offers: {
        "@type": "Offer",
        url,
        price: product.price,
        priceCurrency: "KES",
        availability: `https://schema.org/${available ? "InStock" : "OutOfStock"}`,
        itemCondition: "https://schema.org/NewCondition",
        seller: sellerFacts(site),
        hasMerchantReturnPolicy: RETURNS,
      },
    },
    {
      "@type": "BreadcrumbList",
      itemListElement: trail.map(({ name, path }, at) => ({
        "@type": "ListItem",
        position: at + 1,
        name,
        item: site + path,
      })),
    },
  ]);
}
