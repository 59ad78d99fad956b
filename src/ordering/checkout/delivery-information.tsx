import { useEffect, useLayoutEffect, useRef } from "react";
import type { Place } from "../../delivery/rules.ts";
import { t } from "../../language/t.ts";
import { persisted } from "../../platform/browser/persisted.ts";
import { DeliveryPromise } from "../../site/delivery-promise.tsx";
import { Bar, Repeat, Skeleton } from "../../ui/skeleton.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { AddressFaults } from "./address.ts";
import { AddressCard } from "./address-card.tsx";
import { AddressFields } from "./address-fields.tsx";
import { AddressList } from "./address-list.tsx";
import { PersonFields } from "./person-fields.tsx";
import { PickUpChoice } from "./pick-up-choice.tsx";
import type { Delivery } from "./use-delivery.ts";
import type { PickUp } from "./use-pick-up.ts";

type DeliveryInformationProps = {
  delivery: Delivery;
  pickUp: PickUp;
  faults: AddressFaults;
  /** Where it goes, as far as it is known, for what that costs. */
  place: Place;
  subtotal: number;
};

/** "<the window's width> <the section's height>" with an address on a card, in px: the bootstrap script keeps room for it. */
const cardHeight = persisted("delivery-height");

/** Where the parcel goes: an address of an earlier order, the choice among them, or the fields. */
export function DeliveryInformation({ delivery, pickUp, faults, place, subtotal }: DeliveryInformationProps) {
  const { view, chosen, moves } = delivery;
  const title = useRef<HTMLHeadingElement>(null);
  // the button that was pressed is gone: the keyboard goes on from the heading
  useEffect(() => {
    if (moves > 0) title.current?.focus();
  }, [moves]);
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (view === "card" && chosen) cardHeight.write(`${window.innerWidth} ${section.current?.offsetHeight}`);
  }, [view, chosen]);
  const hydrated = useHydrated();
  return (
    <section className={hydrated ? "stack" : "stack delivery-early"} aria-labelledby="delivery" ref={section}>
      <h2 id="delivery" tabIndex={-1} ref={title}>
        {t("Delivery information")}
      </h2>
      {!hydrated && (
        <div className="delivery-kept">
          <CardShape />
        </div>
      )}
      <PickUpChoice {...pickUp} />
      {pickUp.point ? <PersonFields faults={faults} /> : <ToAddress delivery={delivery} faults={faults} />}
      <p className="field-hint">
        <DeliveryPromise place={place} subtotal={subtotal} />
      </p>
    </section>
  );
}

function ToAddress({ delivery, faults }: Pick<DeliveryInformationProps, "delivery" | "faults">) {
  const { view, chosen, addresses } = delivery;
  if (view === "coming") return <CardShape />;
  if (view === "list")
    return addresses ? <AddressList delivery={delivery} addresses={addresses} /> : <CardShape />;
  if (view === "card")
    return chosen && <AddressCard address={chosen} onChange={delivery.change} onOther={delivery.showList} />;
  return (
    <>
      <p className="field-hint">{t("Please fill in every field. Only we and your rider see this.")}</p>
      <AddressFields faults={faults} draftRead={delivery.draftRead} />
    </>
  );
}

function CardShape() {
  return (
    <Skeleton label={t("Loading your address")}>
      <div className="panel address-card">
        <p className="address-lines">
          <Repeat times={5}>
            <Bar width={12} />
          </Repeat>
        </p>
        <p className="address-actions">
          <span className="link-button">
            <Bar width={10} />
          </span>
        </p>
      </div>
    </Skeleton>
  );
}
