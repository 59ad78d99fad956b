/** What the modal asks for after the card: the card's PIN, a texted code, the bank's own page (3DS), an address. */
export type Step = "pin" | "otp" | "bank" | "avs";

/** What is odd about a card of the simulator's own; the numbers are 4000000000000NNN. */
type Quirk =
  | "completed"
  | "no-callback"
  | "webhook-first"
  | "webhook-twice"
  | "no-webhook"
  | "pending-60s"
  | "amount-less"
  | "in-naira"
  | "verify-503"
  | "verify-malformed"
  | "verify-401"
  | "unseen-5s"
  | "first-fails"
  | "forged-callback"
  | "wrong-hash"
  | "flat-webhook"
  | "refunded-later"
  | "closes-after"
  | "closes-before";

export type Card = {
  number: string;
  /** Asked for exactly when given; otherwise any three or four digits do. */
  cvv?: string;
  /** MM/YY, asked for exactly when given; otherwise any month to come does. */
  expiry?: string;
  steps: Step[];
  /** The processor's words when the card always fails. */
  fails?: string;
  quirk?: Quirk;
  about: string;
};

export const PIN = "3310";
export const OTP = "12345";
/** Answered with "Insufficient Funds"; 5548, or any other but OTP, is a wrong one. */
export const POOR_OTP = "6648";

/** Flutterwave's published test cards and the simulator's own. */
export const CARDS: readonly Card[] = [
  paying("5531886652142950", "564", "09/32", ["pin", "otp"], "succeeds, PIN and OTP"),
  paying("5438898014560229", "564", "10/31", ["bank"], "succeeds, 3DS"),
  paying("4187427415564246", "828", "09/32", ["bank"], "succeeds, 3DS"),
  paying("5061460410120223210", "780", "10/31", ["pin", "otp"], "succeeds, PIN and OTP"),
  paying("5061460166976054667", "564", "10/29", [], "succeeds, nothing asked"),
  paying("4556052704172643", "899", "09/32", ["avs"], "succeeds, address asked"),
  failing("5258585922666506", "Insufficient Funds", "883", "09/31"),
  failing("5143010522339965", "Declined: Do Not Honour", "276", "08/32"),
  failing("5590131743294314", "Fraudulent Transaction", "887", "11/32"),
  { ...failing("5399834697894723", "Incorrect PIN", "883", "09/31"), steps: ["pin"] },
  failing("5551651630381384", "Restricted Card"),
  failing("5551658157653822", "Invalid Transaction"),
  failing("5258582054729020", "Transaction Not Permitted"),
  failing("5258588264565682", "Transaction Not Permitted"),
  failing("5258589130149016", "Transaction Error"),
  odd(1, "completed", 'succeeds, called back as "completed"'),
  odd(2, "no-callback", "succeeds, no callback, webhook only"),
  odd(3, "webhook-first", "succeeds, webhook before the callback"),
  odd(4, "webhook-twice", "succeeds, webhook twice"),
  odd(5, "no-webhook", "succeeds, no webhook"),
  odd(6, "pending-60s", "pending for 60 s, then successful"),
  odd(7, "amount-less", "takes one shilling less"),
  odd(8, "in-naira", "takes naira"),
  odd(9, "verify-503", "succeeds, verify says 503 after 28 s"),
  odd(10, "verify-malformed", "succeeds, verify is malformed"),
  odd(11, "verify-401", "succeeds, verify says 401"),
  odd(12, "unseen-5s", "succeeds, verify knows nothing for 5 s"),
  odd(13, "first-fails", "first attempt fails, the next succeeds"),
  odd(14, "forged-callback", "fails, called back as successful"),
  odd(15, "wrong-hash", "succeeds, webhook with a wrong verif-hash"),
  odd(16, "flat-webhook", "succeeds, flat webhook"),
  odd(17, "refunded-later", "succeeds, charged back an hour later"),
  odd(18, "closes-after", "succeeds and closes at once"),
  odd(19, "closes-before", "closes before paying"),
];

/** The test card with this number, spaces and dashes aside. */
export function findCard(number: string): Card | undefined {
  const digits = number.replace(/[\s-]/g, "");
  return CARDS.find((card) => card.number === digits);
}

/** Why these details are not the card's, or nothing when they are. `now` in ms since 1970. */
export function wrongDetails(card: Card, expiry: string, cvv: string, now: number): string | undefined {
  const date = /^(0[1-9]|1[0-2])\s*\/\s*(?:20)?(\d\d)$/.exec(expiry.trim());
  if (!date) return "Enter the expiry as MM/YY";
  if (Date.UTC(2000 + Number(date[2]), Number(date[1]), 1) <= now) return "This card has expired";
  if (card.expiry && card.expiry !== `${date[1]}/${date[2]}`) return "The expiry is not this card's";
  if (!/^\d{3,4}$/.test(cvv.trim())) return "Enter the CVV";
  if (card.cvv && card.cvv !== cvv.trim()) return "The CVV is not this card's";
  return undefined;
}

function paying(number: string, cvv: string, expiry: string, steps: Step[], about: string): Card {
  return { number, cvv, expiry, steps, about };
}

function failing(number: string, fails: string, cvv?: string, expiry?: string): Card {
  return { number, steps: [], fails, about: `fails: ${fails}`, ...(cvv ? { cvv, expiry } : {}) };
}

function odd(last: number, quirk: Quirk, about: string): Card {
  return { number: `4000000000000${String(last).padStart(3, "0")}`, steps: [], quirk, about };
}
