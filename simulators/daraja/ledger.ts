import { deliver } from "./delivery.ts";
import { eatStamp } from "./ids.ts";
import type { Paid, World } from "./world.ts";

/** The name every payer has. */
export const PAYER = "JANE";

/** Who is credited, as "600966 - SHOP"; other tills are somebody else's. */
export function partyName(world: World, to: string): string {
  const ours = to === world.setup.till || to === world.setup.shortcode;
  return `${to} - ${ours ? "SHOP" : "OTHER SHOP"}`;
}

/** Writes money down as moved, now. */
export function enter(
  world: World,
  payment: Omit<Paid, "receipt" | "at" | "reversed" | "repeats">,
  code?: string,
): Paid {
  const at = world.clock.now();
  const entry = { ...payment, receipt: code ?? world.ids.receipt(at), at, reversed: false, repeats: 0 };
  world.ledger.push(entry);
  world.balance += payment.amount;
  return entry;
}

/** Tells the shop of a payment, if it registered for that, so many seconds from now. */
export function confirmLater(world: World, paid: Paid, seconds: number): void {
  const { confirmationUrl } = world;
  if (!confirmationUrl || paid.type === "Settlement") return;
  const text = JSON.stringify(confirmation(world, paid));
  const { retries } = world.switches;
  world.agenda.after(seconds, () => deliver(world, confirmationUrl, text, { retries }));
}

/** All strings, as on the wire; the payer's phone masked. */
function confirmation(world: World, paid: Paid): Record<string, string> {
  return {
    TransactionType: paid.type,
    TransID: paid.receipt,
    TransTime: eatStamp(paid.at),
    TransAmount: paid.amount.toFixed(2),
    BusinessShortCode: paid.to,
    BillRefNumber: paid.reference,
    InvoiceNumber: "",
    OrgAccountBalance: `${world.balance}.00`,
    ThirdPartyTransID: "",
    MSISDN: `${paid.phone.slice(0, 4)} ***** ${paid.phone.slice(-3)}`,
    FirstName: PAYER,
    MiddleName: "",
    LastName: "",
  };
}
