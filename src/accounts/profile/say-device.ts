import { t, tMessage } from "../../language/t.ts";

/** A device's name, which the server gives in English, in the language spoken now. */
export function sayDevice(name: string): string {
  const [browser = "", kind] = name.split(" on ");
  if (!kind) return tMessage(name);
  return t("{browser} on {kind}", { browser: tMessage(browser), kind: tMessage(kind) });
}
