import { startShop } from "../src/server.ts";
import { onThePhone } from "./lan-addresses.ts";
import { runCommand } from "./run-command.ts";

/** Milliseconds given to what is in flight before the process ends anyway; the embedded database then stops without it. */
const GRACE = 9_800;

/** Opens the shop until SIGTERM or SIGINT; a signal while it starts closes it as soon as it stands. */
export async function openShop(findPages?: Parameters<typeof startShop>[1]): Promise<void> {
  const signal = new Promise<void>((resolve) => {
    for (const name of ["SIGTERM", "SIGINT"]) process.on(name, () => resolve());
  });
  void signal.then(() => setTimeout(() => process.exit(1), GRACE).unref());
  await runCommand(async () => {
    const shop = await startShop(process.env, findPages);
    const { config, mailbox } = shop;
    const mails = mailbox ? `  Its mails, for this machine: ${config.PUBLIC_URL}${mailbox}\n` : "";
    console.log(`\n  The shop is open at ${config.PUBLIC_URL}\n${onThePhone(config)}${mails}`);
    await signal;
    await shop.close();
    process.exit(0);
  });
}
