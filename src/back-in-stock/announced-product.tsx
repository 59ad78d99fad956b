import { lazy, Suspense } from "react";
import type { Announced } from "../catalogue/drops/announced.server.ts";
import { Gallery } from "../catalogue/pictures/gallery.tsx";
import { t } from "../language/t.ts";
import { dataAddress } from "../platform/internals/data-request.ts";
import { usePageAddress, useShop } from "../settings/use-settings.ts";
import { ShareOnWhatsApp } from "../site/ask-on-whatsapp.tsx";
import { WhenOpen } from "./back-in-stock.tsx";

/**
 * In the browser fetched on the page of a drop alone; where it does not arrive, what the document says stays. On
 * the server it is there before.
 */
const Coming = import.meta.env.SSR
  ? (await import("../catalogue/drops/coming.tsx")).Coming
  : lazy(() =>
      import("../catalogue/drops/coming.tsx").then(
        ({ Coming }) => ({ default: Coming }),
        () => new Promise<never>(() => {}),
      ),
    );

/** A product that is announced, until its moment: what it is called, what it looks like, and when it comes. */
export function AnnouncedProduct({ drop }: { drop: Announced }) {
  const { name, image, alt } = drop;
  const shop = useShop();
  const page = usePageAddress();
  return (
    <div className="page product-page">
      <div className="product-columns">
        <Gallery name={name} images={[image]} alts={[alt]} />
        <div className="product-facts">
          <h1>{name}</h1>
          <Suspense>
            <Coming
              drop={drop}
              data={dataAddress(`/product/${encodeURIComponent(drop._id)}`, "catalogue/product-page")}
            />
          </Suspense>
          <p className="field-hint needs-script">{t("No need to reload: this page opens at that moment.")}</p>
          <WhenOpen productId={drop._id} />
          <ShareOnWhatsApp
            className="button button-quiet"
            text={t("{name} from {shop}:", { name, shop: shop.name })}
            url={page}
          />
        </div>
      </div>
    </div>
  );
}
