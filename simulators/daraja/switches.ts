/** What nobody knows for certain of Daraja, one way or the other. */
export type Switches = {
  /** The query's spike arrest: 5 per 60 s with a burst of 1, that is one in 12 s. */
  queryLimit: boolean;
  /** Phones of no scenario pay at 5 s instead of waiting for a person. */
  autoApprove: boolean;
  /** How often a callback is tried again (30 s apart) when it is not answered 200. */
  retries: number;
  /** A Timestamp from any zone and day passes. */
  anyTimestamp: boolean;
  /** A CallBackURL with capitals in its host, and C2B addresses with forbidden words, pass. */
  anyUrl: boolean;
  /** What a wrong pair of TransactionType and PartyB ends as. */
  mismatchCode: "2028" | "SFC_IC0003";
  /** The same amount from the same phone within 2 minutes of a payment ends as 17. */
  ruleLimited: boolean;
  phoneInCallback: "shown" | "masked" | "absent";
  /** A C2B confirmation of a prompt via till carries the AccountReference. */
  tillBillRef: boolean;
  /** How long a prompt can be queried. */
  retentionHours: number;
  /** expires_in as a string, as the older documentation has it. */
  expiresInText: boolean;
  /** Scenario 029 calls back again for its late success. */
  secondCallback: boolean;
  /** The ResultCode of a transaction status that finds nothing. */
  notFoundCode: string;
  /** A part of a payment can be reversed. */
  partialReversal: boolean;
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
  autoApprove: false,
  retries: 0,
  anyTimestamp: false,
  anyUrl: false,
  mismatchCode: "2028",
  ruleLimited: false,
  phoneInCallback: "shown",
  tillBillRef: false,
  retentionHours: 24,
  expiresInText: false,
  secondCallback: false,
  notFoundCode: "SFC_IC0003",
  partialReversal: false,
  trxDate: "offset",
  pullPage: 10,
  pullStatusKey: "Response Status",
};
