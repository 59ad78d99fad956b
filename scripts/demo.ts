import "./production.ts";
import { setTimeout as pause } from "node:timers/promises";
import { createClock } from "../simulators/clock.ts";
import { startDaraja } from "../simulators/daraja/simulator.ts";
import { startFlutterwave } from "../simulators/flutterwave/simulator.ts";
import { serveGuide } from "../simulators/guide.ts";
import { settingsFor } from "../simulators/settings.ts";
import { addPerson, listPeople, resetPerson } from "../src/back-office/people/people.server.ts";
import { registerTill } from "../src/payments/mpesa/register.server.ts";
import { COMMAND } from "../src/platform/audit/actor.server.ts";
import type { Db } from "../src/platform/database/db.server.ts";
import { startShop } from "../src/server.ts";
import { buildWhenStale } from "./build-when-stale.ts";
import { ACCOUNT, makeSampleOrders } from "./demo/sample-orders.ts";
import { onThePhone } from "./lan-addresses.ts";
import { runCommand } from "./run-command.ts";

const OWNER = { name: "Demo owner", email: "owner@sauti.example", role: "owner" } as const;

/** Where the demo's owner goes: a welcome link (one hour, once) until somebody used one, then the sign-in. */
async function openCounter(db: Db, publicUrl: string): Promise<string> {
  const by = { ...COMMAND, name: "npm run demo" };
  const owner = (await listPeople(db)).find(({ email }) => email === OWNER.email);
  if (!owner) return (await addPerson(db, OWNER, { publicUrl, by })).link;
  if (!owner.ready) return await resetPerson(db, { id: owner._id, by, publicUrl });
  return `${publicUrl}/staff`;
}

// npm run demo: the shop with every way to pay, both providers played beside it, sample orders in every state, and a
// page that lists the phones and cards. HOST=0.0.0.0 lets phones of the network in. DEMO_SPEED runs the providers' clock faster; DEMO_SAMPLES=off leaves the orders out.

const TILL = "600966";
const PORTS = { shop: 3000, guide: 3001, daraja: 3002, flutterwave: 3003 };

await buildWhenStale();
await runCommand(async () => {
  const env = process.env;
  const port = (name: keyof typeof PORTS) =>
    Number(
      env[`DEMO_${name.toUpperCase()}_PORT`] ?? (name === "shop" ? (env.PORT ?? PORTS.shop) : PORTS[name]),
    );
  const clock = createClock({ scale: Number(env.DEMO_SPEED ?? 1) });
  const daraja = await startDaraja({ clock, port: port("daraja"), till: TILL, queryLimit: false });
  const flutterwave = await startFlutterwave({ clock, port: port("flutterwave") });
  const shopUrl = `http://localhost:${port("shop")}`;
  const shop = await startShop({
    DATA_DIR: "./data/demo",
    LOG_LEVEL: "warn",
    ...settingsFor({ shop: shopUrl, daraja: daraja.url, flutterwave: flutterwave.url }),
    MPESA_TILL_NUMBER: TILL,
    MPESA_QUERY_EVERY: "0",
    ...(env.LOG_LEVEL ? { LOG_LEVEL: env.LOG_LEVEL } : {}),
    ...(env.MAILBOX_KEY ? { MAILBOX_KEY: env.MAILBOX_KEY } : {}),
    ...(env.PASSWORD_HASH_MEMORY ? { PASSWORD_HASH_MEMORY: env.PASSWORD_HASH_MEMORY } : {}),
    // never the settings of a real shop that may stand in .env
    ...(env.DEMO_DATA_DIR ? { DATA_DIR: env.DEMO_DATA_DIR } : {}),
    PORT: String(port("shop")),
    ...(env.HOST ? { HOST: env.HOST } : {}),
  });
  flutterwave.control.webhookUrl({ url: `${shopUrl}/hooks/card` });
  await registerTill({ ...shop, db: shop.database.db });
  if (env.DEMO_SAMPLES !== "off")
    await makeSampleOrders({ ...shop, url: shopUrl, daraja, flutterwave, clock });
  const mailboxUrl = `${shopUrl}${shop.mailbox}`;
  const guide = await serveGuide({
    port: port("guide"),
    shopUrl,
    mailboxUrl,
    till: TILL,
    daraja: daraja.control,
    ...(env.DEMO_SAMPLES === "off" ? {} : { account: ACCOUNT }),
  });
  const counter = await openCounter(shop.database.db, shopUrl);
  const phone = onThePhone(shop.config) + onThePhone(shop.config, counter);
  console.log(
    `\n  The shop is open at ${shopUrl}\n  Its mails: ${mailboxUrl}\n  Phones, cards and buttons: ${guide.url}\n  The counter: ${counter}\n${phone}`,
  );
  await new Promise<void>((resolve) => {
    for (const name of ["SIGTERM", "SIGINT"]) process.once(name, () => resolve());
  });
  await Promise.race([
    Promise.all([guide.close(), shop.close()]).then(() => Promise.all([daraja.close(), flutterwave.close()])),
    pause(9_000),
  ]);
  process.exit(0);
});
