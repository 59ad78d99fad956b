import { type Sentence, t } from "../language/t.ts";
import type { Method } from "../shop.ts";

// our own drawings of the names (public/paying), so that nobody's artwork is copied; as files, so that no script carries them
const PLATES = [
  { file: "m-pesa", width: 92, name: "M-PESA mobile money", by: ["cod", "mpesa"] },
  { file: "flutterwave", width: 116, name: "Flutterwave", by: ["flutterwave"] },
  { file: "visa", width: 66, name: "Visa cards", by: ["flutterwave"] },
  { file: "mastercard", width: 106, name: "Mastercard cards", by: ["flutterwave"] },
] as const satisfies readonly { file: string; width: number; name: Sentence; by: readonly Method[] }[];

/** What can be paid with by the methods on offer, as small plates (specification §1, decision 44). */
export function PaymentLogos({ methods }: { methods: Method[] }) {
  return (
    <ul className="payment-logos" aria-label={t("Ways to pay")}>
      {PLATES.filter(({ by }) => by.some((method) => methods.includes(method))).map(
        ({ file, width, name }) => (
          <li key={file}>
            <img src={`/paying/${file}.svg`} width={width} height={36} alt={t(name)} loading="lazy" />
          </li>
        ),
      )}
    </ul>
  );
}
