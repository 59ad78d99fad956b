/** What nobody knows for certain of Daraja, one way or the other. */
export type Switches = {
  /** The query's spike arrest: 5 per 60 s with a burst of 1, that is one in 12 s. */
  queryLimit: boolean;
  /** How often a callback is tried again (30 s apart) when it is not answered 200. */
  retries: number;
  /** A Timestamp from any zone and day passes. */
  anyTimestamp: boolean;
  /** Scenario 029 calls back again for its late success. */
  secondCallback: boolean;
  /** Nairobi time with its offset, Nairobi time passed off as UTC, or true UTC. */
  trxDate: "offset" | "local-z" | "utc";
  /** Rows on a page of Pull. */
  pullPage: number;
  /** Pull's registration answers "ResponseStatus" instead of "Response Status". */
  pullStatusKey: "Response Status" | "ResponseStatus";
};

/** The harsher of each; trxDate is as in Safaricom's sample. */
export const HARSH: Switches = {
  queryLimit: true,
  retries: 0,
  anyTimestamp: false,
  secondCallback: false,
  trxDate: "offset",
  pullPage: 10,
  pullStatusKey: "Response Status",
};
