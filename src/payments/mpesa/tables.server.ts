import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** One access token per provider, shared by all processes: a new one ends the one before. */
export const providerTokens = pgTable("provider_tokens", {
  provider: text().primaryKey(),
  token: text(),
  expiresAt: moment("expires_at"),
  /** Until when one process may be fetching the next token. */
  fetchingUntil: moment("fetching_until"),
});

/** When the next request of a kind may leave, for all processes together. */
export const providerTurns = pgTable("provider_turns", {
  name: text().primaryKey(),
  nextAt: moment("next_at").notNull().defaultNow(),
});
