import "../ordering.css";
import { type ReactNode, useEffect, useState } from "react";
import { readCheckoutDraft, saveCheckoutDraft } from "../../cart/checkout-draft.ts";
import { lastMethod } from "../../cart/checkout-storage.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { findPoint, type PickUpPoint } from "../../delivery/rules.ts";
import { useDeliverySettings } from "../../delivery/use-delivery-settings.ts";
import { WithMpesa } from "../../language/rich.tsx";
import { t } from "../../language/t.ts";
import { useSettings } from "../../settings/use-settings.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { CHOICES, type Choice, inOrder, MISSING } from "../methods.ts";
import type { Method } from "../rules.ts";

type RadioCardProps = {
  name: string;
  value: string;
  isChosen: boolean;
  off: boolean;
  onChoose: () => void;
  children: ReactNode;
};

function RadioCard({ isChosen, off, onChoose, children, ...input }: RadioCardProps) {
  return (
    <label className="radio-card">
      <input type="radio" {...input} checked={isChosen} disabled={off} onChange={onChoose} />
      <span>{children}</span>
    </label>
  );
}

type MethodChoiceProps = { offered: readonly Method[]; chosen: Method; onChoose: (method: Method) => void };

/** The ways to pay, each with what happens next; those the shop does not offer say why. */
export function MethodChoice({ offered, chosen, onChoose }: MethodChoiceProps) {
  return (
    <fieldset>
      <legend>
        <h2>{t("Payment method")}</h2>
      </legend>
      {inOrder(offered).map((method) => {
        const may = offered.includes(method);
        const choice: Choice = CHOICES[method];
        return (
          <RadioCard
            key={method}
            name="method"
            value={method}
            isChosen={chosen === method}
            off={!may}
            onChoose={() => onChoose(method)}
          >
            <strong>
              <WithMpesa>{t(choice.name)}</WithMpesa>
            </strong>
            {choice.means && (
              <span className="radio-means">
                <WithMpesa>{t(choice.means)}</WithMpesa>
              </span>
            )}
            <span className="field-hint">
              <WithMpesa>{t(may ? choice.next : MISSING[method])}</WithMpesa>
            </span>
          </RadioCard>
        );
      })}
    </fieldset>
  );
}

/**
 * The ways to pay on offer and the chosen one. Preselected is the last choice on this device, if still offered: that of this
 * checkout, so that a reload does not change it, or of an earlier one.
 */
export function useMethod() {
  const offered = useSettings()?.methods ?? ["cod"];
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<Method>();
  const known = hydrated ? (readCheckoutDraft().method ?? lastMethod.read()) : undefined;
  const before = offered.find((method) => method === known);
  const [first = "cod"] = inOrder(offered);
  const choose = (method: Method) => {
    setChosen(method);
    saveCheckoutDraft({ method });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen before hydration
  useEffect(() => {
    const { name, value } = window.replay?.chosen ?? {};
    const early = offered.find((method) => name === "method" && method === value);
    if (early) choose(early);
  }, []);
  return { offered, chosen: chosen ?? before ?? first, choose };
}

/** Whether an order is delivered or picked up, and at which point; renders nothing where there are no points. */
export function PickUpChoice({ points, point, choose }: PickUp) {
  const [first] = points;
  if (!first) return null;
  return (
    <>
      <fieldset>
        <legend className="visually-hidden">{t("Delivery or pick-up")}</legend>
        <PointChoice
          name="handover"
          isChosen={!point}
          title={t("Deliver to my address")}
          onChoose={() => choose(undefined)}
        />
        <PointChoice
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
            <PointChoice
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

type PointChoiceProps = {
  name: "handover" | "point";
  isChosen: boolean;
  title: string;
  hint?: string | undefined;
  onChoose: () => void;
};

function PointChoice({ title, hint, ...radio }: PointChoiceProps) {
  const off = !useHydrated();
  return (
    <RadioCard {...radio} value={title} off={off}>
      <strong>{title}</strong>
      {hint && <span className="field-hint">{hint}</span>}
    </RadioCard>
  );
}

function pointText(point: PickUpPoint): string {
  return `${point.name}. ${placeText(point)}`;
}

function placeText({ address, hours, fee = 0 }: PickUpPoint): string {
  const cost = fee === 0 ? t("Free") : formatPrice(fee);
  return `${address.street}, ${address.city}. ${hours}. ${cost}.`;
}

/** The pick-up points, the one chosen on this device, and the function to choose; `point` is undefined for a delivery. */
export function usePickUp() {
  const settings = useDeliverySettings();
  const hydrated = useHydrated();
  const [named, setNamed] = useState<string>();
  // a point that is gone counts as none
  const kept = hydrated ? (named ?? readCheckoutDraft().pickUp ?? "") : "";
  const choose = (point: PickUpPoint | undefined) => {
    setNamed(point?.name ?? "");
    saveCheckoutDraft({ pickUp: point?.name });
  };
  return { points: settings.points, point: findPoint(settings, kept), choose };
}

type PickUp = ReturnType<typeof usePickUp>;
