import { createHash } from "node:crypto";
import type pg from "pg";

/** A text is named once it was sent so often, and so many texts are: each plan costs the server memory per connection. */
const SENT_OFTEN = 100;
const NAMED_AT_MOST = 200;
/** Characters from which on a text is worth a name: BEGIN and COMMIT are not. */
const LONG = 40;
/** Texts that are counted; all are forgotten when there are more, as lists of any length make ever new ones. */
const COUNTED_AT_MOST = 2_000;

/** Codes of what is wrong with a prepared statement, not with what it says: nothing of it was executed. */
const STALE = "0A000";
const UNKNOWN = ["26000", "42P05"];

const ofPools = new WeakMap<pg.Pool, StatementNames>();

/** Those of a pool's connections. */
export function namesOf(pool: pg.Pool): StatementNames {
  const names = ofPools.get(pool) ?? new StatementNames();
  ofPools.set(pool, names);
  return names;
}

/**
 * Names for prepared statements: a text that is sent often is parsed and planned once per connection, and only its values
 * are sent from then on.
 */
export class StatementNames {
  readonly #sent = new Map<string, number>();
  #names = new Map<string, string>();
  #generation = 1;
  #isOff = false;

  /** The statement with its name, if it has one. */
  named<Config extends pg.QueryConfig>(config: Config): Config {
    if (this.#isOff || config.name !== undefined || config.text.length < LONG) return config;
    const name = this.#names.get(config.text) ?? this.#nameOf(config.text);
    return name === undefined ? config : { ...config, name };
  }

  /**
   * Whether a statement failed only as it was prepared, and is to be sent again: after a change of the schema every
   * statement gets a new name, and where names do not last, as behind some poolers, none are given any more.
   */
  renewAfter(code: string | undefined, message: string): boolean {
    if (code === STALE && message.includes("cached plan")) {
      this.#names = new Map();
      this.#generation += 1;
      return true;
    }
    if (code === undefined || !UNKNOWN.includes(code)) return false;
    this.#isOff = true;
    return true;
  }

  #nameOf(text: string): string | undefined {
    const sent = (this.#sent.get(text) ?? 0) + 1;
    if (this.#sent.size >= COUNTED_AT_MOST) this.#sent.clear();
    this.#sent.set(text, sent);
    if (sent < SENT_OFTEN || this.#names.size >= NAMED_AT_MOST) return undefined;
    // of the text alone: behind a pooler two processes may meet at one connection
    const hash = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    const name = `shop_${hash}_${this.#generation}`;
    this.#names.set(text, name);
    return name;
  }
}
