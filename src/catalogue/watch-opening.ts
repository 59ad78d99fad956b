import { CallError, fetchFrom } from "../platform/browser/call.ts";
import { poll } from "../platform/browser/line-back.ts";
import type { dropMoment } from "./contract.ts";

/** A drop that is announced; its moment in milliseconds since 1970. */
export type Awaited = { _id: string; name: string; onSaleFrom: number };

/** The data of the page that shows it (`dataAddress`). */
type Page = { data: string };

/** Within so many milliseconds after the moment, each at one of its own by chance, all phones ask for the page. */
const SPREAD = 3_000;
/** As long again until the next try, where the page that came is still the one from before. */
const AGAIN = 1_000;
/** What time it is in the shop is asked again so often, in milliseconds: the moment may have been moved. */
const ASK_EVERY = 30_000;

type Watcher = {
  /** Told how long it still is, each second: milliseconds, 0 from the moment on. */
  onLeft: (left: number) => void;
  /** Asks for the page anew: the moment has come, or is another one. */
  open: () => Promise<void>;
};

/**
 * Counts down to the moment of a drop by the shop's clock, never by the phone's own, which may be wrong by hours: that one
 * only tells how much time has passed. At the moment the page is asked for, until what ends the watch is called.
 */
export function watchOpening(
  { _id, onSaleFrom, data }: Pick<Awaited, "_id" | "onSaleFrom"> & Page,
  { onLeft, open }: Watcher,
): () => void {
  /** On the clock of `performance.now()`; unknown until the shop has answered. */
  let opensAt: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  async function askClock(): Promise<void> {
    const asked = performance.now();
    try {
      const drop = await fetchFrom<typeof dropMoment>("/api/product/drop", new URLSearchParams({ id: _id }));
      if (ended) return;
      if (drop.onSaleFrom !== onSaleFrom) return void openIfServed();
      // the answer was written half of the way there and back ago
      opensAt = (asked + performance.now()) / 2 + drop.onSaleFrom - drop.now;
      tick();
    } catch (error) {
      // nobody may know of it any more; without a connection it is asked again
      if (error instanceof CallError && error.status === 404 && !ended) void openIfServed();
    }
  }

  function tick(): void {
    clearTimeout(timer);
    const left = Math.max((opensAt ?? 0) - performance.now(), 0);
    onLeft(left);
    timer =
      left > 0 ? setTimeout(tick, Math.ceil(left % 1_000)) : setTimeout(openNow, SPREAD * Math.random());
  }

  async function openIfServed(): Promise<void> {
    if ((await isServed(data)) && !ended) await open();
  }

  async function openNow(): Promise<void> {
    await openIfServed();
    if (!ended) timer = setTimeout(openNow, AGAIN + SPREAD * Math.random());
  }

  // the clock that counts may stand still while the phone sleeps: it asks again as soon as it wakes
  const endPolling = poll(askClock, { first: ASK_EVERY, growth: 1 });
  void askClock();
  return () => {
    ended = true;
    clearTimeout(timer);
    endPolling();
  };
}

/**
 * Whether the shop has time for the page now. The router takes a shop that has not, or a line that breaks, for a page that
 * is broken; so what it will ask for is asked for before, and is at hand then, here and in the shop.
 */
async function isServed(data: string): Promise<boolean> {
  try {
    const answer = await fetch(data);
    await answer.arrayBuffer();
    return answer.status < 500;
  } catch {
    return false;
  }
}
