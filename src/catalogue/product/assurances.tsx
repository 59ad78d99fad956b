import { Rich } from "../../language/rich.tsx";
import { t } from "../../language/t.ts";
import { useShop } from "../../settings/use-shop.ts";
import { AskOnWhatsApp, ShareOnWhatsApp } from "../../site/ask-on-whatsapp.tsx";
import { DeliveryPromise } from "../../site/delivery-promise.tsx";
import { usePageAddress } from "../../site/page-address.ts";
import { Icon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";

/** What the shop promises with every product. */
export function Assurances() {
  const shop = useShop();
  return (
    <ul className="assurances">
      <li>
        <Icon name="delivery" size={20} />
        <span>
          <DeliveryPromise />
        </span>
      </li>
      <li>
        <Icon name="exchange" size={20} />
        {t("Easy return and exchange within {days} days.", { days: shop.returnDays })}
      </li>
      <li>
        <Icon name="quality" size={20} />
        {t("Original {name} wear.", { name: shop.podcast.name })}
      </li>
      <li>
        <Icon name="support" size={20} />
        <span>
          <Rich sentence="Questions? {askUs}." askUs={<Link to="/contact">{t("Ask us")}</Link>} />
        </span>
      </li>
    </ul>
  );
}

/** Leads to friends and to the shop on WhatsApp, with the product's page written already. */
export function AskAndShare({ name }: { name: string }) {
  const shop = useShop();
  const page = usePageAddress();
  return (
    <p className="row">
      <ShareOnWhatsApp
        className="button button-quiet"
        text={t("{name} from {shop}:", { name, shop: shop.name })}
        url={page}
      />
      <AskOnWhatsApp className="button button-quiet" about={{ page }}>
        {t("Ask us on WhatsApp")}
      </AskOnWhatsApp>
    </p>
  );
}
