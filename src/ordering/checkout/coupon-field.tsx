import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { typedCoupon } from "../../cart/checkout-storage.ts";
import type { PricedLine } from "../../cart/use-priced-cart.ts";
import type { Place } from "../../delivery/rules.ts";
import { t } from "../../language/t.ts";
import { Fault } from "../../ui/fault.tsx";
import { type Basket, COUPON_TYPED_MAX, discountName, discountOf, readCouponCode } from "../coupons/rules.ts";
import { askCoupon, type CouponAnswer } from "./ask-coupon.ts";

/** A button that opens the field for a code; once a code counts, its name, and a button that removes it. */
export function CouponField({ coupon }: { coupon: CheckoutCoupon }) {
  const { code, counting, refusal, waits, apply, remove } = coupon;
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [moves, setMoves] = useState(0);
  const isOpen = open || refusal !== undefined;
  const wayOut = counting ? t("Remove the code") : waits && !isOpen && t("Continue without it");

  // the focused element has disappeared
  useEffect(() => {
    if (moves > 0) (field.current ?? opener.current)?.focus();
  }, [moves]);

  const submit = () => {
    const typed = readCouponCode(field.current?.value ?? "");
    if (typed) apply(typed);
    else field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // Enter must not submit the form around it, which would order
    event.preventDefault();
    submit();
  };
  const leaveOut = () => {
    remove();
    setOpen(false);
    setMoves(moves + 1);
  };

  return (
    <div className="stack coupon">
      <p role="status" className={counting || waits ? "coupon-said" : "visually-hidden"}>
        {counting && t("Code {code} is applied.", { code: counting.code })}
        {waits}
      </p>
      {wayOut ? (
        <button key={wayOut} type="button" className="button" onClick={leaveOut}>
          {wayOut}
        </button>
      ) : isOpen ? (
        <div className="field">
          <label htmlFor="coupon-code">{t("Code")}</label>
          <div className="coupon-row">
            <input
              id="coupon-code"
              ref={field}
              defaultValue={code ?? ""}
              maxLength={COUPON_TYPED_MAX}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              aria-invalid={refusal ? true : undefined}
              aria-describedby={refusal ? "coupon-fault" : undefined}
              onKeyDown={onKeyDown}
            />
            <button
              type="button"
              className="button"
              aria-disabled={waits !== "" || undefined}
              onClick={submit}
            >
              {t("Apply")}
            </button>
          </div>
          <Fault id="coupon-fault" text={refusal} />
          {code && (
            <button type="button" className="button" onClick={leaveOut}>
              {t("Continue without it")}
            </button>
          )}
        </div>
      ) : (
        <button
          type="button"
          className="link-button"
          ref={opener}
          onClick={() => {
            setOpen(true);
            setMoves(moves + 1);
          }}
        >
          {t("Have a code?")}
        </button>
      )}
    </div>
  );
}

type CheckoutCoupon = ReturnType<typeof useCoupon>;

/**
 * The coupon's code that was typed here, or came with a link, and whether it counts for these items at that place: the server is
 * asked each time that one of them changes. The discount is computed by the same rule as on the server.
 */
export function useCoupon(lines: PricedLine[], place: Place) {
  const code = useSyncExternalStore(typedCoupon.subscribe, typedCoupon.read, () => null);
  const [answer, setAnswer] = useState<CouponAnswer & { asked: string }>();
  const [attempt, setAttempt] = useState(0);
  const bought = lines.filter(({ product, trouble }) => product && !trouble);
  const items = bought.map(({ productId: _id, size, quantity }) => ({ _id, size, quantity }));
  const asked =
    code && items.length > 0
      ? JSON.stringify([code, items, place.state, place.city, place.pickUp?.name, attempt])
      : "";

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` has all that is sent
  useEffect(() => {
    if (!asked) return;
    const { state, city, pickUp } = place;
    const about = {
      items,
      coupon: code ?? undefined,
      ...(state ? { state } : {}),
      ...(city ? { city } : {}),
      ...(pickUp ? { delivery: pickUp.name } : {}),
    };
    return askCoupon(about, (said) => setAnswer({ asked, ...said }));
  }, [asked]);

  const known = asked && answer?.asked === asked ? answer : undefined;
  const counting = known?.counting;
  const basket: Basket["lines"] = bought.map(({ product, quantity }) => ({
    price: product?.price ?? 0,
    category: product?.category ?? null,
    quantity,
  }));
  const discountAt = (deliveryFee: number) =>
    counting ? discountOf(counting, { lines: basket, deliveryFee }) : 0;
  return {
    code,
    counting,
    /** Why it does not count. */
    refusal: known?.refusal,
    /** What an order waits for until it is known whether the code counts; empty once it is. */
    waits: waitingText(asked !== "", known),
    /** The discount in KES at this delivery fee, in KES. */
    discountAt,
    reduction: counting && { name: discountName(counting), off: discountAt },
    apply: (typed: string) => {
      typedCoupon.write(typed);
      setAttempt(attempt + 1);
    },
    remove: () => typedCoupon.write(null),
  };
}

function waitingText(isAsked: boolean, known: CouponAnswer | undefined): string {
  if (known?.lost) return t("No connection. We'll check the code once you're back online.");
  return isAsked && !known ? t("Checking the code…") : "";
}
