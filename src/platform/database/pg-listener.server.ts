import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Log } from "../log.server.ts";

/** Milliseconds between two probes of the connection. */
const PROBE_EVERY = 1_000;
/** Milliseconds that a probe may take. */
const PROBE_TIMEOUT = 2_000;
const RETRY_FIRST = 100;
const RETRY_MAX = 5_000;

/** `onConnected`: from now on every notification arrives. `onDisconnected`: some may have been missed. */
export type Subscriber = {
  channels: readonly string[];
  onNotification(payload: string, channel: string): void;
  onConnected(): void;
  onDisconnected(): void;
};

/** Also the probe: repeating it costs nothing, and its answer comes after every notification sent before. */
const listenTo = (channels: readonly string[]) => channels.map((channel) => `listen ${channel}`).join(";");

/**
 * Subscribes to channels of PostgreSQL's NOTIFY on one connection of their own, made by `connect`, and reconnects when that
 * one is lost or does not answer a probe. It counts as connected once a notification sent by another connection has come:
 * a pooler in between may accept LISTEN and never deliver. `close` ends it.
 */
export function subscribe(options: { connect: () => pg.Client; log: Log; subscribers: Subscriber[] }) {
  const { log, subscribers } = options;
  const channels = subscribers.flatMap((each) => each.channels);
  let current: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let wait = RETRY_FIRST;
  let closed = false;

  const after = (ms: number, work: () => Promise<void>) => {
    if (closed) return;
    timer = setTimeout(() => void work(), ms);
    timer.unref();
  };

  const disconnected = () => {
    for (const each of subscribers) each.onDisconnected();
  };

  async function open(): Promise<void> {
    const client = options.connect();
    current = client;
    client.on("error", () => reconnect(client));
    client.on("end", () => reconnect(client));
    client.on("notification", (notification) => {
      if (client !== current) return;
      for (const each of subscribers)
        if (each.channels.includes(notification.channel))
          each.onNotification(notification.payload ?? "", notification.channel);
    });
    try {
      await client.connect();
      await client.query(listenTo(channels));
      await withTimeout(waitForNotification(client, options.connect()));
    } catch {
      return reconnect(client);
    }
    if (client !== current) return;
    wait = RETRY_FIRST;
    for (const each of subscribers) each.onConnected();
    after(PROBE_EVERY, () => probe(client));
  }

  async function probe(client: pg.Client): Promise<void> {
    try {
      await withTimeout(client.query(listenTo(channels)));
    } catch {
      return reconnect(client);
    }
    if (client === current) after(PROBE_EVERY, () => probe(client));
  }

  function reconnect(client: pg.Client): void {
    if (client !== current) return;
    current = undefined;
    clearTimeout(timer);
    disconnected();
    client.end().catch(() => {});
    if (closed) return;
    log.warn({ channels, wait }, "not hearing of changes");
    after(wait * (0.5 + Math.random() / 2), open);
    wait = Math.min(wait * 2, RETRY_MAX);
  }

  void open();
  return {
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      const client = current;
      current = undefined;
      disconnected();
      if (client) await withTimeout(client.end()).catch(() => {});
    },
  };
}

/** Resolves when a notification sent by `other` has come, on a channel that nobody else uses. */
async function waitForNotification(client: pg.Client, other: pg.Client): Promise<void> {
  const channel = `probe_${randomUUID().replaceAll("-", "")}`;
  const received = new Promise<void>((resolve, reject) => {
    client.on("notification", (notification) => notification.channel === channel && resolve());
    client.once("end", () => reject(new Error("the connection ended")));
  });
  received.catch(() => {});
  other.on("error", () => {});
  try {
    await client.query(listenTo([channel]));
    await other.connect();
    await other.query("select pg_notify($1, '')", [channel]);
    await received;
    await client.query(`unlisten ${channel}`);
  } finally {
    await other.end();
  }
}

/** Rejects after the timeout. An answer that has arrived by then but was not read yet, as the process was busy, counts. */
async function withTimeout(probe: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => setImmediate(reject, new Error("too late"))), PROBE_TIMEOUT);
    timer.unref();
  });
  try {
    await Promise.race([probe, late]);
  } finally {
    clearTimeout(timer);
  }
}
