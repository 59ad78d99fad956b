import { existsSync } from "node:fs";
import { ConfigError } from "../src/platform/config.server.ts";
import { DatabaseStartError } from "../src/platform/postgres/embedded.server.ts";
import { startShop } from "../src/server.ts";

/** Milliseconds given to what is in flight before the process ends anyway. */
const GRACE = 9_500;

type Shop = Awaited<ReturnType<typeof startShop>>;

/** Opens the shop with the settings of .env and the environment, until SIGTERM or SIGINT. A start that fails says why and exits with 1. */
export async function openShop(findPages?: Parameters<typeof startShop>[1]): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  try {
    const shop = await startShop(process.env, findPages);
    console.log(`\n  The shop is open at ${shop.config.PUBLIC_URL}\n`);
    let stopping = false;
    const stop = () => {
      if (stopping) return;
      stopping = true;
      void closeShop(shop);
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  } catch (error) {
    const known = error instanceof ConfigError || error instanceof DatabaseStartError;
    console.error(known ? `\n${error.message}\n` : error);
    process.exit(1);
  }
}

async function closeShop(shop: Shop): Promise<void> {
  setTimeout(() => process.exit(1), GRACE).unref();
  await shop.close();
  process.exit(0);
}
