import type { lockShopper } from "../../cart/queries.server.ts";
import { inLanguage } from "../../language/language.server.ts";
import type { Language } from "../../language/languages.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import type { Address } from "../contract.ts";
import { confirmationMail, type Ending } from "../mails/confirmation-mail.server.ts";
import type { MailLinks } from "../mails/mail-links.server.ts";
import type { Purchase } from "../purchase.server.ts";

type Announced = Awaited<ReturnType<typeof lockShopper>> & {
  id: string;
  purchase: Purchase;
  address: Address;
  language: Language;
  /** When the order is cancelled if its money has not been found by then. */
  ending: Ending | undefined;
  links: MailLinks | undefined;
};

/**
 * Mails the confirmation of an order that nobody has paid yet to the shopper, in the language they chose. The owner is mailed
 * about new orders later, all in one mail.
 */
export async function announceOrder(
  tx: Tx,
  { purchase, links, language, ...order }: Announced,
): Promise<void> {
  const { id, address, ending, provenEmail, isGuest } = order;
  const placed = {
    ...purchase,
    ...order,
    isPaid: false,
    trackUrl: links?.track(id),
    signUpUrl: isGuest ? links?.signUp(address.email) : undefined,
  };
  // the address was typed, and may not be the account's own
  const isProven = address.email.toLowerCase() === provenEmail?.toLowerCase();
  const unproven = isProven ? undefined : { goodFor: newsFor(ending) };
  const mail = inLanguage(language, () => confirmationMail(placed));
  await enqueueMail(tx, { event: `placed:${id}`, to: address.email, unproven, ...mail });
}

/** Hours after which the mail of an unpaid order is out of date. */
const GOOD_FOR = 12;

/** Seconds for which the mail may be sent: not once the order has ended. */
function newsFor(ending: Ending | undefined): number {
  const hours = GOOD_FOR * 3_600;
  if (!ending) return hours;
  const left = "at" in ending ? Math.ceil((ending.at - Date.now()) / 1_000) : ending.after * 3_600;
  return Math.min(hours, left);
}
