/** The built files of a route: its path below the root, its script, what that imports, its style sheets. */
type RouteFiles = { path?: string; module: string; imports?: string[]; css?: string[] };

/** In the browser, the files of every route by its id: the manifest that React Router itself loads routes by. */
export function routeFiles(): Record<string, RouteFiles> {
  const { __reactRouterManifest: manifest } = window as {
    __reactRouterManifest?: { routes: Record<string, RouteFiles> };
  };
  return manifest?.routes ?? {};
}
