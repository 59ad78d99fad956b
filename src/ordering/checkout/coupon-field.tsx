import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { t } from "../../language/t.ts";
import { Fault } from "../../ui/fault.tsx";
import { COUPON_TYPED_MAX, readCouponCode } from "../coupons/rules.ts";
import type { CheckoutCoupon } from "./use-coupon.ts";

/** One line that asks for a code, and opens a field; once a code counts, what it is, and a way to leave it out. */
export function CouponField({ coupon }: { coupon: CheckoutCoupon }) {
  const { code, counting, refusal, waits, apply, remove } = coupon;
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [moves, setMoves] = useState(0);
  const isOpen = open || refusal !== undefined;

  // what had the focus is gone
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
    // of the form around it, Enter would order
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
      <p role="status" className={counting ? "coupon-said" : "visually-hidden"}>
        {counting && t("Code {code} is applied.", { code: counting.code })}
        {waits && t("Checking the code…")}
      </p>
      {counting ? (
        <button type="button" className="button" onClick={leaveOut}>
          {t("Remove the code")}
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
            <button type="button" className="button" aria-disabled={waits || undefined} onClick={submit}>
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
