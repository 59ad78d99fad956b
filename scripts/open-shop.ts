import { setTimeout as pause } from "node:timers/promises";
import { startShop } from "../src/server.ts";
import { onThePhone } from "./lan-addresses.ts";
import { runCommand } from "./run-command.ts";

/** Milliseconds given to what is in flight before the process ends anyway, and then to the embedded database. */
const GRACE = 9_300;
const LAST_WORD = 500;

type Shop = Awaited<ReturnType<typeof startShop>>;

/** Opens the shop until SIGTERM or SIGINT; a signal while it starts closes it as soon as it stands. */
export async function openShop(findPages?: Parameters<typeof startShop>[1]): Promise<void> {
  let shop: Shop | undefined;
  const signal = new Promise<void>((resolve) => {
    for (const name of ["SIGTERM", "SIGINT"]) process.on(name, () => resolve());
  });
  void signal.then(() => setTimeout(() => void giveUp(shop), GRACE).unref());
  await runCommand(async () => {
    shop = await startShop(process.env, findPages);
    const { config, mailbox } = shop;
    const mails = mailbox ? `  Its mails, for this machine: ${config.PUBLIC_URL}${mailbox}\n` : "";
    console.log(`\n  The shop is open at ${config.PUBLIC_URL}\n${onThePhone(config)}${mails}`);
    await signal;
    await shop.close();
    process.exit(0);
  });
}

/** The embedded database is told to stop, and goes on stopping by itself. */
async function giveUp(shop: Shop | undefined): Promise<void> {
  await Promise.race([shop?.abandon(), pause(LAST_WORD)]).catch(() => {});
  process.exit(1);
}
