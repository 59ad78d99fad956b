import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { FAILED, fetchFrom, messageOf } from "../platform/browser/call.ts";
import { precache } from "../platform/browser/prefetch-pages.ts";
import { savesData, whenIdle } from "../platform/browser/when-idle.ts";
import { dataAddress } from "../platform/internals/data-request.ts";
import { fetchRouteData } from "../platform/internals/route-data.ts";
import { toast } from "../ui/toast.ts";
import type { listProducts } from "./contract.ts";
import { type Listing, WHOLE_PATH } from "./listing.ts";

// In the browser: the whole of a small catalogue, from which every choice is made without a request (decision 7). The bare
// collection brings it; on the page of another choice it is fetched once there is nothing else to do.

const ROUTE = "catalogue/collection-page";
/** Milliseconds for which a catalogue already here is fresh enough to come back to. */
const FRESH = 60_000;
let kept: { listing: Listing; at: number } | undefined;
let coming: Promise<Listing> | undefined;

/** The whole catalogue, where it is here. */
export function wholeHere(): Listing | undefined {
  return kept?.listing;
}

/** The whole catalogue for who comes from another page; an older one is forgotten. */
export function freshWhole(): Listing | undefined {
  if (kept && Date.now() - kept.at >= FRESH) kept = undefined;
  return kept?.listing;
}

/** What was asked of the server, or the whole catalogue if that is under way and comes first. */
export function soonest(asked: Promise<Listing>): Promise<Listing> {
  // without either, what the router is told is what became of its own request
  return coming ? Promise.any([asked, coming]).catch(() => asked) : asked;
}

/**
 * Says why a listing could not be had, in the words of the product list's own call (specification §8), and stands in for it.
 * @throws the error itself where the shopper has left, or the worker has only the document's copy (decision 18)
 */
export async function sayFailure(error: unknown, signal: AbortSignal): Promise<Listing> {
  if (signal.aborted || error instanceof Response) throw error;
  const asked = fetchFrom<typeof listProducts>("/api/product/list", new URLSearchParams({ limit: "1" }));
  toast("error", await asked.then(() => FAILED, messageOf), { once: true });
  return { whole: false, small: false, products: [], total: 0, page: 1, failed: true };
}

/**
 * What to choose from: what came with the page, or the whole of a small catalogue as soon as it is here. And what forgets it,
 * so that the next reading asks the server.
 */
export function useWhole(listing: Listing): [Listing, forget: () => void] {
  const [whole, setWhole] = useState<Listing>();
  const isMoving = useNavigation().state !== "idle";
  const isWanted = listing.small && !listing.whole && !whole && !isMoving;
  useEffect(() => {
    if (listing.whole) keep(listing);
  }, [listing]);
  useEffect(() => {
    if (!isWanted || savesData()) return;
    // one that fails is tried again after the next move, or when the line is back
    const load = () => void fetchWhole().then(setWhole, () => {});
    const callOff = whenIdle(load);
    window.addEventListener("online", load);
    return () => {
      callOff();
      window.removeEventListener("online", load);
    };
  }, [isWanted]);
  const forget = () => {
    kept = undefined;
    setWhole(undefined);
  };
  return [listing.whole ? listing : (whole ?? listing), forget];
}

function keep(listing: Listing): Listing {
  if (listing !== kept?.listing) kept = { listing, at: Date.now() };
  return listing;
}

async function fetchWhole(): Promise<Listing> {
  if (kept) return kept.listing;
  coming ??= fetchRouteData(WHOLE_PATH, ROUTE).then((data) => {
    const listing = data as Listing | undefined;
    if (!listing?.whole) throw new Error("The catalogue is not small any more.");
    // a worker that is new has not seen it come
    precache(dataAddress(WHOLE_PATH, ROUTE));
    return keep(listing);
  });
  try {
    return await coming;
  } finally {
    coming = undefined;
  }
}
