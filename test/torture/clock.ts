import type { Clock } from "../../simulators/clock.ts";

/** A clock that can be set back to the machine's time; what is planned on it stays as far off as it is. */
export function rebasable(clock: Clock) {
  let ahead = 0;
  return {
    ...clock,
    now: () => clock.now() - ahead,
    rebase(): void {
      ahead = clock.now() - Date.now();
    },
  };
}
