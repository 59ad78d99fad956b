import { useCallback, useEffect, useState } from "react";
import { savesData, whenIdle } from "../../platform/browser/when-idle.ts";
import { foldLetters, foldText } from "../../platform/fold-text.ts";

/** By county, its main town first: the code of each town's post office, or of the one that serves it (docs/towns.md). */
type Counties = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What follows from a place, by the names of the address's fields. */
type PlaceDetails = { state?: string; zipCode?: string };

export type Towns = {
  /** Each town with its county. */
  towns: readonly (readonly [town: string, county: string])[];
  counties: readonly string[];
  /**
   * County and postal code of a typed town, and the postal code of a typed county, in any spelling; nothing
   * for an unknown one. `field` is the one that was typed in.
   */
  complete(field: "city" | "state", typed: { city: string; state: string }): PlaceDetails;
};

let loading: Promise<Towns> | undefined;

/** Kenya's towns, fetched once; a failed fetch is tried again the next time. */
export function loadTowns(): Promise<Towns> {
  loading ??= import("./towns.json").then(({ default: { counties } }) => townsOf(counties));
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

function townsOf(byCounty: Counties): Towns {
  const towns = Object.entries(byCounty).flatMap(([state, codes]) =>
    Object.entries(codes).map(([town, zipCode]) => ({ town, state, zipCode })),
  );
  const byTown = new Map(towns.map((each) => [foldLetters(each.town), each]));
  // a county's main town stands first, so that its code is the county's
  const byState = new Map([...towns].reverse().map((each) => [foldLetters(each.state), each]));
  return {
    towns: towns.map(({ town, state }) => [town, state]),
    counties: Object.keys(byCounty),
    complete: (field, typed) => {
      const town = byTown.get(foldLetters(typed.city));
      if (field === "city") return town ? { state: town.state, zipCode: town.zipCode } : {};
      const county = byState.get(foldLetters(foldText(typed.state).replace(/ county$/, "")));
      if (!county) return {};
      return { zipCode: (town?.state === county.state ? town : county).zipCode };
    },
  };
}

/** Kenya's towns once they are loaded: when the page is idle, or with Save-Data only by `load`. */
export function useTowns(): { towns: Towns | undefined; load: () => void } {
  const [towns, setTowns] = useState<Towns>();
  // if that fails, county and postal code are typed by hand
  const load = useCallback(() => void loadTowns().then(setTowns, () => {}), []);
  useEffect(() => (savesData() ? undefined : whenIdle(load)), [load]);
  return { towns, load };
}
