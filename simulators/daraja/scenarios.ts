/** What a prompt has become so many seconds after the push. */
type Step = { at: number; code: string };

/** How a push, its callback and its queries go. Times are seconds after the push. */
export type Plan = {
  /** The push is answered so and nothing is created. */
  refusal?: "locked" | "busy" | "html-503" | "code-1" | "stale-token";
  /** The prompt is created, but the push is answered so. */
  reply?: "late" | "very-late" | "reset" | "truncated";
  steps: Step[];
  /** When callbacks leave; by default one, with the first step. */
  callbacks?: number[];
  callback?: "forged" | "short" | "text-code" | "shuffled" | "malformed" | "without-receipt";
  query?: "mixed" | "empty" | "limited" | "unknown-at-first";
  /** Seconds between the success and its C2B confirmation. */
  c2b?: number;
};

export type Scenario = keyof typeof SCENARIOS;

const paid = (at = 8): Step[] => [{ at, code: "0" }];
const ends = (code: string, at: number): Plan => ({ steps: [{ at, code }] });

/** By the last three digits of 254700000NNN and 254110000NNN. */
const SCENARIOS = {
  "001": { steps: paid() },
  "002": ends("1032", 6),
  "003": ends("1037", 26),
  "004": ends("2001", 10),
  "005": ends("1", 10),
  "006": ends("1019", 75),
  "007": { steps: [], refusal: "locked" },
  "008": ends("1001", 3),
  "009": ends("1025", 2),
  "010": ends("9999", 2),
  "011": ends("17", 2),
  "012": ends("4", 4),
  "013": { steps: paid(), callbacks: [] },
  "014": { steps: paid(), callbacks: [8, 10] },
  "015": { steps: paid(), callbacks: [8, 8, 8, 8, 8] },
  "016": { steps: paid(0.2), reply: "late" },
  "017": { steps: paid(180) },
  "018": { steps: [], refusal: "busy" },
  "019": { steps: [], refusal: "html-503" },
  "020": { steps: paid(), reply: "very-late" },
  "021": { steps: paid(), reply: "reset" },
  "022": { steps: paid(), reply: "truncated" },
  "023": { steps: [], refusal: "code-1" },
  "024": { steps: paid(), refusal: "stale-token" },
  "025": { steps: paid(), query: "mixed" },
  "026": { steps: paid(), query: "empty" },
  "027": { steps: paid(), query: "limited" },
  "028": { steps: paid(), query: "unknown-at-first" },
  "029": { steps: [...ends("1037", 26).steps, ...paid(60)] },
  "030": { steps: [{ at: 6, code: "1032" }], callbacks: [8], callback: "forged" },
  "031": { steps: paid(), callback: "short" },
  "032": { steps: paid(), callback: "text-code" },
  "033": { steps: paid(), callback: "shuffled" },
  "034": { steps: paid(), callback: "malformed" },
  "035": { steps: [], callbacks: [] },
  "036": ends("7777", 10),
  "037": { steps: paid(), callbacks: [10], c2b: 0 },
  "038": { steps: paid(), callback: "without-receipt" },
} satisfies Record<string, Plan>;

/** The sandbox's own test phone, which never answers a prompt. */
const UNANSWERING = "254708374149";

/** Which scenario a phone is in; "hand" when a person decides, or nobody does for 60 s. */
export function scenarioOf(world: { scenarios: Map<string, Scenario> }, phone: string): Scenario | "hand" {
  const asked = world.scenarios.get(phone);
  if (asked) return asked;
  if (phone === UNANSWERING) return "003";
  const number = /^254(?:70|11)0000(\d{3})$/.exec(phone)?.[1];
  return isScenario(number) ? number : "hand";
}

export function isScenario(number: string | undefined): number is Scenario {
  return number !== undefined && Object.hasOwn(SCENARIOS, number);
}

export function planOf(world: { switches: { secondCallback: boolean } }, scenario: Scenario | "hand"): Plan {
  if (scenario === "hand") return ends("1037", 60);
  const plan: Plan = SCENARIOS[scenario];
  if (scenario === "029" && world.switches.secondCallback) return { ...plan, callbacks: [26, 60] };
  return plan;
}

const FINE = "The service request is processed successfully.";
const NOT_PERMITTED = "The transaction is not permitted by product assignment.";

/** A ResultCode's words in the callback and, where they differ, in the query. */
const WORDS: Record<string, [callback: string, query?: string]> = {
  "0": [FINE],
  "1": ["The balance is insufficient for the transaction."],
  "4": ["Declined due to limit rule: would exceed the daily transfer limit."],
  "17": ["Rule limited."],
  "1001": ["Unable to lock subscriber, a transaction is already in process for the current subscriber"],
  "1019": ["Transaction has expired."],
  "1025": ["An error occurred while sending a push request."],
  "1032": ["Request cancelled by user"],
  "1037": ["No response from user.", "DS timeout user cannot be reached."],
  "2001": ["The initiator information is invalid."],
  "2028": [NOT_PERMITTED],
  "9999": ["An error occurred while sending a push request."],
  SFC_IC0003: ["The operator does not exist."],
};

export function callbackWords(code: string): string {
  return WORDS[code]?.[0] ?? "Request failed.";
}

export function queryWords(code: string): string {
  return WORDS[code]?.[1] ?? callbackWords(code);
}
