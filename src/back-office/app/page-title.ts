import { shop } from "../../shop.ts";

/** The title of a screen. None of them is for search engines. */
export function pageTitle(title: string) {
  return [{ title: `${title} | ${shop.name} staff` }, { name: "robots", content: "noindex" }];
}
