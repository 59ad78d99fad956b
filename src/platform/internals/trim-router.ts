import { type ESTree, type Plugin, parseAst } from "vite";

/** The folder that the aliases of production-build.ts lead to. */
const ROUTER = "/react-router/dist/production/";

/** What React Router never calls in the storefront: calling one of them is a bug, and fails with this file's name. */
const UNUSED = [
  // actions, fetchers and forms: the storefront calls its own API
  "handleAction",
  "handleFetcherAction",
  "handleFetcherLoader",
  "singleFetchActionStrategy",
  "singleFetchLoaderFetcherStrategy",
  "getFormSubmissionInfo",
  // routes that are found later: all are known at once (react-router.config.ts)
  "discoverRoutes",
  "fetchAndApplyManifestPatches",
  "patchRoutesImpl",
  // useBlocker: no page of the storefront holds anybody back
  "getBlocker",
  "deleteBlocker",
  "updateBlocker",
  // instrumentation, asked for where the router is made
  "instrumentClientSideRouter",
  "getRouteInstrumentationUpdates",
  // <Link prefetch>: site/document/route-prefetch.ts does it
  "PrefetchPageLinks",
  // React Server Components
  "RSCErrorHandler",
];
/** Of the same: called, but they have nothing to do. */
const IDLE = ["useFogOFWarDiscovery", "getPatchRoutesOnNavigationFunction", "shouldBlockNavigation"];
/**
 * How it tries again when a page's module does not come: the page that was left would be reloaded each time. The one
 * that was wanted is opened instead, and says itself that it did not load fully.
 */
const RELOAD = "window.location.reload";
const OPEN_WANTED = `((to)=>to?window.location.assign(to.pathname+to.search+to.hash):${RELOAD}())(window.__reactRouterDataRouter?.state.navigation.location)`;
/** Functions that assert, and how many of their arguments come before the sentence for developers. */
const ASSERTIONS: Record<string, number> = { invariant: 1, invariant2: 1, warning: 1, warningOnce: 2 };

type Cut = { start: number; end: number; by: string };

/**
 * Vite's plugin that takes out of React Router what the storefront does not use, and the sentences of its assertions:
 * the package is one module in which nothing of this can be left out by importing less.
 * @throws Error when a function that should go is not there any more
 */
export function trimRouter(): Plugin {
  const missing = new Set([...UNUSED, ...IDLE, RELOAD]);
  return {
    name: "trim-router",
    transform(code, id) {
      if (!id.includes(ROUTER)) return null;
      const trimmed = trim(code);
      for (const name of trimmed.changed) missing.delete(name);
      return { code: trimmed.code, map: null };
    },
    buildEnd(error) {
      if (!error && missing.size > 0)
        throw new Error(`React Router no longer has ${[...missing].join(", ")}: see trim-router.ts`);
    },
  };
}

/** The module's code without what is left out, and the names of what was changed, in order. */
export function trim(code: string): { code: string; changed: string[] } {
  const changed: string[] = [];
  const cuts: Cut[] = [];
  visit(parseAst(code), (node) => {
    if (node.type === "FunctionDeclaration" && node.id && node.body) {
      const body = bodyInstead(node.id.name);
      if (body === undefined) return true;
      changed.push(node.id.name);
      cuts.push({ start: node.body.start, end: node.body.end, by: body });
      return false;
    }
    if (node.type === "CallExpression" && code.slice(node.start, node.end) === `${RELOAD}()`) {
      changed.push(RELOAD);
      cuts.push({ start: node.start, end: node.end, by: OPEN_WANTED });
      return false;
    }
    if (node.type === "CallExpression" && node.callee.type === "Identifier") {
      const last = node.arguments[(ASSERTIONS[node.callee.name] ?? 0) - 1];
      if (last) cuts.push({ start: last.end, end: node.end - 1, by: "" });
      return !last;
    }
    return true;
  });
  return { code: apply(code, cuts), changed };
}

function bodyInstead(name: string): string | undefined {
  if (UNUSED.includes(name)) return '{throw Error("trim-router.ts")}';
  return IDLE.includes(name) ? "{}" : undefined;
}

/** In the order of the source; what `enter` answers false for is not entered. */
function visit(node: unknown, enter: (node: ESTree.Node) => boolean): void {
  if (typeof node !== "object" || node === null) return;
  if ("type" in node && !enter(node as ESTree.Node)) return;
  for (const part of Object.values(node)) visit(part, enter);
}

function apply(code: string, cuts: Cut[]): string {
  let at = 0;
  const parts = cuts.flatMap(({ start, end, by }) => {
    const before = code.slice(at, start);
    at = end;
    return [before, by];
  });
  return parts.join("") + code.slice(at);
}
