import { bundleShop } from "../bundle.ts";
import { KINDS, type Kind, makeTemplate } from "../database.ts";
import { openEnvironment } from "../environment.ts";
import { noObservations } from "../invariants.ts";
import { seedOf } from "../random.ts";
import { type Day, runDay } from "./run.ts";

/** A day's result with what repeats it. */
export type SeededDay = Day & { seed: number; kind: Kind; seconds: number };

type DayOptions = {
  runs: number;
  seed: number;
  actions: number;
  kind?: Kind | undefined;
  onDay?: (day: SeededDay) => void;
};

/** Runs so many days at the counter, each on a database of its own, and tells what went wrong. */
export async function tortureCounter({ runs, seed, actions, kind, onDay }: DayOptions): Promise<SeededDay[]> {
  const [files, template] = await Promise.all([bundleShop(), makeTemplate()]);
  const days: SeededDay[] = [];
  try {
    for (let index = 0; index < runs; index++) {
      const own = { seed: seedOf(seed, index), kind: kind ?? KINDS[index % KINDS.length] ?? "server" };
      const began = performance.now();
      const environment = await openEnvironment({
        files,
        template: template.folder,
        processes: own.kind === "embedded" ? 1 : 2,
        ...own,
      });
      try {
        const result = await runDay(environment, noObservations(), { seed: own.seed, actions });
        const day = { ...result, ...own, seconds: (performance.now() - began) / 1000 };
        days.push(day);
        onDay?.(day);
      } finally {
        await environment.close();
      }
    }
  } finally {
    files.remove();
    await template.remove();
  }
  return days;
}
