import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { speakFrom } from "./language/t.ts";

// the words of another language are loaded only by documents that are in it
if (document.documentElement.lang === "sw") {
  const { kiswahili } = await import("./language/kiswahili.ts");
  speakFrom(() => kiswahili);
}
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
