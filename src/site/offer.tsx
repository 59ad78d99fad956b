import type { ReactNode } from "react";
import { Picture } from "../catalogue/picture.tsx";
import { tMessage } from "../language/t.ts";
import type { Shop } from "../settings/shop-with.ts";

type OfferProps = Omit<Shop["offer"], "prompt"> & { prompt: ReactNode };

/** Leads to ladies' clothes with a former price (specification §2, decision 44). */
export function Offer({ headline, text, prompt, picture }: OfferProps) {
  const [figure] = /\d+ ?%/.exec(headline) ?? [];
  return (
    <section className="offer" aria-labelledby="offer">
      <div className="offer-row">
        {picture && (
          <span className="offer-picture">
            <Picture {...picture} sizes="(min-width:37.5rem) 9rem,24vw" />
          </span>
        )}
        {figure && (
          <p className="offer-figure" aria-hidden="true">
            {figure}
          </p>
        )}
        <div>
          <h2 id="offer">{tMessage(headline)}</h2>
          <p>{tMessage(text)}</p>
        </div>
        {prompt}
      </div>
    </section>
  );
}
