import { useLocation, useRouteLoaderData } from "react-router";
import type { LoaderContext } from "../site/document/load-context.ts";
import { type Shop, type ShopChanges, shopWith } from "./shop-with.ts";

/** The shop's set-up, as the server sent it with this page; undefined while an error page stands in for it. */
export function useSettings(): LoaderContext["settings"] | undefined {
  return useRouteLoaderData<LoaderContext["settings"]>("root");
}

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

/** The page's whole address without its query, which may hold the secret of a mailed link. */
export function usePageAddress(): string {
  const { pathname } = useLocation();
  return (useSettings()?.publicUrl ?? "") + pathname;
}
