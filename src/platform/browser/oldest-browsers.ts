/**
 * The oldest browsers in which the storefront and the back office work, by the names of MDN's compatibility data. Samsung
 * Internet 14 is Chrome 87, and on iOS every browser is Safari.
 */
export const OLDEST = { chrome: "87", safari: "15", safari_ios: "15", firefox: "115" } as const;

/** The same for Vite and esbuild. */
export const TARGETS = [
  `chrome${OLDEST.chrome}`,
  `safari${OLDEST.safari}`,
  `ios${OLDEST.safari_ios}`,
  `firefox${OLDEST.firefox}`,
];

/**
 * As TARGETS, for scripts: until 91 Chrome's `?.` fails with a spread argument behind it, for which every `?.` would be
 * written out, 1.4 kB of a first visit. Nothing else is newer than 87: npm run check refuses it, and that slip too.
 */
export const SCRIPT_TARGETS = TARGETS.map((target) => target.replace(/^chrome\d+$/, "chrome91"));
