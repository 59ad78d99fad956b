import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Log } from "../log.server.ts";

/** Milliseconds between two proofs that the connection still hears. */
const PROOF_EVERY = 1_000;
/** Longest that a proof may take. */
const PROOF_MAX = 2_000;
const WAIT_FIRST = 100;
const WAIT_MAX = 5_000;

/** What happens on a channel: `hearing` once notes arrive for certain, `deaf` from when some may have been missed. */
export type Ears = { note(payload: string): void; hearing(): void; deaf(): void };

/** Sent again as the proof: it costs nothing, and the answer comes after every note sent before. */
const listenTo = (channel: string) => `listen ${channel}`;

/**
 * Listens to a channel of PostgreSQL's NOTIFY on a connection of its own (`connect` makes it), and opens another when that
 * one is lost or says nothing. Counts as hearing once a note sent by somebody else has come: a pooler in between may take
 * LISTEN and never deliver. `close` ends it.
 */
export function hear(options: { connect: () => pg.Client; channel: string; log: Log; ears: Ears }) {
  const { channel, log, ears } = options;
  let current: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let wait = WAIT_FIRST;
  let closed = false;

  const after = (ms: number, work: () => Promise<void>) => {
    if (closed) return;
    timer = setTimeout(() => void work(), ms);
    timer.unref();
  };

  async function open(): Promise<void> {
    const client = options.connect();
    current = client;
    client.on("error", () => lose(client));
    client.on("end", () => lose(client));
    client.on("notification", (note) => {
      if (client === current && note.channel === channel) ears.note(note.payload ?? "");
    });
    try {
      await client.connect();
      await client.query(listenTo(channel));
      await inTime(hearsOthers(client, options.connect()));
    } catch {
      return lose(client);
    }
    if (client !== current) return;
    wait = WAIT_FIRST;
    ears.hearing();
    after(PROOF_EVERY, () => prove(client));
  }

  async function prove(client: pg.Client): Promise<void> {
    try {
      await inTime(client.query(listenTo(channel)));
    } catch {
      return lose(client);
    }
    if (client === current) after(PROOF_EVERY, () => prove(client));
  }

  function lose(client: pg.Client): void {
    if (client !== current) return;
    current = undefined;
    clearTimeout(timer);
    ears.deaf();
    client.end().catch(() => {});
    if (closed) return;
    log.warn({ channel, wait }, "not hearing of changes");
    after(wait * (0.5 + Math.random() / 2), open);
    wait = Math.min(wait * 2, WAIT_MAX);
  }

  void open();
  return {
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      const client = current;
      current = undefined;
      ears.deaf();
      if (client) await inTime(client.end()).catch(() => {});
    },
  };
}

/** Resolves when a note that `other` sends has come, on a channel nobody else knows. */
async function hearsOthers(client: pg.Client, other: pg.Client): Promise<void> {
  const channel = `proof_${randomUUID().replaceAll("-", "")}`;
  const heard = new Promise<void>((resolve, reject) => {
    client.on("notification", (note) => note.channel === channel && resolve());
    client.once("end", () => reject(new Error("the connection ended")));
  });
  heard.catch(() => {});
  other.on("error", () => {});
  try {
    await client.query(listenTo(channel));
    await other.connect();
    await other.query("select pg_notify($1, '')", [channel]);
    await heard;
    await client.query(`unlisten ${channel}`);
  } finally {
    await other.end();
  }
}

/** Rejects when it takes too long; what has come by then, and a busy process did not get to read yet, counts. */
async function inTime(proof: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => setImmediate(reject, new Error("too late"))), PROOF_MAX);
    timer.unref();
  });
  try {
    await Promise.race([proof, late]);
  } finally {
    clearTimeout(timer);
  }
}
