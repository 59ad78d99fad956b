import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** Contents page of the storefront (specification §2): address → page file. */
export default [
  index("site/home-page.tsx"),
  route("collection", "catalogue/collection-page.tsx"),
  route("product/:productId", "catalogue/product-page.tsx"),
  route("about", "site/about-page.tsx"),
  route("contact", "site/contact-page.tsx"),
  route("cart", "cart/cart-page.tsx"),
  route("login", "accounts/login-page.tsx"),
  route("verify-email", "accounts/verify-email-page.tsx"),
  route("forgot-password", "accounts/forgot-password-page.tsx"),
  route("reset-password", "accounts/reset-password-page.tsx"),
  route("profile", "accounts/profile-page.tsx"),
  route("place-order", "ordering/place-order-page.tsx"),
  route("mpesa-verification", "ordering/mpesa-verification-page.tsx"),
  route("orders", "ordering/orders-page.tsx"),
  route("mpesa", "payments/mpesa/push/mpesa-page.tsx"),
  route("flutterwave", "payments/card/flutterwave-page.tsx"),
  route("*", "site/not-found-page.tsx"),
] satisfies RouteConfig;
