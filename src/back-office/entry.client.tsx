import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { keepNextPage } from "../ui/waiting-bar.tsx";
import { noteTyped } from "./app/early-typing.ts";

noteTyped();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[keepNextPage]} />
    </StrictMode>,
  );
});
