import type { ReactNode } from "react";
import { t } from "../../../language/t.ts";
import type { SettingValues } from "../../../settings/contract.ts";
import { shopWith } from "../../../settings/shop-with.ts";
import { ContactWays } from "../../../site/contact-ways.tsx";
import { type Typed, toValue } from "../forms/form-field.ts";
import { FORMS } from "./forms.ts";

/** As on the contact page, and the last line of every page. */
export function previewShop(typed: Typed): ReactNode {
  const shop = shopWith(toValue(typed, FORMS.shop?.fields ?? []) as SettingValues["shop"]);
  return (
    <>
      <div className="contact">
        <ContactWays shop={shop} page="" />
      </div>
      <p>
        {t("© {name}. Prices in Kenya shillings. Returns and exchanges within {days} days.", {
          name: shop.name,
          days: shop.returnDays ?? "–",
        })}
      </p>
    </>
  );
}
