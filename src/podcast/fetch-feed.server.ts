import type { Readable } from "node:stream";
import { isOnThisMachine } from "../platform/config.server.ts";
import {
  fetchPublic,
  PrivateAddress,
  type PublicAnswer,
  TooManyRedirects,
} from "../platform/http-client/fetch-public.server.ts";

/** Most bytes of a feed, unpacked: even the largest podcasts need less than a third of it. */
const BYTES_MAX = 10 * 1024 * 1024;

/** The validators of the feed as it was last read, for a conditional request. */
export type FeedValidators = { etag: string | null; modified: string | null };

export type FetchedFeed = { text: string } & FeedValidators;

/** Why a feed could not be read, as a sentence for the owner. */
export class FeedFault extends Error {}

/** `publicUrl`: the shop's own address; a shop that runs only on this machine may read a feed of this machine. */
type FeedRequest = { address: string; known: FeedValidators; publicUrl: string; seconds: number };

/**
 * Fetches a feed within `seconds`, following redirects. Undefined when it has not changed since it was last read (304).
 * @throws FeedFault
 */
export async function fetchFeed(request: FeedRequest): Promise<FetchedFeed | undefined> {
  const signal = AbortSignal.timeout(request.seconds * 1_000);
  try {
    const { status, headers, body } = await sendRequest(request, signal);
    if (status !== 200) {
      body.destroy();
      if (status === 304) return undefined;
      throw new FeedFault(`The feed's server answered ${status}.`);
    }
    const text = decode(await readBytes(body), headers["content-type"] ?? "");
    return { text, etag: headers.etag ?? null, modified: headers["last-modified"] ?? null };
  } catch (error) {
    throw error instanceof FeedFault ? error : new FeedFault(inWords(error, signal.aborted));
  }
}

function sendRequest({ address, known, publicUrl }: FeedRequest, signal: AbortSignal): Promise<PublicAnswer> {
  return fetchPublic(address, {
    signal,
    here: isOnThisMachine(publicUrl),
    headers: {
      accept: "application/rss+xml, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1",
      ...(known.etag && { "if-none-match": known.etag }),
      ...(known.modified && { "if-modified-since": known.modified }),
    },
  });
}

function inWords(error: unknown, isLate: boolean): string {
  if (error instanceof PrivateAddress) return "The feed's address does not lead to a server of the internet.";
  if (error instanceof TooManyRedirects)
    return "The feed's address leads from one address to the next, without end.";
  return `The feed's server ${isLate ? "did not answer in time" : "could not be reached"}.`;
}

async function readBytes(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BYTES_MAX) throw new FeedFault("The feed is larger than 10 MB.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The answer's header names the characters' encoding, or else the first line of the XML; without either it is UTF-8. */
function decode(bytes: Buffer, type: string): string {
  const head = bytes.subarray(0, 200).toString("latin1");
  const named = /charset="?([\w-]+)/i.exec(type) ?? /<\?xml[^>]*\sencoding=["']([\w-]+)/i.exec(head);
  return decoderOf(named?.[1]).decode(bytes);
}

function decoderOf(name: string | undefined): TextDecoder {
  try {
    return new TextDecoder(name);
  } catch {
    return new TextDecoder();
  }
}
