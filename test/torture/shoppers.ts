import type { Visit } from "./visit.ts";
import { beginCard, payBegun, payByCard, payByCode, payByPush } from "./ways.ts";

type Shopper = (visit: Visit) => Promise<unknown>;

/** Prompts that end well, badly, late, twice, unheard or unanswered. */
const PROMPTS = [
  "001",
  "002",
  "003",
  "005",
  "007",
  "008",
  "013",
  "014",
  "015",
  "016",
  "017",
  "018",
  "020",
  "021",
  "022",
  "024",
  "025",
  "026",
  "028",
  "029",
  "032",
  "033",
  "034",
  "037",
  "038",
] as const;

/** Cards, by the simulator's last three digits: callback, webhook and verify each in its own order, or missing. */
const CARDS = ["001", "002", "003", "004", "005", "006", "012", "014", "015", "016", "018", "019"] as const;

export const SHOPPERS = {
  /** A prompt that goes any way. */
  prompted: (visit) => payByPush(visit, visit.random.pick(PROMPTS)),
  /** A prompt that nobody answers: its goods are kept until their time is over. */
  absent: (visit) => payByPush(visit, "035"),
  card: (visit) => payByCard(visit, visit.random.pick(CARDS)),
  typist: (visit) => payByCode(visit),
  /** A card's page left open for a prompt, and then both paid: one order, and money to give back. */
  twice: async (visit) => {
    const { begun } = await beginCard(visit);
    await payByPush(visit, "001");
    if (begun) await payBegun(visit, begun, "001");
  },
  /** A prompt, then money at the till for the very same checkout. */
  impatient: async (visit) => {
    await payByPush(visit, "029");
    await payByCode(visit);
  },
} satisfies Record<string, Shopper>;
