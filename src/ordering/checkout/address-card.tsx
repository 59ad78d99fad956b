import { t } from "../../language/t.ts";
import { friendlyPhone } from "../../phone-rules.ts";
import { placeLines } from "../address-text.ts";
import type { SavedAddress } from "../contract.ts";

type AddressCardProps = { address: SavedAddress; onChange: () => void; onOther: () => void };

/** Where the parcel goes, as an earlier order had it; the form is sent with it as if it had been typed. */
export function AddressCard({ address, onChange, onOther }: AddressCardProps) {
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
export function AddressLines({ address }: { address: SavedAddress }) {
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
