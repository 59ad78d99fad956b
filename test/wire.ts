import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type pg from "pg";

/** A wire between the shop and its database that can be cut, frozen and mended. */
export async function layWire(server: pg.ClientConfig) {
  const pairs = new Set<[Socket, Socket]>();
  let state: "whole" | "cut" | "frozen" | "mute" = "whole";
  let cuts = 0;
  let word: string | undefined;

  const door = createServer((near) => {
    if (state === "cut") {
      near.destroy();
      return;
    }
    const far = server.host?.startsWith("/")
      ? connect(`${server.host}/.s.PGSQL.${server.port ?? 5432}`)
      : connect(server.port ?? 5432, server.host);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const prepared = new Map<string, string>();
    near.on("data", (bytes) => {
      if (state === "frozen") return;
      learnPrepared(bytes, prepared);
      const at = word === undefined ? -1 : placeOf(word, bytes, prepared);
      far.write(at < 0 ? bytes : bytes.subarray(0, endOfStatement(bytes, at)));
      if (at < 0) return;
      // the server has it, the shop never gets the answer
      cuts += 1;
      drop(pair);
    });
    const withoutNotes = dropNotes();
    far.on("data", (bytes) => {
      const rest = withoutNotes(bytes);
      if (state !== "frozen") near.write(state === "mute" ? rest : bytes);
    });
    for (const end of pair) {
      end.on("error", () => {});
      end.on("close", () => drop(pair));
    }
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));

  function drop(pair: [Socket, Socket]) {
    pairs.delete(pair);
    pair[0].destroy();
    // what was sent still arrives
    pair[1].destroySoon();
  }

  return {
    server: { ...server, host: "127.0.0.1", port: (door.address() as AddressInfo).port },
    /** Ends every connection and refuses new ones. */
    cut() {
      state = "cut";
      for (const pair of [...pairs]) drop(pair);
    },
    /** Connections stay, and nothing comes through. */
    freeze() {
      state = "frozen";
    },
    /** Everything comes through but the notes of NOTIFY, as behind a pooler that lends connections by transaction. */
    mute() {
      state = "mute";
    },
    mend() {
      state = "whole";
      word = undefined;
    },
    /** Cuts a connection right after the shop has sent the statement with this text on it, also one among several. */
    cutAfter(text: string) {
      cuts = 0;
      word = text;
    },
    /** How often it was cut after the word. */
    cuts: () => cuts,
    close() {
      this.cut();
      door.close();
    },
  };
}

/** Keeps the texts of prepared statements by their names: they are sent once (Parse, protocol 3). */
function learnPrepared(bytes: Buffer, prepared: Map<string, string>): void {
  for (const { kind, start, end } of messagesIn(bytes)) {
    if (kind !== "P") continue;
    const [name = "", text = ""] = bytes.toString("latin1", start + 5, end).split("\0");
    prepared.set(name, text);
  }
}

/** Where a statement with this text stands, also one that is sent by its name (Bind); -1 where none does. */
function placeOf(word: string, bytes: Buffer, prepared: Map<string, string>): number {
  for (const { kind, start, end } of messagesIn(bytes)) {
    const [, name = ""] = kind === "B" ? bytes.toString("latin1", start + 5, end).split("\0") : [];
    if (name && prepared.get(name)?.includes(word)) return start;
  }
  return bytes.indexOf(word, "latin1");
}

function messagesIn(bytes: Buffer): { kind: string; start: number; end: number }[] {
  const messages: { kind: string; start: number; end: number }[] = [];
  for (let start = 0; start + 5 <= bytes.length; ) {
    const end = start + 1 + bytes.readInt32BE(start + 1);
    messages.push({ kind: bytes.toString("latin1", start, start + 1), start, end });
    start = Math.max(end, start + 1);
  }
  return messages;
}

/** Where the statement that goes on here is whole: behind its Execute, and the Sync if one follows (protocol 3). */
function endOfStatement(bytes: Buffer, at: number): number {
  const last = messagesIn(bytes).find(({ kind, end }) => end > at && (kind === "E" || kind === "Q"));
  if (!last) return bytes.length;
  return bytes.toString("latin1", last.end, last.end + 1) === "S" ? last.end + 5 : last.end;
}

/** What the server says without its NotificationResponses: one letter, four bytes of length, the rest (protocol 3). */
function dropNotes() {
  let pending = Buffer.alloc(0);
  return (bytes: Buffer): Buffer => {
    pending = Buffer.concat([pending, bytes]);
    const kept: Buffer[] = [];
    while (pending.length >= 5 && pending.length > pending.readInt32BE(1)) {
      const end = 1 + pending.readInt32BE(1);
      if (pending.toString("latin1", 0, 1) !== "A") kept.push(pending.subarray(0, end));
      pending = pending.subarray(end);
    }
    return Buffer.concat(kept);
  };
}
