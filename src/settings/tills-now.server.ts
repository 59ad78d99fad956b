import { currentSettings } from "./current-settings.server.ts";

/**
 * The numbers at whose money the shop looks for a code that was typed now: the till, those before it for 30 days, and what the
 * environment says besides. Outside of requests and jobs the environment's till.
 */
export function tillsNow(environment: { till: string | undefined; besides: readonly string[] }): string[] {
  const { till, formerTills } = currentSettings()?.payments ?? { till: environment.till, formerTills: [] };
  const former = formerTills.filter(({ until }) => Date.now() < until).map(({ number }) => number);
  const numbers = [till, ...former, ...environment.besides].filter((number) => number !== undefined);
  return [...new Set(numbers)];
}
