import type { ReactNode } from "react";
import { formatPrice } from "../../../catalogue/rules.ts";
import type { DeliverySettings } from "../../../delivery/rules.ts";
import { CHOICES } from "../../../ordering/methods.ts";
import { deliveryText } from "../../../site/delivery-promise.tsx";
import { telLink } from "../../../ui/tel-link.ts";
import { DELIVERY_FORM } from "./delivery-form.ts";
import { type Typed, toValue } from "./forms.ts";

type Preview = (typed: Typed) => ReactNode;

/** How shoppers see a setting, as it is typed. */
export function SettingPreview({ name, typed }: { name: string; typed: Typed }) {
  const preview = PREVIEWS[name];
  if (!preview) return null;
  return (
    <section className="panel stack setting-preview" aria-labelledby="preview">
      <h2 id="preview">How shoppers see it</h2>
      {preview(typed)}
    </section>
  );
}

const PREVIEWS: Record<string, Preview> = {
  shop: previewShop,
  banner: previewBanner,
  payments: previewPayments,
  delivery: previewDelivery,
};

function previewShop(typed: Typed): ReactNode {
  const { phone = "", email } = typed;
  return (
    <>
      <p>
        <a href={telLink(phone)}>{phone}</a>, <a href={`mailto:${email}`}>{email}</a>
      </p>
      <p>
        {typed["address.street"]}, {typed["address.area"]}, {typed["address.city"]},{" "}
        {typed["address.country"]}
      </p>
      <p>
        <a href={typed["podcast.url"]}>{typed["podcast.name"]}</a>
      </p>
      <p>Goods may be returned or exchanged within {typed.returnDays} days.</p>
    </>
  );
}

function previewBanner(typed: Typed): ReactNode {
  return (
    <>
      <div className="setting-banner">
        <p>{typed["banner.tagline"]}</p>
        <p className="setting-headline">{typed["banner.headline"]}</p>
        <p>
          <span className="button">{typed["banner.prompt"]}</span>
        </p>
      </div>
      <div className="setting-banner">
        <p className="setting-headline">{typed["offer.headline"]}</p>
        <p>{typed["offer.text"]}</p>
        <p>
          <span className="button">{typed["offer.prompt"]}</span>
        </p>
      </div>
    </>
  );
}

function previewPayments({ methods = "", till }: Typed): ReactNode {
  const offered = Object.entries(CHOICES).filter(([method]) => methods.split(",").includes(method));
  return (
    <>
      <ul>
        {offered.map(([method, { name }]) => (
          <li key={method}>{name}</li>
        ))}
      </ul>
      <p>
        {till ? `Till number ${till}` : "No till: the shop shows a sample number that no money can reach."}
      </p>
    </>
  );
}

function previewDelivery(typed: Typed): ReactNode {
  const { points, ...settings } = toValue(typed, DELIVERY_FORM.fields) as DeliverySettings;
  const { fee, days, areas } = settings;
  const numbers = [fee, days.from, days.to, ...areas.flatMap((area) => [area.fee ?? 0, area.from, area.to])];
  if (!numbers.every(Number.isInteger)) return <p>Fill in the fee and the days to see it.</p>;
  return (
    <>
      <p>{deliveryText({ ...settings, points })}</p>
      {points.map(({ name, address, hours, fee = 0 }) => (
        <p key={name}>
          Pick up at {name}, {address.street}, {address.city}: {hours}. {formatPrice(fee)}.
        </p>
      ))}
    </>
  );
}
