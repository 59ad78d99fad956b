import type { Socket } from "node:net";

/** Returned by `onIncoming`, it signals Node's parser that HTTP ends here: the remaining bytes are not parsed. */
const NO_MORE_HTTP = 2;
type Parsed = Socket & { parser?: { onIncoming?: () => number } };

/** Stops Node's HTTP parser on a connection: one read may already hold thousands of small requests. Not reversible. */
export function stopParsing(socket: Socket): void {
  const { parser } = socket as Parsed;
  if (parser) parser.onIncoming = () => NO_MORE_HTTP;
}
