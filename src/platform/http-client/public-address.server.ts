import { type LookupAddress, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** An address that only this machine, or only its own network, can reach; or one that is no address at all. */
export class PrivateAddress extends Error {}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** IPv4 that is nobody's on the internet (iana.org/assignments/iana-ipv4-special-registry), groups and what is reserved. */
const reserved = new BlockList();
for (const [from, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  reserved.addSubnet(from, bits);

/** Of IPv6 only 2000::/3 is the internet's, without what stands there for an IPv4 address, for tests or for books. */
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");
for (const [from, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  reserved.addSubnet(from, bits, "ipv6");

/** Whether an IP address is one of the internet's; `here`: or one of this machine's own. */
export function isReachable(ip: string, here: boolean): boolean {
  const family = isIP(ip) === 6 ? "ipv6" : "ipv4";
  if (here && loopback.check(ip, family)) return true;
  return family === "ipv4" ? !reserved.check(ip) : global.check(ip, "ipv6") && !reserved.check(ip, "ipv6");
}

/**
 * Looks a name up for one connection, which then goes to the address that was judged: a second look could find another.
 * Ends with a PrivateAddress where nothing reachable is left.
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
