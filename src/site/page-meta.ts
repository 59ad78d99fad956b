import type { MetaDescriptor } from "react-router";
import { shop } from "../shop.ts";

type Page = {
  title: string;
  description: string;
  /** Where the page is, from the root. */
  path: string;
  /** A picture for shared links; drawings are left out, since messengers show only photographs. */
  image?: string | undefined;
  more?: MetaDescriptor[];
};

/** What search engines and shared links say about a page. */
export function pageMeta(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
  { title, description, path, image, more = [] }: Page,
): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === "root")?.loaderData as
    | { publicUrl?: string }
    | undefined;
  const site = root?.publicUrl ?? "";
  const full = `${title} | ${shop.name}`;
  const shared: MetaDescriptor[] = [
    { property: "og:site_name", content: shop.name },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
  ];
  if (site) {
    const address = new URL(path, site).href;
    shared.push(
      { property: "og:url", content: address },
      { tagName: "link", rel: "canonical", href: address },
    );
    if (image && !image.endsWith(".svg"))
      shared.push({ property: "og:image", content: new URL(image, site).href });
  }
  return [{ title: full }, { name: "description", content: description }, ...shared, ...more];
}
