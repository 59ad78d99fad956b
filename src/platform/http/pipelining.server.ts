import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests of one connection that may be unanswered at once. */
const UNANSWERED_MAX = 16;
/** Milliseconds between the last answer and the end of the connection: ended at once, the answer might not be read. */
const LINGER = 1_000;

/** What an `onIncoming` that returns 2 tells Node's parser: HTTP ends here, so the bytes behind are not parsed. */
const NO_MORE_HTTP = 2;
type Parsed = Socket & { parser?: { onIncoming?: () => number } };

type Handle = (request: IncomingMessage, response: ServerResponse) => void;
/** Of one connection: how many are unanswered, and those of them that are not begun, in the order they came. */
type Line = { unanswered: number; behind: (() => void)[]; isFull: boolean };

/**
 * Handles requests that are sent without waiting for answers (pipelining, RFC 9112, 9.3.2) one after the other, so that a
 * connection is no more work than a client who waits. With the seventeenth unanswered one nothing more is read: the
 * sixteen before it are answered, and the connection ends.
 */
export function pipelined(handle: Handle): Handle {
  const lines = new WeakMap<Socket, Line>();
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? { unanswered: 0, behind: [], isFull: false };
    if (line.isFull) return;
    if (line.unanswered === UNANSWERED_MAX) {
      line.isFull = true;
      return stopReading(socket);
    }
    if (line.unanswered === 0) lines.set(socket, line);
    line.unanswered += 1;
    // made is not enough: an answer counts until the system has taken it
    response.once("finish", () => {
      line.unanswered -= 1;
      // an answer may have ended the connection: what is behind it was never begun (RFC 9112, 9.6)
      if (!socket.writable) return;
      const next = line.behind.shift();
      if (next) next();
      else if (line.isFull) endSoon(socket);
    });
    if (line.unanswered > 1) line.behind.push(() => handle(request, response));
    else handle(request, response);
  };
}

/** Also of what has been read already: one read holds thousands of small requests. */
function stopReading(socket: Parsed): void {
  socket.pause();
  // no public way stops it
  if (socket.parser) socket.parser.onIncoming = () => NO_MORE_HTTP;
}

function endSoon(socket: Socket): void {
  socket.end();
  setTimeout(() => socket.destroy(), LINGER).unref();
}
