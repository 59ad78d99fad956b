import { useRouteLoaderData } from "react-router";
import type { LoaderContext } from "../site/document/load-context.ts";

/** The shop's set-up, as the server sent it with this page; undefined while an error page stands in for it. */
export function useSettings(): LoaderContext["settings"] | undefined {
  return useRouteLoaderData<LoaderContext["settings"]>("root");
}
