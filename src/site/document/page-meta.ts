import type { ComponentProps } from "react";
import type { MetaDescriptor } from "react-router";
import { LANGUAGE } from "../../language/languages.ts";
import { currentLanguage } from "../../language/t.ts";
import { shop } from "../../shop.ts";

/** What a shared link to a page shows. */
type Shared = {
  title: string;
  description: string;
  /** PUBLIC_URL. */
  site: string;
  path: string | undefined;
  /** 1200 × 630, from the root; the shop's own unless given. */
  picture?: { path: string; alt: string } | undefined;
  /** Whole KES, for a page that sells one product. */
  price?: number | undefined;
};

/** The shop's own share picture, `public/share.jpg`. */
const OWN_PICTURE = { path: "/share.jpg", alt: `${shop.name}: ${shop.tagline}` };

/** Open Graph (ogp.me), and the one X tag that does not fall back to it. */
function shareTags({ title, description, site, path, picture, price }: Shared): MetaDescriptor[] {
  const { path: image, alt } = picture ?? OWN_PICTURE;
  const tags: [property: string, content: string][] = [
    ["og:site_name", shop.name],
    ["og:locale", currentLanguage() ? "sw_KE" : shop.language.replace("-", "_")],
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

type Page = Pick<Shared, "title" | "description" | "picture" | "price"> & {
  /** The page's address for everybody, from the root; undefined where search engines must not index it. */
  path: string | undefined;
};

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/**
 * What search engines and shared links say about a page. The tags of shared links are read from the document alone,
 * so only the server writes them; title, description and address also change with client-side navigation.
 */
export function pageMeta(matches: Matches, { path: english, ...page }: Page): MetaDescriptor[] {
  const site = siteOf(matches);
  const kiswahili = english && `${english}${english.includes("?") ? "&" : "?"}${LANGUAGE}=sw`;
  const path = currentLanguage() ? kiswahili : english;
  const own: MetaDescriptor[] = [
    { title: `${page.title} | ${shop.name}` },
    { name: "description", content: page.description },
    path === undefined ? NOINDEX : { tagName: "link", rel: "canonical", href: site + path },
  ];
  return import.meta.env.SSR
    ? [...own, ...shareTags({ ...page, site, path }), ...alternates(site, english, kiswahili)]
    : own;
}

/** The same page in each language (developers.google.com/search/docs/specialty/international/localized-versions). */
function alternates(
  site: string,
  english: string | undefined,
  kiswahili: string | undefined,
): MetaDescriptor[] {
  if (english === undefined || kiswahili === undefined) return [];
  const paths = { en: english, sw: kiswahili, "x-default": english };
  return Object.entries(paths).map(([hrefLang, path]) => ({
    tagName: "link",
    rel: "alternate",
    hrefLang,
    href: site + path,
  }));
}

/** A page of one shopper's own: it has a title, and search engines do not index it. */
export function privateMeta(title: string, ...more: MetaDescriptor[]): MetaDescriptor[] {
  return [{ title: `${title} | ${shop.name}` }, NOINDEX, ...more];
}

/**
 * The script element of a page's facts (schema.org, JSON-LD; `json` from writeFacts). They are read from the document
 * alone, so the server writes them and the browser passes "": hydration leaves the element's content as it is.
 */
export function factsScript(json: string): ComponentProps<"script"> {
  return {
    type: "application/ld+json",
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html: json },
  };
}

/** PUBLIC_URL, from the data of the root's loader. */
export function siteOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === "root")?.loaderData as
    | { publicUrl?: string }
    | undefined;
  return root?.publicUrl ?? "";
}

const NOINDEX = { name: "robots", content: "noindex" };
