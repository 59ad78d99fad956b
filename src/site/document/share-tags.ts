import type { MetaDescriptor } from "react-router";
import { spokenLanguage } from "../../language/t.ts";
import { shop } from "../../shop.ts";

/** What a link to a page is shared with. */
export type Shared = {
  title: string;
  description: string;
  /** PUBLIC_URL. */
  site: string;
  path: string | undefined;
  /** 1200 × 630, from the root; the shop's own unless given. */
  picture?: { path: string; alt: string } | undefined;
  /** Whole KES, of a page that sells one thing. */
  price?: number | undefined;
};

/** The shop's own share picture, `public/share.jpg`. */
const OWN_PICTURE = { path: "/share.jpg", alt: `${shop.name}: ${shop.tagline}` };

/** Open Graph (ogp.me), and the one X tag that does not fall back to it. */
export function shareTags({ title, description, site, path, picture, price }: Shared): MetaDescriptor[] {
  const { path: image, alt } = picture ?? OWN_PICTURE;
  const tags: [property: string, content: string][] = [
    ["og:site_name", shop.name],
    ["og:locale", spokenLanguage() ? "sw_KE" : shop.language.replace("-", "_")],
    ["og:type", price === undefined ? "website" : "product"],
    ["og:title", title],
    ["og:description", description],
    ...(path === undefined ? [] : [["og:url", site + path] as [string, string]]),
    ["og:image", site + image],
    ["og:image:type", "image/jpeg"],
    ["og:image:width", "1200"],
    ["og:image:height", "630"],
    ["og:image:alt", alt],
  ];
  if (price !== undefined)
    tags.push(["product:price:amount", String(price)], ["product:price:currency", "KES"]);
  return [
    ...tags.map(([property, content]) => ({ property, content })),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
