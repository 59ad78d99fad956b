import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { keepLinkedCoupon } from "./cart/checkout-storage.ts";
import { translateFrom } from "./language/t.ts";
import { keepNextPage } from "./ui/waiting-bar.tsx";

/** The words of another language are loaded only by documents that are in it; `lang` may be a translator's of the browser. */
async function hydrate(): Promise<void> {
  if (document.documentElement.dataset.language === "sw") {
    const { kiswahili } = await import("./language/kiswahili.ts");
    translateFrom(() => kiswahili);
  }
  keepLinkedCoupon(location.search);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter instrumentations={[keepNextPage]} />
      </StrictMode>,
    );
  });
}

// not awaited here: Chrome has that in modules from 89 on
void hydrate();
