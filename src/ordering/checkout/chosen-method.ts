import { useEffect, useState } from "react";
import { lastMethod } from "../../cart/checkout-storage.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { inOrder } from "../methods.ts";
import type { Method } from "../rules.ts";
import { readCheckoutDraft, saveCheckoutDraft } from "./checkout-draft.ts";

/**
 * As chosen last on this device, if still offered: in this checkout, so that a reload does not send a shopper to another way
 * to pay, or in an earlier one.
 */
export function useChosen(offered: readonly Method[]): [Method, (method: Method) => void] {
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<Method>();
  const known = hydrated ? (readCheckoutDraft().method ?? lastMethod.read()) : undefined;
  const before = offered.find((method) => method === known);
  const [first = "cod"] = inOrder(offered);
  const choose = (method: Method) => {
    setChosen(method);
    saveCheckoutDraft({ method });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen before hydration
  useEffect(() => {
    const { name, value } = window.replay?.chosen ?? {};
    const early = offered.find((method) => name === "method" && method === value);
    if (early) choose(early);
  }, []);
  return [chosen ?? before ?? first, choose];
}

/** The next order here begins with it. */
export function rememberMethod(method: Method): void {
  lastMethod.write(method);
}
