import { devices } from "@playwright/test";

/** What a person does most: these journeys are part of npm test. */
export const QUICK = { tag: "@quick" };

/** A laptop with a mouse, for test.use() in a file or a group whose layout or keys differ there. */
export const LAPTOP = {
  viewport: { width: 1440, height: 900 },
  deviceScaleFactor: devices["Desktop Chrome"].deviceScaleFactor,
  userAgent: devices["Desktop Chrome"].userAgent,
  isMobile: false,
  hasTouch: false,
};
