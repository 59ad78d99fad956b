import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** Contents page of the storefront (specification §2): address → page file. */
export default [
  index("site/pages/home-page.tsx"),
  route("collection", "catalogue/collection-page.tsx"),
  route("product/:productId", "catalogue/product-page.tsx"),
  route("episodes/:slug", "podcast/episode-page.tsx"),
  route("policies/:slug", "policies/policy-page.tsx"),
  route("about", "site/pages/about-page.tsx"),
  route("contact", "site/pages/contact-page.tsx"),
  route("cart", "cart/cart-page.tsx"),
  route("login", "accounts/sign-in/login-page.tsx"),
  route("verify-email", "accounts/sign-up/verify-email-page.tsx"),
  route("forgot-password", "accounts/password/forgot-password-page.tsx"),
  route("reset-password", "accounts/password/reset-password-page.tsx"),
  route("profile", "accounts/profile/profile-page.tsx"),
  route("place-order", "ordering/checkout/place-order-page.tsx"),
  route("mpesa-verification", "payments/mpesa/till-code/mpesa-verification-page.tsx"),
  route("orders", "ordering/my-orders/orders-page.tsx"),
  route("mpesa", "payments/mpesa/push/mpesa-page.tsx"),
  route("flutterwave", "payments/card/flutterwave-page.tsx"),
  route("*", "site/pages/not-found-page.tsx"),
] satisfies RouteConfig;
