import { shop } from "../shop.ts";

/** For pages that show what only this browser knows: said in the served page when no script will run. */
export function NeedsScript() {
  return (
    <noscript>
      <p>This page needs JavaScript. Please turn it on, or call us on {shop.phone}.</p>
    </noscript>
  );
}
