import { useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { Rich } from "../../language/rich.tsx";
import { t } from "../../language/t.ts";
import { CallError, fetchFrom } from "../../platform/browser/call.ts";
import { poll } from "../../platform/browser/line-back.ts";
import { toast } from "../../ui/toast.ts";
import type { dropMoment } from "../contract.ts";
import { countdown, formatStart } from "./drop-rules.ts";

/** An announced drop; `onSaleFrom` in milliseconds since 1970. */
type Drop = { _id: string; name: string; onSaleFrom: number };

/** The data of the page that shows it (`dataAddress`). */
type Page = { data: string };

/** Milliseconds after the start over which the phones' requests for the page are spread at random. */
const SPREAD = 3_000;
/** Milliseconds until the next try, where the page that came is still the old one. */
const AGAIN = 1_000;
/** Milliseconds between two questions for the shop's time, as the start may have been moved. */
const ASK_EVERY = 30_000;

type Watcher = {
  /** Called each second with the milliseconds that are left; 0 from the start on. */
  onLeft: (left: number) => void;
  /** Loads the page again: the sale has begun, or its start was changed. */
  open: () => Promise<void>;
};

/**
 * Counts down to the start of a drop by the shop's clock. The phone's own clock may be wrong by hours, so it only measures how
 * much time has passed. At the start the page is loaded again and again, until the function that is returned is called.
 */
export function watchOpening(
  { _id, onSaleFrom, data }: Pick<Drop, "_id" | "onSaleFrom"> & Page,
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
      // assumes that the answer was written half-way between request and response
      opensAt = (asked + performance.now()) / 2 + drop.onSaleFrom - drop.now;
      tick();
    } catch (error) {
      // 404: the drop was withdrawn; without a connection it is asked again
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

  // the counting clock may stand still while the phone sleeps, so it asks again on waking
  const endPolling = poll(askClock, { first: ASK_EVERY, growth: 1 });
  void askClock();
  return () => {
    ended = true;
    clearTimeout(timer);
    endPolling();
  };
}

/**
 * Whether the shop can serve the page's data now. The router would take a busy shop, or a broken connection, for a broken page;
 * so the data is requested once before, and is then cached here and in the shop.
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

type ComingProps = {
  drop: Drop;
  /** The data of the page that it stands on (`dataAddress`). */
  data: string;
};

/**
 * When a drop's sale begins: day and hour in the document, and the time left once the shop's time is known. At
 * the start the page's data is loaded again, and then sells it.
 */
export function Coming(props: ComingProps) {
  const left = useTimeLeft(props);
  const { onSaleFrom } = props.drop;
  return (
    <>
      <p className="drop-start">
        <Rich
          sentence="On sale from {moment} EAT."
          moment={
            <time dateTime={new Date(onSaleFrom).toISOString()}>
              <strong>{formatStart(onSaleFrom)}</strong>
            </time>
          }
        />
      </p>
      {/* a timer is not read out as it runs */}
      <p className="price-large drop-left needs-script" role="timer">
        {left === undefined ? "" : left > 0 ? countdown(left) : t("Opening now…")}
      </p>
    </>
  );
}

/** Milliseconds until the start, by the shop's clock; undefined until that is known. */
function useTimeLeft({ drop, data }: ComingProps): number | undefined {
  const { _id, name, onSaleFrom } = drop;
  const { revalidate } = useRevalidator();
  const [left, setLeft] = useState<number>();
  const open = useEffectEvent(revalidate);
  useEffect(() => {
    const { pathname } = window.location;
    let hasCome = false;
    const end = watchOpening(
      { _id, onSaleFrom, data },
      {
        onLeft: (left) => {
          hasCome = left === 0;
          setLeft(left);
        },
        open: () => open(),
      },
    );
    return () => {
      end();
      // the products themselves have taken its place
      if (hasCome && window.location.pathname === pathname)
        toast("success", t("{name} is on sale now.", { name }));
    };
  }, [_id, name, onSaleFrom, data]);
  return left;
}
