import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** Contents page of the back office: address below /staff → page file. */
export default [
  index("today/today-page.tsx"),
  route("sign-in", "sign-in/sign-in-page.tsx"),
  route("second-factor", "sign-in/second-factor-page.tsx"),
  route("welcome", "sign-in/welcome-page.tsx"),
  route("orders", "orders/orders-page.tsx"),
  route("orders/:id", "orders/order-page.tsx"),
  route("codes", "codes/codes-page.tsx"),
  route("payments", "payments/payments-page.tsx"),
  route("payments/:id", "payments/payment-page.tsx"),
  route("goods", "goods/goods-page.tsx"),
  route("goods/import", "import/import-page.tsx"),
  route("goods/new", "goods/new-product-page.tsx"),
  route("goods/:id", "goods/product-page.tsx"),
  route("reviews", "reviews/reviews-page.tsx"),
  route("settings/policies", "policies/policies-page.tsx"),
  route("settings", "settings/all-settings-page.tsx"),
  route("settings/:name", "settings/settings-page.tsx"),
  route("episodes", "podcast/episodes-page.tsx"),
  route("people", "people/people-page.tsx"),
  route("devices", "devices/devices-page.tsx"),
  route("audit", "audit/audit-page.tsx"),
  route("*", "not-found-page.tsx"),
] satisfies RouteConfig;
