import "../ordering.css";
import { useState } from "react";
import { formatPrice } from "../../catalogue/rules.ts";
import { findPoint, type PickUpPoint } from "../../delivery/rules.ts";
import { useDeliverySettings } from "../../delivery/use-delivery-settings.ts";
import { t } from "../../language/t.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { readCheckoutDraft, saveCheckoutDraft } from "./checkout-draft.ts";

/** Whether an order goes to an address, or is fetched, and at which point; nothing where there are no points. */
export function PickUpChoice({ points, point, choose }: PickUp) {
  const [first] = points;
  if (!first) return null;
  return (
    <>
      <fieldset>
        <legend className="visually-hidden">{t("Delivery or pick-up")}</legend>
        <Choice
          name="handover"
          isChosen={!point}
          title={t("Deliver to my address")}
          onChoose={() => choose(undefined)}
        />
        <Choice
          name="handover"
          isChosen={point !== undefined}
          title={t("Pick up")}
          hint={points.length === 1 ? pointText(first) : undefined}
          onChoose={() => choose(point ?? first)}
        />
      </fieldset>
      {point && points.length > 1 && (
        <fieldset>
          <legend>
            <strong>{t("Where to pick it up")}</strong>
          </legend>
          {points.map((each) => (
            <Choice
              key={each.name}
              name="point"
              isChosen={each.name === point.name}
              title={each.name}
              hint={placeText(each)}
              onChoose={() => choose(each)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

type ChoiceProps = {
  name: "handover" | "point";
  isChosen: boolean;
  title: string;
  hint?: string | undefined;
  onChoose: () => void;
};

function Choice({ name, isChosen, title, hint, onChoose }: ChoiceProps) {
  const off = !useHydrated();
  return (
    <label className="radio-card">
      <input type="radio" name={name} value={title} checked={isChosen} disabled={off} onChange={onChoose} />
      <span>
        <strong>{title}</strong>
        {hint && <span className="field-hint">{hint}</span>}
      </span>
    </label>
  );
}

function pointText(point: PickUpPoint): string {
  return `${point.name}. ${placeText(point)}`;
}

function placeText({ address, hours, fee = 0 }: PickUpPoint): string {
  const cost = fee === 0 ? t("Free") : formatPrice(fee);
  return `${address.street}, ${address.city}. ${hours}. ${cost}.`;
}

/** The points where an order may be fetched, the one chosen on this device, and its choice; undefined: it goes to an address. */
export function usePickUp() {
  const settings = useDeliverySettings();
  const hydrated = useHydrated();
  const [named, setNamed] = useState<string>();
  // a point that is gone is as if none had been chosen
  const kept = hydrated ? (named ?? readCheckoutDraft().pickUp ?? "") : "";
  const choose = (point: PickUpPoint | undefined) => {
    setNamed(point?.name ?? "");
    saveCheckoutDraft({ pickUp: point?.name });
  };
  return { points: settings.points, point: findPoint(settings, kept), choose };
}

type PickUp = ReturnType<typeof usePickUp>;
