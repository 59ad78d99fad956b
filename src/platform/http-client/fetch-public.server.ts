import { type LookupAddress, lookup } from "node:dns";
import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import ipaddr from "ipaddr.js";

/** Thrown for an address that only this machine or its own network can reach, or that is no address at all. */
export class PrivateAddress extends Error {}

/** The global unicast range of IPv6, without ranges reserved for mapped IPv4, for tests or for documentation. */
const GLOBAL = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an IP address is one of the internet; with `here` also one of this machine. */
export function isReachable(ip: string, here: boolean): boolean {
  const address = ipaddr.parse(ip);
  const range = address.range();
  if (range === "loopback") return here;
  return range === "unicast" && (address.kind() === "ipv4" || address.match(GLOBAL));
}

/**
 * Looks up a name for one connection, which then uses the address that was checked, as a second lookup could give another.
 * Fails with PrivateAddress where no reachable address is left.
 */
export function lookupReachable(here: boolean): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[] = []) => {
      if (error) return done(error, "");
      const open = found.filter(({ address }) => isReachable(address, here));
      const [first] = open;
      if (!first) return done(new PrivateAddress(), "");
      if (options.all) return done(null, open);
      done(null, first.address, first.family);
    });
  };
}

/** How many redirects are followed. */
const REDIRECTS_MAX = 5;

/** The servers redirect in a circle, or more often than is followed. */
export class TooManyRedirects extends Error {}

type FetchOptions = {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Addresses of this machine count as reachable: for a shop that is open to nobody else. */
  here: boolean;
};

/** `body` is decompressed, and must be read to its end or destroyed. */
export type PublicAnswer = { status: number; headers: IncomingMessage["headers"]; body: Readable };

/**
 * GETs an address that a person typed, following redirects, and connects only to addresses of the internet, wherever names
 * and redirects lead (decision 53). Credentials of the first address are not sent to another.
 * @throws PrivateAddress, TooManyRedirects, or the error of the connection
 */
export async function fetchPublic(address: string, asked: FetchOptions): Promise<PublicAnswer> {
  let url = new URL(address);
  for (let left = REDIRECTS_MAX; ; left -= 1) {
    const response = await get(url, asked);
    const { statusCode: status = 0, headers } = response;
    const next = status >= 300 && status < 400 && status !== 304 ? headers.location : undefined;
    if (next === undefined) return { status, headers, body: unpacked(response) };
    response.destroy();
    if (left === 0) throw new TooManyRedirects();
    url = redirected(next, url);
  }
}

function redirected(location: string, from: URL): URL {
  const url = URL.parse(location, from.href);
  if (!url || !/^https?:$/.test(url.protocol)) throw new PrivateAddress();
  url.username = "";
  url.password = "";
  return url;
}

function get(url: URL, { headers, signal, here }: FetchOptions): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // nothing is looked up for an address that is written in numbers
  if (isIP(host) && !isReachable(host, here)) throw new PrivateAddress();
  const request = url.protocol === "https:" ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    request(url, {
      headers: { ...headers, "accept-encoding": "gzip, deflate, br" },
      lookup: lookupReachable(here),
      // a connection of its own: a kept one was judged for another
      agent: false,
      signal,
    })
      .on("response", resolve)
      .on("error", reject)
      .end();
  });
}

function unpacked(response: IncomingMessage): Readable {
  const unpack = UNPACK[response.headers["content-encoding"]?.toLowerCase() ?? ""];
  // what fails here fails for the reader of the stream
  return unpack ? pipeline(response, unpack(), () => undefined) : response;
}

const UNPACK: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
