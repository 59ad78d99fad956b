import { guestToken } from "../../accounts/guest/guest-token.ts";
import { orderAsGuest } from "../../accounts/guest/order-as-guest.ts";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { CallError } from "../../platform/browser/call.ts";
import { lineBack } from "../../platform/browser/line-back.ts";
import type { Address } from "../contract.ts";

/** What a guest was last known by, so that going back and forth asks the shop once. */
let told = "";

/**
 * A session to order with: somebody signed out becomes a guest by these details, and a guest's own are renewed. Without a
 * connection it waits for one and says so by `onWaiting`.
 * @throws CallError when the shop refuses a guest
 */
export async function haveSession(address: Address, onWaiting: () => void): Promise<void> {
  const { firstName, lastName, email, phone } = address;
  const details = { firstName, lastName, email, phone };
  const text = JSON.stringify(details);
  const held = token.read();
  if (held && (held !== guestToken.read() || told === text)) return;
  // who has a session already need not wait for its details
  if (held) await orderAsGuest(details).catch(() => {});
  else await becomeGuest(details, onWaiting);
  told = text;
}

async function becomeGuest(details: Parameters<typeof orderAsGuest>[0], onWaiting: () => void) {
  while (!token.read()) {
    try {
      return await orderAsGuest(details);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 0) throw error;
      onWaiting();
      await lineBack();
    }
  }
}
