import type { PageContext } from "../pages/page-context.server.ts";

/** All that a page's loader knows beside its address. */
export type LoaderContext = PageContext;

/**
 * What a page's loader is given of `Route.LoaderArgs`. React Router's own arguments have the request besides, and a context in
 * which every name is allowed.
 */
export type LoaderArgs<Args extends { params: unknown }> = Pick<Args, "params"> & {
  url: URL;
  context: LoaderContext;
};

declare module "react-router" {
  interface AppLoadContext extends LoaderContext {
    /** Puts an unexpected failure of a page into the log. */
    report(error: unknown): void;
    /** Gives the page being answered, and lets the inline scripts with these hashes (`'sha256-…'`) run in it, and no other. */
    give(page: { html: string; hashes: string[] }): void;
  }
}
