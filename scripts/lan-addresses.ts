import { networkInterfaces } from "node:os";
import { isOnThisMachine } from "../src/platform/config.server.ts";

type Listening = { HOST: string; PORT: number; PUBLIC_URL: string };

/**
 * Where other devices of the network reach a shop that listens for them, as HOST=0.0.0.0 asks. None for a shop with an
 * address of its own.
 */
export function lanAddresses(
  { HOST, PORT, PUBLIC_URL }: Listening,
  networks: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string[] {
  if (!isOnThisMachine(PUBLIC_URL)) return [];
  return Object.values(networks)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .filter(({ address }) => ["0.0.0.0", "::", address].includes(HOST))
    .map(({ address }) => `http://${address}:${PORT}`);
}

/** The lines that say so of a page; `url` leads to it on this machine. */
export function onThePhone(listening: Listening, url = listening.PUBLIC_URL): string {
  return lanAddresses(listening)
    .map((address) => `  On a phone in the same network: ${url.replace(listening.PUBLIC_URL, address)}\n`)
    .join("");
}
