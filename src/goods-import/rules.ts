/** Most products of one file. */
export const ROWS_MAX = 100_000;
/** Faults that one answer names at most; the file of wrong rows has all of them. */
export const ERRORS_MAX = 1_000;

/** How far an import is. `done`: read to its end, and written if it was to be and nothing was wrong. */
export const IMPORT_STATES = ["reading", "done", "failed"] as const;

/** What is wrong: in which row as a spreadsheet counts them, the names of the columns being row 1, and in which column. */
export type Fault = { row: number; column: string; message: string };

/** How many products of a file are new, changed and as they are in the shop already. */
export type Counts = {
  new: number;
  changed: number;
  same: number;
  /** Prices that change by more than half. */
  largePrices: number;
  /** Products that lose a size of which pieces were sold. */
  soldSizes: number;
};

export const NO_COUNTS: Counts = { new: 0, changed: 0, same: 0, largePrices: 0, soldSizes: 0 };
