import { useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { Rich } from "../language/rich.tsx";
import { t } from "../language/t.ts";
import { toast } from "../ui/toast.ts";
import { countdown, formatStart } from "./drop-rules.ts";
import { type Awaited, watchOpening } from "./watch-opening.ts";

/**
 * When a drop comes: day and hour in the document, and how long that is as soon as the shop has said what time it is. At
 * the moment the page becomes the one that sells it.
 */
export function Coming({ drop }: { drop: Awaited }) {
  const left = useTimeLeft(drop);
  const { onSaleFrom } = drop;
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
      <p className="field-hint needs-script">{t("No need to reload: this page opens at that moment.")}</p>
    </>
  );
}

/** Milliseconds until the moment, by the shop's clock; undefined until that is known. */
function useTimeLeft(drop: Awaited): number | undefined {
  const { _id, name, onSaleFrom } = drop;
  const { revalidate } = useRevalidator();
  const [left, setLeft] = useState<number>();
  const open = useEffectEvent(() => revalidate());
  useEffect(() => {
    const { pathname } = window.location;
    let hasCome = false;
    const end = watchOpening(
      { _id, name, onSaleFrom },
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
      // the page of the goods themselves has taken its place
      if (hasCome && window.location.pathname === pathname)
        toast("success", t("{name} is on sale now.", { name }));
    };
  }, [_id, name, onSaleFrom]);
  return left;
}
