import { type RouteConfig, route } from "@react-router/dev/routes";

/** Contents page of the back office: address below /staff → page file. */
export default [route("*", "not-found-page.tsx")] satisfies RouteConfig;
