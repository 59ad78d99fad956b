import { setTimeout as pause } from "node:timers/promises";
import { UNFOUND_CODES } from "../../src/shop.ts";
import { poison } from "./poison.ts";
import type { Visit } from "./visit.ts";
import { beginCard, inventedCode, payBegun, payByCard, payByCode, payByPush, typeCode } from "./ways.ts";

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

type Act = (visit: Visit) => Promise<unknown>;

/** What a shopper does first, and what three minutes later. */
export type Scenario = { first: Act; later?: Act };

export const SCENARIOS = {
  /** A prompt that goes any way. */
  prompted: { first: (visit) => payByPush(visit, visit.random.pick(PROMPTS)) },
  /** A prompt that nobody answers: its goods are kept until their time is over. */
  absent: { first: (visit) => payByPush(visit, "035") },
  card: { first: (visit) => payByCard(visit, visit.random.pick(CARDS)) },
  typist: { first: (visit) => payByCode(visit) },
  /** A card's page left open for a prompt, and then both paid: one order, and money to give back. */
  twice: {
    first: async (visit) => {
      const { begun } = await beginCard(visit);
      await payByPush(visit, "001");
      if (begun) await payBegun(visit, begun, "001");
    },
  },
  /** A prompt, then money at the till for the very same checkout. */
  impatient: {
    first: async (visit) => {
      await payByPush(visit, "029");
      await payByCode(visit);
    },
  },
  /** The prompt went to a phone that is not there, not at hand or mistyped: another for the same checkout. */
  corrected: {
    first: async (visit) => {
      await payByPush(visit, visit.random.pick(["002", "003", "007", "018", "035"] as const));
      if (visit.random.chance(30)) await payByPush(withOtherPhone(visit), "001");
    },
    later: (visit) => payByPush(withOtherPhone(visit), visit.random.pick(["001", "013", "029"] as const)),
  },
  /** A second purchase soon after the first, of the same goods or more of them. */
  regular: {
    first: (visit) => (visit.random.chance(50) ? payByPush(visit, "001") : payByCard(visit, "001")),
    later: (visit) => {
      const second: Visit = { ...visit, key: `${visit.key}-second`, again: true };
      const more = visit.items.map(({ product, quantity }) => ({ product, quantity: quantity + 1 }));
      const wanted = visit.random.chance(50) ? second : { ...second, items: more };
      return visit.random.chance(50) ? payByPush(wanted, "001") : payByCode(wanted);
    },
  },
  /** Of two who pay the very same sum, by prompts of which no callback comes, or by a code. */
  twin: {
    first: (visit) =>
      visit.random.chance(75) ? payByPush(visit, visit.random.pick(["013", "013", "001"])) : payByCode(visit),
  },
  /** Types codes nobody paid for, more of them than may wait; and pays once after all. */
  inventor: {
    first: async (visit) => {
      const said: number[] = [];
      for (const turn of ["first", "second", "third"]) {
        const order: Visit = { ...visit, key: `${visit.key}-${turn}`, again: true };
        said.push((await typeCode(order, inventedCode(visit))).status);
      }
      const placed = said.filter((status) => status === 200).length;
      if (placed > UNFOUND_CODES.orders)
        visit.observed.faults.push(`${placed} orders wait for invented codes`);
    },
    later: (visit) => payByPush(visit, visit.random.pick(PROMPTS)),
  },
  /** Somebody sends wrong words to every address providers know, before, while and after money comes. */
  poisoned: {
    first: async (visit) => {
      const { environment, random, phone } = visit;
      await Promise.all([
        payByPush(visit, random.pick(["001", "001", "013", "017", "029", "035"] as const)),
        pause(20 + random.below(80)).then(() => poison(environment, random.fork(), phone, 4)),
      ]);
    },
    later: ({ environment, random, phone }) => poison(environment, random, phone, 3),
  },
} satisfies Record<string, Scenario>;

function withOtherPhone(visit: Visit): Visit {
  return { ...visit, phone: `2541${visit.phone.slice(4)}` };
}
