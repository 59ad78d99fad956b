// our own drawings of the names (public/paying), so that nobody's artwork is copied; as files, so that no script carries them
const PLATES = [
  ["m-pesa", 92, "M-PESA mobile money"],
  ["flutterwave", 116, "Flutterwave cards and wallets"],
  ["visa", 66, "Visa cards"],
  ["airtel-money", 82, "Airtel Money"],
] as const;

/** The ways of paying the shop knows, as small plates. */
export function PaymentLogos() {
  return (
    <ul className="payment-logos" aria-label="Ways to pay">
      {PLATES.map(([file, width, name]) => (
        <li key={file}>
          <img src={`/paying/${file}.svg`} width={width} height={36} alt={name} loading="lazy" />
        </li>
      ))}
    </ul>
  );
}
