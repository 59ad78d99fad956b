import {
  type Answer,
  busy,
  htmlPage,
  inEnvelope,
  internalError,
  RESET,
  spikeArrest,
  truncated,
} from "./answers.ts";
import type { Mode, World } from "./world.ts";

/** Seconds a slow call is held back. */
const SLOW = 30;

/** The mode a call is in: the one set, where it concerns the call's path. */
export function modeOf(world: World, path: string): Mode {
  return path.includes(world.mode.path ?? "") ? world.mode : { mode: "normal" };
}

/** What an outage answers in place of the call; nothing while calls get through. */
export function outage(world: World, mode: Mode): Answer | undefined {
  switch (mode.mode) {
    case "all-5xx":
      return mode.status && mode.status !== 500
        ? htmlPage(mode.status)
        : inEnvelope(internalError(), world.ids.request());
    case "busy":
      return inEnvelope(busy(), world.ids.request());
    case "rate-limited":
      return spikeArrest();
    case "down":
      return RESET;
    default:
      return undefined;
  }
}

/** A call that took effect, answered late or cut off. */
export async function worsened(world: World, mode: Mode, answer: Answer): Promise<Answer> {
  if (mode.mode === "slow") await world.agenda.wait(SLOW);
  return mode.mode === "malformed" ? truncated(answer) : answer;
}
