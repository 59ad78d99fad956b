import { Rich } from "../../language/rich.tsx";
import { t } from "../../language/t.ts";
import { useShop } from "../../settings/use-shop.ts";
import { telLink } from "../../ui/tel-link.ts";

/** To whoever is signed out while a payment of theirs may be under way: nobody is to pay twice. */
export function MayBePaid() {
  return (
    <>
      <p>
        {t(
          "A payment for this order may be in progress, so please don't pay again. Once it's paid, we place your order, even if you close this page.",
        )}
      </p>
      <GuestsPayment />
    </>
  );
}

/** How a guest whose session has ended finds the order of what was paid. */
export function GuestsPayment() {
  const shop = useShop();
  return (
    <p>
      <Rich
        sentence="Ordered as a guest? Use the link in your order email. Or sign up with the same email to see it in your account. Or call {phone}."
        phone={<a href={telLink(shop.phone)}>{shop.phone}</a>}
      />
    </p>
  );
}
