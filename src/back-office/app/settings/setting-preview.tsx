import type { ReactNode } from "react";
import type { Typed } from "../forms/form-field.ts";
import { previewAlerts } from "./preview-alerts.tsx";
import { type Newest, previewBanner } from "./preview-banner.tsx";
import { previewDelivery } from "./preview-delivery.tsx";
import { previewPayments } from "./preview-payments.tsx";
import { previewShop } from "./preview-shop.tsx";

type Props = { name: string; typed: Typed; newest: Newest };

/** How shoppers see a setting, as it is typed: by the shop's own parts. */
export function SettingPreview({ name, typed, newest }: Props) {
  const preview = PREVIEWS[name];
  if (!preview) return null;
  return (
    <section className="panel stack setting-preview" aria-labelledby="preview">
      <h2 id="preview">How shoppers see it</h2>
      {preview(typed, newest)}
    </section>
  );
}

const PREVIEWS: Record<string, (typed: Typed, newest: Newest) => ReactNode> = {
  shop: previewShop,
  banner: previewBanner,
  payments: previewPayments,
  delivery: previewDelivery,
  alerts: previewAlerts,
};
