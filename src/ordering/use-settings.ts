import { useRouteLoaderData } from "react-router";
import type { LoaderContext } from "../site/document/load-context.ts";

/** What the server told this page about the shop's set-up; undefined while an error page stands in for it. */
export function useSettings(): LoaderContext["settings"] | undefined {
  return useRouteLoaderData<LoaderContext["settings"]>("root");
}
