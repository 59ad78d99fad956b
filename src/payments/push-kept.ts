import { kept } from "../platform/kept.ts";

/** Which prompt was asked for in which checkout, newest first; for all tabs, as the second one pays for the same order. */
const pushes = kept("mpesa-pushes");

export function keepPush(checkout: string, id: string): void {
  pushes.write(`${checkout}:${id} ${pushes.read() ?? ""}`.slice(0, 1000));
}

/** Whether a payment found later is this checkout's, and not one of an earlier order. */
export function isPushOf(checkout: string, id: string): boolean {
  return (pushes.read() ?? "").split(" ").includes(`${checkout}:${id}`);
}
