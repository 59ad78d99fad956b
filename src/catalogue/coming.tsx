import { useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { Rich } from "../language/rich.tsx";
import { t } from "../language/t.ts";
import { toast } from "../ui/toast.ts";
import { countdown, formatStart } from "./drop-rules.ts";
import { type Awaited, watchOpening } from "./watch-opening.ts";

type ComingProps = {
  drop: Awaited;
  /** The data of the page that it stands on (`dataAddress`). */
  data: string;
  /** Before that page is read again. */
  onOpen?: (() => void) | undefined;
};

/**
 * When a drop comes: day and hour in the document, and how long that is as soon as the shop has said what time it is. At
 * the moment the page is read again, and sells it.
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

/** Milliseconds until the moment, by the shop's clock; undefined until that is known. */
function useTimeLeft({ drop, data, onOpen }: ComingProps): number | undefined {
  const { _id, name, onSaleFrom } = drop;
  const { revalidate } = useRevalidator();
  const [left, setLeft] = useState<number>();
  const open = useEffectEvent(() => {
    onOpen?.();
    return revalidate();
  });
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
      // the goods themselves have taken its place
      if (hasCome && window.location.pathname === pathname)
        toast("success", t("{name} is on sale now.", { name }));
    };
  }, [_id, name, onSaleFrom, data]);
  return left;
}
