import { ConfigError } from "./config.server.ts";

const LISTENING: Record<string, string> = {
  EADDRINUSE: "PORT: another program listens there already: stop it, or set another port.",
  EACCES: "PORT: this account may not listen there: set a port above 1023.",
  EADDRNOTAVAIL: "HOST: is no address of this machine.",
  ENOTFOUND: "HOST: is a name that leads nowhere.",
  EAI_AGAIN: "HOST: is a name that could not be looked up just now.",
};

const ABSENT = "DATABASE_URL: no PostgreSQL server answers at that address.";
const REFUSED = "DATABASE_URL: the server refuses that name or password.";
const CONNECTING: Record<string, string> = {
  ECONNREFUSED: ABSENT,
  ECONNRESET: ABSENT,
  EHOSTUNREACH: ABSENT,
  ENETUNREACH: ABSENT,
  ENOENT: ABSENT,
  ETIMEDOUT: ABSENT,
  ENOTFOUND: "DATABASE_URL: its host is a name that leads nowhere.",
  EAI_AGAIN: "DATABASE_URL: its host could not be looked up just now.",
  "28000": REFUSED,
  "28P01": REFUSED,
  "3D000": "DATABASE_URL: the server has no database of that name.",
  "42501": "DATABASE_URL: that user may not make tables in the database.",
  "57P03": "DATABASE_URL: the server is starting or stopping; try again in a moment.",
};

/** Why the shop cannot listen: a ConfigError naming PORT or HOST; any other error is returned as it is. */
export function explainListen(error: unknown): unknown {
  return explain(error, LISTENING[codeOf(error)]);
}

/** Why the server of DATABASE_URL cannot be used: a ConfigError that says so; any other error is returned as it is. */
export function explainDatabase(error: unknown): unknown {
  // pg's own message when connecting takes too long
  const silent = error instanceof Error && error.message === "timeout expired";
  return explain(error, silent ? ABSENT : CONNECTING[codeOf(error)]);
}

function explain(error: unknown, sentence: string | undefined): unknown {
  return sentence ? new ConfigError(sentence, { cause: error }) : error;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return (error as NodeJS.ErrnoException).code ?? codeOf(error.cause);
}
