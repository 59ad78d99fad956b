import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { keepLinkedCoupon } from "./cart/checkout-storage.ts";
import { speakFrom } from "./language/t.ts";

// the words of another language are loaded only by documents that are in it; `lang` may be a translator's of the browser
if (document.documentElement.dataset.language === "sw") {
  const { kiswahili } = await import("./language/kiswahili.ts").catch((fault) => {
    window.replay?.fail();
    throw fault;
  });
  speakFrom(() => kiswahili);
}
keepLinkedCoupon(location.search);
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
