import { scriptJson } from "../platform/json.ts";
import type { Shop } from "../settings/shop-with.ts";
import { shop as brand } from "../shop.ts";

/** Facts as JSON-LD for a page. */
export function writeFacts(facts: object[]): string {
  return scriptJson({ "@context": "https://schema.org", "@graph": facts });
}

/** The shop as a seller; its whole description is on the home page. `site`: PUBLIC_URL. */
export function sellerFacts(site: string) {
  return { "@type": "Organization", "@id": `${site}/#shop`, name: brand.name, url: `${site}/` };
}

/** Products may come back within so many days (specification §9). */
export function returnsWithin(days: number) {
  return {
    "@type": "MerchantReturnPolicy",
    applicableCountry: "KE",
    returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
    merchantReturnDays: days,
  };
}

/** Who the shop is and how to search it, for the home page. `site`: PUBLIC_URL. */
export function shopFacts(site: string, shop: Shop): string {
  const { street, area, city } = shop.address;
  return writeFacts([
    {
      ...sellerFacts(site),
      slogan: shop.tagline,
      logo: `${site}/icon-512.png`,
      image: `${site}/share.jpg`,
      email: shop.email,
      telephone: shop.phone,
      address: {
        "@type": "PostalAddress",
        streetAddress: `${street}, ${area}`,
        addressLocality: city,
        addressCountry: "KE",
      },
      hasMerchantReturnPolicy: returnsWithin(shop.returnDays),
    },
    {
      "@type": "WebSite",
      name: shop.name,
      url: `${site}/`,
      inLanguage: shop.language,
      publisher: { "@id": `${site}/#shop` },
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${site}/collection?search={search_term_string}` },
        "query-input": "required name=search_term_string",
      },
    },
  ]);
}
