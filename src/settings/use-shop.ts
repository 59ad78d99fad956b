import { useRouteLoaderData } from "react-router";
import { type Shop, type ShopChanges, shopWith } from "./shop-with.ts";

type Root = { shop?: ShopChanges } | undefined;

/** The shop's facts as this document has them: the first rendering in the browser says what the server's said. */
export function useShop(): Shop {
  return shopWith(useRouteLoaderData<Root>("root")?.shop);
}

/** The same for the meta of a page. */
export function shopOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): Shop {
  const root = matches.find((match) => match?.id === "root")?.loaderData as Root;
  return shopWith(root?.shop);
}
