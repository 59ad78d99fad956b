import { t } from "../language/t.ts";
import { useShop } from "../settings/use-settings.ts";

/** For pages that show what only this browser knows: the served page says this where JavaScript does not run. */
export function NeedsScript() {
  const shop = useShop();
  return (
    <noscript>
      <p>
        {t("This page needs JavaScript. Please turn it on, or call us on {phone}.", { phone: shop.phone })}
      </p>
    </noscript>
  );
}
