import "../../site/preview-styles.ts";
import { type ReactNode, useState } from "react";
import type { DeliverySettings, PickUpPoint } from "../../delivery/rules.ts";
import { t } from "../../language/t.ts";
import { MethodChoice, PickUpChoice } from "../../ordering/checkout/choices.tsx";
import { inOrder } from "../../ordering/methods.ts";
import type { SettingValues } from "../../settings/contract.ts";
import type { Method } from "../../settings/rules.ts";
import { shopWith } from "../../settings/shop-with.ts";
import { BannerHalves, Offer } from "../../site/banner.tsx";
import { ContactWays } from "../../site/contact-ways.tsx";
import { deliveryText } from "../../site/delivery-promise.tsx";
import { PaymentLogos } from "../../site/payment-logos.tsx";
import { type Typed, toValue } from "../app/forms/form-field.ts";
import { FORMS } from "./forms.ts";

/** The two newest goods, which stand in the banner where it has no picture. */
export type Newest = { _id: string; image: string }[];

/** Both as the home page has them; what is a link there leads nowhere here. */
function previewBanner(typed: Typed, newest: Newest): ReactNode {
  const { banner, offer } = toValue(typed, FORMS.banner?.fields ?? []) as SettingValues["banner"];
  return (
    <>
      <div className="banner">
        <BannerHalves
          {...banner}
          title={<p className="setting-headline">{banner.headline}</p>}
          prompt={<span className="button button-sun">{banner.prompt}</span>}
          newest={newest}
        />
      </div>
      <Offer {...offer} prompt={<span className="button button-primary">{offer.prompt}</span>} />
    </>
  );
}

/** What comes of each mail, by its name. */
const SUBJECTS: Record<string, string> = {
  "new-order": "New order 1a2b3c4d: Ksh 2,400, paid",
  morning: "3 payments need you",
  "low-stock": "2 sizes are running low",
};

/** Shoppers see nothing of it: which mails come, and where. */
function previewAlerts({ email, mails = "" }: Typed): ReactNode {
  const wanted = mails.split(",").flatMap((name) => SUBJECTS[name] ?? []);
  return (
    <>
      <p>Shoppers see nothing of this. To {email || "the shop's own address"} comes:</p>
      <ul>
        {[...wanted, "A payment needs you: it cannot be told whether it was paid"].map((subject) => (
          <li key={subject}>{subject}</li>
        ))}
      </ul>
    </>
  );
}

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

/** The sentence of product, cart and checkout, and the choice of a pick-up point. */
function previewDelivery(typed: Typed): ReactNode {
  const { points, ...settings } = toValue(typed, FORMS.delivery?.fields ?? []) as DeliverySettings;
  const { fee, days, areas } = settings;
  const numbers = [fee, days.from, days.to, ...areas.flatMap((area) => [area.fee ?? 0, area.from, area.to])];
  if (!numbers.every(Number.isInteger)) return <p>Fill in the fee and the days to see it.</p>;
  // one that is still being typed may have no fee yet, and no name or another's
  const whole = points
    .filter(({ name }, at) => name && points.findIndex((each) => each.name === name) === at)
    .map((point) => ({ ...point, fee: Number.isInteger(point.fee) ? point.fee : 0 }));
  return (
    <>
      <p>{deliveryText({ ...settings, points })}</p>
      <Points points={whole as PickUpPoint[]} />
    </>
  );
}

function Points({ points }: { points: PickUpPoint[] }) {
  const [chosen, setChosen] = useState<string>();
  const choose = (point: PickUpPoint | undefined) => setChosen(point?.name);
  return <PickUpChoice points={points} point={points.find(({ name }) => name === chosen)} choose={choose} />;
}

function previewPayments({ methods = "", till }: Typed): ReactNode {
  return <Payments offered={methods.split(",").filter(Boolean) as Method[]} till={till ?? ""} />;
}

/** The choice at the checkout, the till's page, and what every page's foot says of it. */
function Payments({ offered, till }: { offered: Method[]; till: string }) {
  const [chosen, setChosen] = useState<Method>();
  const first = inOrder(offered)[0];
  if (!first) return <p>Leave at least one way to pay.</p>;
  const shown = chosen && offered.includes(chosen) ? chosen : first;
  return (
    <>
      <MethodChoice offered={offered} chosen={shown} onChoose={setChosen} />
      {offered.includes("cod") && (
        <p>
          {till ? (
            <>
              Till number <strong>{till}</strong>
            </>
          ) : (
            "No till: the shop shows a sample number that no money can reach, and says so."
          )}
        </p>
      )}
      <div className="setting-logos">
        <PaymentLogos methods={offered} />
      </div>
    </>
  );
}

/** As on the contact page, and the last line of every page. */
function previewShop(typed: Typed): ReactNode {
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
