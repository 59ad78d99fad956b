import { useSyncExternalStore } from "react";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { currentCheckout, paymentsBegun } from "../../cart/checkout-storage.ts";
import type { Method } from "../rules.ts";

/** A payment begun here: in which checkout, by which way to pay, and by whom. */
type Begun = { checkout: string; method: string; by: string };

/** More than anybody begins in two days. */
const KEPT = 20;
/** Characters of a sign-in token that tell two apart, and open nothing. */
const MARK = 8;

/** Money is asked for in this checkout, or it may be ordered already, from here on. */
export function notePayment(checkout = "", method: Method): void {
  write([{ checkout, method, by: whoIsHere() }, ...allBut(checkout, method)]);
}

/** Nothing was asked for this way after all. */
export function forgetPayment(checkout = "", method: Method): void {
  write(allBut(checkout, method));
}

/**
 * Whether the checkout may be paid by the person who was signed in here before: the next guest here is somebody else to the shop, and would
 * pay a second time.
 */
export function mayBePaid(checkout = ""): boolean {
  return read().some((begun) => begun.checkout === checkout);
}

/** The same by somebody else than who is here now. */
export function mayBePaidByOther(checkout = ""): boolean {
  const here = whoIsHere();
  const isOther = ({ by }: Begun) => here === "" || by !== here;
  return read().some((begun) => begun.checkout === checkout && isOther(begun));
}

/** What was begun in this checkout belongs to who is here now, as the shop says: after another log-in, or a guest's sign-up. */
export function claimPayment(checkout = ""): void {
  const by = whoIsHere();
  write(read().map((begun) => (begun.checkout === checkout ? { ...begun, by } : begun)));
}

/** Whether somebody else may have paid for the checkout under way, for as long as the page is open. */
export function useMayBePaidByOther(): boolean {
  return useSyncExternalStore(onChange, isCurrentPaid, () => false);
}

function onChange(listener: () => void): () => void {
  const ends = [currentCheckout, paymentsBegun, token].map((kept) => kept.subscribe(listener));
  return () => {
    for (const end of ends) end();
  };
}

function isCurrentPaid(): boolean {
  const checkout = currentCheckout.read();
  return checkout !== null && mayBePaidByOther(checkout);
}

function whoIsHere(): string {
  return token.read()?.slice(-MARK) ?? "";
}

function allBut(checkout: string, method: Method): Begun[] {
  return read().filter((begun) => begun.checkout !== checkout || begun.method !== method);
}

function read(): Begun[] {
  const text = paymentsBegun.read();
  if (text === null) return [];
  return text.split(" ").map((note) => {
    const [checkout = "", method = "", by = ""] = note.split(":");
    return { checkout, method, by };
  });
}

function write(begun: Begun[]): void {
  const notes = begun.slice(0, KEPT).map(({ checkout, method, by }) => `${checkout}:${method}:${by}`);
  paymentsBegun.write(notes.length > 0 ? notes.join(" ") : null);
}
