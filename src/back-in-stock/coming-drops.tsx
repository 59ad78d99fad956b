import { lazy, Suspense } from "react";
import type { Announced } from "../catalogue/drops/announced.server.ts";
import { t } from "../language/t.ts";

/** In the browser fetched where there are drops alone; on the server it is there before. */
const DropCards = import.meta.env.SSR
  ? (await import("./drop-cards.tsx")).DropCards
  : lazy(() =>
      import("./drop-cards.tsx").then(
        ({ DropCards }) => ({ default: DropCards }),
        // what the document says stays
        () => new Promise<never>(() => {}),
      ),
    );

type ComingDropsProps = {
  drops: Announced[] | undefined;
  /** The data of this page (`dataAddress`). */
  data: string;
  className: string;
};

/** Drops that are announced, until they open: each with its countdown, and a form to be mailed. Nothing where there are none. */
export function ComingDrops({ drops, className, data }: ComingDropsProps) {
  if (!drops) return null;
  return (
    <section className={className} aria-labelledby="coming">
      <h2 id="coming" className="section-title">
        {t("Coming")}
      </h2>
      <Suspense>
        <DropCards drops={drops} data={data} />
      </Suspense>
    </section>
  );
}
