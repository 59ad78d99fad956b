import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { SCRIPT_TARGETS, TARGETS } from "./src/platform/browser/oldest-browsers.ts";

/** Nobody fills in a form on the pages that come first. */
const forms =
  /\/src\/(accounts\/(form-.*|password\/password-field|rules)|ui\/field|platform\/text-rules|cart\/needs-script)\.tsx?$/;
/** Nor does anybody order there. None of these has a style sheet: in a group it would be lost to the routes. */
const orders =
  /\/src\/(accounts\/(guest\/order-as-guest|sign-in\/login-link|sign-up\/sign-up-origin)|cart\/(cart-totals|checkout-draft|notices|use-priced-cart)|ordering\/(coupons\/rules|methods|order-text|rules|checkout\/(checkout-(state|status)|guest-session|order-elsewhere))|phone-rules|platform\/browser\/(line-back|new-id|use-(page-signal|polling))|ui\/skeleton)\.tsx?$/;
/** Crumbs of the frame and of a product's page, small enough to come together. */
const crumbs =
  /\/src\/(platform\/(browser\/(prefetch-pages|use-busy|when-idle)|internals\/data-request)|policies\/(rules|policy-links)|reviews\/review-list|site\/(ask-on-whatsapp|delivery-promise)|ui\/(opener|sheet|use-open|wave))\.tsx?$/;
/** What a shopper gave stars to: on My orders, and under a product once more of its reviews are asked for. */
const reviews = /\/src\/reviews\/(review-line|rules|use-my-reviews)\.tsx?$/;
// what every page needs comes in two files: fewer requests, and it compresses better than a dozen crumbs
const groups = [
  { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
  {
    name: "shared",
    test: (id: string) => /\/src\/.*\.tsx?$/.test(id) && !forms.test(id) && !orders.test(id),
    minShareCount: 5,
    priority: 1,
  },
  { name: "crumbs", test: crumbs, minShareCount: 2, priority: 2 },
  { name: "forms", test: forms, minShareCount: 2 },
  { name: "orders", test: orders, minShareCount: 2 },
  { name: "reviews", test: reviews, minShareCount: 2 },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reactRouter()],
  build: isSsrBuild
    ? {}
    : // the router names what a page needs; Vite's own helper would come with every first view
      {
        target: SCRIPT_TARGETS,
        cssTarget: TARGETS,
        modulePreload: false,
        rolldownOptions: { output: { codeSplitting: { groups } } },
      },
}));
