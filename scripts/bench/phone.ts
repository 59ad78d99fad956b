import type { Browser } from "@playwright/test";
import { buildWhenStale } from "../build-when-stale.ts";
import { weighFirstViews } from "./phone/bytes.ts";
import { openBrowser } from "./phone/device.ts";
import { touchFilters } from "./phone/filters.ts";
import { tapFirst } from "./phone/first-tap.ts";
import { walkJourney } from "./phone/journey.ts";
import { comparePaints } from "./phone/paint.ts";
import { watchShifts } from "./phone/shifts.ts";
import { touchBuy } from "./phone/taps.ts";
import type { Figure, Stage } from "./stage.ts";

export type PhoneStage = {
  browser: Browser;
  url: string;
  query: Stage["query"];
  /** Visits of each kind, one of every kind after the other; medians of them. */
  rounds: number;
};

type Part = (phone: PhoneStage) => Promise<Figure[]>;

/** The shop in Chromium with a slow processor on slow 4G: `phone` is all of them, `phone:taps` one. */
export const phoneGroups = {
  "phone:bytes": inBrowser(weighFirstViews),
  "phone:paint": inBrowser(comparePaints),
  "phone:taps": inBrowser(touchBuy),
  "phone:first-tap": inBrowser(tapFirst),
  "phone:filters": inBrowser(touchFilters),
  "phone:journey": inBrowser(walkJourney),
  "phone:shifts": inBrowser(watchShifts),
};

function inBrowser(part: Part) {
  return async (stage: Stage): Promise<Figure[]> => {
    const browser = await openBrowser();
    if (!browser) return [];
    await buildWhenStale();
    await stage.startShop();
    try {
      return await part({
        browser,
        url: stage.url,
        query: stage.query,
        rounds: Number(process.env.BENCH_ROUNDS ?? 5),
      });
    } finally {
      await browser.close();
      await stage.stopShop();
    }
  };
}
