import { useState } from "react";
import { t, tMessage } from "../../language/t.ts";
import { messageOf } from "../../platform/browser/call.ts";
import type { SavedAddress } from "../contract.ts";
import { AddressLines } from "./address-card.tsx";
import type { Delivery } from "./use-delivery.ts";

/** The addresses kept with the account, to choose from and to remove, and the way to a new one. */
export function AddressList({ delivery, addresses }: { delivery: Delivery; addresses: SavedAddress[] }) {
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
