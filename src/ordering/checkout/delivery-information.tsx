import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Place } from "../../delivery/rules.ts";
import { t, tMessage } from "../../language/t.ts";
import { friendlyPhone } from "../../phone-rules.ts";
import { messageOf } from "../../platform/browser/call.ts";
import { persisted } from "../../platform/browser/persisted.ts";
import { DeliveryPromise } from "../../site/delivery-promise.tsx";
import { Bar, Repeat, Skeleton } from "../../ui/skeleton.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { SavedAddress } from "../contract.ts";
import { placeLines } from "../order-text.ts";
import type { AddressFaults } from "./address.ts";
import { AddressFields, PersonFields } from "./address-fields.tsx";
import { PickUpChoice, usePickUp } from "./choices.tsx";
import { type Delivery, useDelivery } from "./use-delivery.ts";

/** Where the order goes: to an address, as far as it is known, or to a pick-up point. */
export function useDestination(typed: Place) {
  const delivery = useDelivery();
  const pickUp = usePickUp();
  const { view, chosen = {} } = delivery;
  const isFilled = pickUp.point !== undefined || view === "fields" || view === "card";
  const place: Place = pickUp.point ? { pickUp: pickUp.point } : view === "card" ? chosen : typed;
  return { delivery, pickUp, place, isFilled };
}

type DeliveryInformationProps = {
  destination: ReturnType<typeof useDestination>;
  faults: AddressFaults;
  subtotal: number;
};

/** "<window width> <section height>" in px with an address card shown: the bootstrap script reserves room for it. */
const cardHeight = persisted("delivery-height");

/** Where the parcel goes: an address of an earlier order, the choice among them, or the fields. */
export function DeliveryInformation({ destination, faults, subtotal }: DeliveryInformationProps) {
  const { delivery, pickUp, place } = destination;
  const { view, chosen, moves } = delivery;
  const title = useRef<HTMLHeadingElement>(null);
  // the button that was pressed is gone: the focus goes to the heading
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

function ToAddress({ delivery, faults }: { delivery: Delivery; faults: AddressFaults }) {
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

/** The addresses saved with the account, to choose from and to remove, and a button for a new one. */
function AddressList({ delivery, addresses }: { delivery: Delivery; addresses: SavedAddress[] }) {
  const [said, setSaid] = useState("");
  const remove = (address: SavedAddress) =>
    delivery.remove(address).then(
      () => setSaid(t("Address removed.")),
      (error: unknown) => setSaid(tMessage(messageOf(error))),
    );
  return (
    <>
      <p className={said ? "field-hint" : "visually-hidden"} role="status">
        {said}
      </p>
      <ul className="address-list">
        {addresses.map((address) => (
          <li className="panel address-card" key={address._id}>
            <AddressLines address={address} />
            <p className="address-actions">
              <button type="button" className="button" onClick={() => delivery.use(address)}>
                {t("Deliver here")}
              </button>
              <button
                type="button"
                className="link-button"
                aria-label={t("Remove {street}", { street: address.street })}
                onClick={() => void remove(address)}
              >
                {t("Remove")}
              </button>
            </p>
          </li>
        ))}
      </ul>
      <button type="button" className="button button-wide" onClick={delivery.addAnother}>
        {t("New address")}
      </button>
    </>
  );
}

type AddressCardProps = { address: SavedAddress; onChange: () => void; onOther: () => void };

/** Shows a saved address; hidden fields send it with the form as if it had been typed. */
function AddressCard({ address, onChange, onOther }: AddressCardProps) {
  return (
    <div className="panel address-card">
      <AddressLines address={address} />
      {Object.entries(address).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="address-actions">
        <button type="button" className="link-button" onClick={onChange}>
          {t("Change")}
        </button>
        <button type="button" className="link-button" onClick={onOther}>
          {t("Use another")}
        </button>
      </p>
    </div>
  );
}

/** An address as it would stand on a parcel. */
function AddressLines({ address }: { address: SavedAddress }) {
  const { firstName, lastName, phone, email } = address;
  return (
    <p className="address-lines">
      <strong>
        {firstName} {lastName}
      </strong>
      <span>{friendlyPhone(phone)}</span>
      {placeLines(address).map((line) => (
        <span key={line}>{line}</span>
      ))}
      <span>{email}</span>
    </p>
  );
}
