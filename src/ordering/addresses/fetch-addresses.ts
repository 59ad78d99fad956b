import { token } from "../../accounts/sign-in/sign-in.ts";
import { call, fetchFrom } from "../../platform/browser/call.ts";
import type { removeAddress, SavedAddress, savedAddresses } from "../contract.ts";

/** The addresses of this shopper's last orders, newest first; none for a stranger. @throws CallError */
export async function fetchAddresses(): Promise<SavedAddress[]> {
  const held = token.read();
  if (!held) return [];
  const answer = await fetchFrom<typeof savedAddresses>("/api/user/addresses", new URLSearchParams(), {
    token: held,
  });
  return answer.addresses;
}

/** Forgets one of them. @throws CallError */
export async function forgetAddress(id: string): Promise<void> {
  await call<typeof removeAddress>("/api/user/remove-address", { id });
}
