import type { PageContext } from "../pages/page-context.server.ts";

/** Everything that a page's loader knows besides its address. */
export type LoaderContext = PageContext;

/**
 * The part of `Route.LoaderArgs` that a page's loader may use. React Router's own type also has the request, and a context in
 * which every name is allowed.
 */
export type LoaderArgs<Args extends { params: unknown }> = Pick<Args, "params"> & {
  url: URL;
  context: LoaderContext;
};

declare module "react-router" {
  interface AppLoadContext extends LoaderContext {
    /** Logs an unexpected failure of a page. */
    report(error: unknown): void;
    /** Passes on the page of this answer; only inline scripts with these hashes (`'sha256-…'`) may run in it. */
    give(page: { html: string; hashes: string[] }): void;
  }
}
