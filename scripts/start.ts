import { ConfigError } from "../src/platform/config.server.ts";
import { DatabaseStartError } from "../src/platform/postgres/embedded.server.ts";
import { startShop } from "../src/server.ts";
import { buildWhenStale } from "./build-when-stale.ts";

// npm start: builds what is missing, then opens the shop until a signal ends it

/** Milliseconds given to what is in flight before the process ends anyway. */
const GRACE = 9_500;

try {
  process.loadEnvFile?.(".env");
} catch {
  // no .env file: the environment alone
}

try {
  buildWhenStale();
  const shop = await startShop(process.env);
  console.log(`\n  The shop is open at ${shop.config.PUBLIC_URL}\n`);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(shop));
} catch (error) {
  const known = error instanceof ConfigError || error instanceof DatabaseStartError;
  console.error(known ? error.message : error);
  process.exit(1);
}

let stopping = false;
async function stop(shop: Awaited<ReturnType<typeof startShop>>) {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), GRACE).unref();
  await shop.close();
  process.exit(0);
}
