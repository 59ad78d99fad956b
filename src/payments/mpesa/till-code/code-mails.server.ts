import type { MailLinks } from "../../../ordering/mail-links.server.ts";
import { followAt } from "../../../ordering/mails.server.ts";
import { shortId } from "../../../ordering/rules.ts";
import { REJECTED_CODE_HOURS, shop, UNFOUND_CODES } from "../../../shop.ts";
import { composeMail } from "../../../ui/mail-layout.server.ts";

const FOOTNOTE = `Questions? Write to ${shop.email} or call ${shop.phone}.`;
const PAID = `Paid already? Keep the SMS of M-Pesa and call ${shop.phone}, or write to ${shop.email}: your money is not lost.`;

/** What to do, where the order's page takes the right code. */
const SMS = "Open the SMS you got from M-Pesa. Its first word is the code, ten letters and digits.";
const SEND = "Send the right code";

/** Mailed to the shopper before an order ends whose code M-Pesa does not know: its page takes another. */
export function codeEndsMail(orderId: string, links: MailLinks | undefined) {
  const hours = UNFOUND_CODES.warnedBefore;
  return composeMail(shop, {
    subject: `We cannot find the payment of your order ${shortId(orderId)}`,
    greeting: "Habari,",
    paragraphs: [
      `M-Pesa does not know the code you typed for your order ${shortId(orderId)}. If that stays so for ${hours} more hours, we cancel the order.`,
      ...(links ? [`Mistyped? ${SMS} Send it to us on your order's page.`] : []),
      PAID,
    ],
    ...followAt(links?.track(orderId), SEND),
    footnote: FOOTNOTE,
  });
}

/** Mailed to the shopper when staff could not find the money of a code: the order waits for the right one, on its page. */
export function codeWrongMail(orderId: string, links: MailLinks | undefined) {
  const id = shortId(orderId);
  const reply = `reply to this mail with that code and your order's number, ${id}, or call ${shop.phone}.`;
  return composeMail(shop, {
    subject: `Please check the M-Pesa code of your order ${id}`,
    greeting: "Habari,",
    paragraphs: [
      `We could not find a payment for the code you typed for your order ${id}. Your order is kept for ${REJECTED_CODE_HOURS} hours.`,
      links ? `${SMS} Send it to us on your order's page, or ${reply}` : `${SMS} Please ${reply}`,
      "Not paid yet? Pay our till with Lipa na M-Pesa first, then send us the code of that SMS. Without a payment the order is cancelled.",
    ],
    ...followAt(links?.track(orderId), SEND),
    footnote: FOOTNOTE,
  });
}

/** Mailed to the shopper when an order was cancelled because nobody found the money of its code. */
export function codeRejectedMail(orderId: string, links: MailLinks | undefined) {
  return composeMail(shop, {
    subject: `Your order ${shortId(orderId)} is cancelled`,
    greeting: "Habari,",
    paragraphs: [
      `We could not find a payment for the code you typed for your order ${shortId(orderId)}, so we have cancelled the order. You can order again at any time.`,
      PAID,
    ],
    ...followAt(links?.track(orderId)),
    footnote: FOOTNOTE,
  });
}
