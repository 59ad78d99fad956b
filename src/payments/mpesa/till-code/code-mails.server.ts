import { t } from "../../../language/t.ts";
import { formatMoment } from "../../../ordering/dates.ts";
import type { Ending } from "../../../ordering/mails/confirmation-mail.server.ts";
import { askUs, followAt } from "../../../ordering/mails/order-mails.server.ts";
import { shortId } from "../../../ordering/rules.ts";
import type { Tx } from "../../../platform/database/db.server.ts";
import { currentShop } from "../../../settings/current-settings.server.ts";
import { REJECTED_CODE_HOURS } from "../../../shop.ts";
import { composeMail } from "../../../ui/mail-layout.server.ts";
import { mailShopper } from "../../core/mails.server.ts";
import type { Payment, PaymentContext } from "../../core/provider.server.ts";

type Links = PaymentContext["links"];

/** Mailed before an order ends whose code M-Pesa does not know, or nobody has found: the order's page takes another code. */
export function codeEndsMail(orderId: string, links: Links, ending: Ending) {
  const id = shortId(orderId);
  return composeMail(currentShop(), {
    subject: t("We can't find the payment for your order {id}", { id }),
    greeting: "Habari,",
    paragraphs: [
      "at" in ending
        ? t(
            "We haven't found the payment for your order {id} yet. If we can't find it by {until}, we cancel the order.",
            { id, until: formatMoment(ending.at) },
          )
        : t(
            "M-Pesa can't find the code you sent for your order {id}. If it still can't in {hours} hours, we cancel the order.",
            { id, hours: ending.after },
          ),
      ...(links
        ? [
            t(
              "Mistyped? Open the SMS you got from M-Pesa. Its first word is the code, ten letters and digits. Send it to us on your order's page.",
            ),
          ]
        : []),
      paidAlready(),
    ],
    ...followAt(links?.track(orderId), t("Send the right code")),
    footnote: askUs(),
  });
}

/** Mailed when staff could not find the money of a code: the order waits for the right code, which its page takes. */
export function codeWrongMail(orderId: string, links: Links) {
  const shop = currentShop();
  const id = shortId(orderId);
  const phone = shop.phone;
  return composeMail(shop, {
    subject: t("Please check the M-Pesa code of your order {id}", { id }),
    greeting: "Habari,",
    paragraphs: [
      t(
        "We couldn't find a payment for the code you sent for your order {id}. We're holding your order for {hours} hours.",
        { id, hours: REJECTED_CODE_HOURS },
      ),
      links
        ? t(
            "Open the SMS you got from M-Pesa. Its first word is the code, ten letters and digits. Send it to us on your order's page, or reply to this mail with that code and your order's number, {id}, or call {phone}.",
            { id, phone },
          )
        : t(
            "Open the SMS you got from M-Pesa. Its first word is the code, ten letters and digits. Please reply to this mail with that code and your order's number, {id}, or call {phone}.",
            { id, phone },
          ),
      t(
        "Not paid yet? Pay our till with Lipa na M-Pesa first, then send us the code of that SMS. Without a payment the order is cancelled.",
      ),
    ],
    ...followAt(links?.track(orderId), t("Send the right code")),
    footnote: askUs(),
  });
}

/** Mailed to the shopper when an order was cancelled because nobody found the money of its code. */
export function codeRejectedMail(orderId: string, links: Links) {
  const id = shortId(orderId);
  return composeMail(currentShop(), {
    subject: t("Your order {id} is cancelled", { id }),
    greeting: "Habari,",
    paragraphs: [
      t(
        "We couldn't find a payment for the code you sent for your order {id}, so we cancelled the order. You can order again at any time.",
        { id },
      ),
      paidAlready(),
    ],
    ...followAt(links?.track(orderId)),
    footnote: askUs(),
  });
}

/** Mails `codeRejectedMail`. `hours`: set when the mailbox is unproven; after that time the mail is not sent. */
export async function mailRejected(tx: Tx, payment: Payment, links: Links, hours?: number): Promise<void> {
  const write = () => codeRejectedMail(payment.orderId, links);
  await mailShopper(tx, payment, { event: `code-rejected:${payment.id}`, write, hours });
}

function paidAlready(): string {
  const shop = currentShop();
  return t("Already paid? Keep the M-Pesa SMS and call {phone}, or write to {email}: your money is safe.", {
    phone: shop.phone,
    email: shop.email,
  });
}
