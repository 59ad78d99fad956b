import { useEffect, useRef } from "react";
import { DeliveryPromise } from "../../site/delivery-promise.tsx";
import { Bar, Repeat, Skeleton } from "../../ui/skeleton.tsx";
import type { AddressFaults } from "./address.ts";
import { AddressCard } from "./address-card.tsx";
import { AddressFields } from "./address-fields.tsx";
import { AddressList } from "./address-list.tsx";
import type { Delivery } from "./use-delivery.ts";

type DeliveryInformationProps = {
  delivery: Delivery;
  faults: AddressFaults;
  /** As it stands in the fields; empty while it is not known. */
  county: string;
};

/** Where the parcel goes: an address of an earlier order, the choice among them, or the fields. */
export function DeliveryInformation({ delivery, faults, county }: DeliveryInformationProps) {
  const { view, chosen, moves } = delivery;
  const title = useRef<HTMLHeadingElement>(null);
  // the button that was pressed is gone: the keyboard goes on from the heading
  useEffect(() => {
    if (moves > 0) title.current?.focus();
  }, [moves]);
  return (
    <section className="stack" aria-labelledby="delivery">
      <h2 id="delivery" tabIndex={-1} ref={title}>
        Delivery information
      </h2>
      {view === "coming" && <CardShape />}
      {view === "card" && chosen && (
        <AddressCard address={chosen} onChange={delivery.change} onOther={delivery.showList} />
      )}
      {view === "list" && <AddressList delivery={delivery} />}
      {view === "fields" && (
        <>
          <p className="field-hint">Please fill in every field. Only we and your rider see this.</p>
          <AddressFields faults={faults} draftRead={delivery.draftRead} />
        </>
      )}
      <p className="field-hint">
        <DeliveryPromise county={view === "card" ? chosen?.state : county} />
      </p>
    </section>
  );
}

function CardShape() {
  return (
    <Skeleton label="Loading your address">
      <div className="panel address-card">
        <p className="address-lines">
          <Repeat times={5}>
            <Bar width={12} />
          </Repeat>
        </p>
      </div>
    </Skeleton>
  );
}
