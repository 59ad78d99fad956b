import { shop } from "../../shop.ts";
import { returnsWithin, sellerFacts, writeFacts } from "../../site/shop-facts.ts";
import type { Product } from "../contract.ts";

/**
 * The product's facts for search engines: what is sold, for how much, and whether it is in stock, as the page shows it.
 * `rating`: from real reviews only, as sample ratings are nobody's. `site`: PUBLIC_URL.
 */
export function productFacts(
  product: Product,
  {
    trail,
    site,
    rating,
    returnDays,
  }: {
    trail: { name: string; path: string }[];
    site: string;
    rating: { stars: number; count: number };
    returnDays: number;
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
      image: product.image.map((image, at) => pictureFacts(new URL(image, site).href, product.alts?.[at])),
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
        ...(product.formerPrice !== null && { priceSpecification: formerPriceOf(product.formerPrice) }),
        availability: `https://schema.org/${available ? "InStock" : "OutOfStock"}`,
        itemCondition: "https://schema.org/NewCondition",
        seller: sellerFacts(site),
        hasMerchantReturnPolicy: returnsWithin(returnDays),
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

/** A picture's address, with a caption where it is described. */
function pictureFacts(url: string, alt: string | undefined) {
  return alt ? { "@type": "ImageObject", url, caption: alt } : url;
}

/** What it cost before, in KES: the price that is struck out on the page. */
function formerPriceOf(price: number) {
  return {
    "@type": "UnitPriceSpecification",
    priceType: "https://schema.org/StrikethroughPrice",
    price,
    priceCurrency: "KES",
  };
}
