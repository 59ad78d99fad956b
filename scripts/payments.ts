import { parseArgs } from "node:util";
import { type Desk, openDesk } from "../src/payments/desk.server.ts";
import { registerPull } from "../src/payments/mpesa/pull.server.ts";
import {
  acceptPaid,
  closeUnpaid,
  listForStaff,
  listUnmatched,
  markRefunded,
  refundByStaff,
  showToStaff,
} from "../src/payments/staff.server.ts";
import { registerTill } from "../src/payments/till/register.server.ts";
import { readConfig } from "../src/platform/config.server.ts";
import { connectDatabase } from "../src/platform/db.server.ts";
import { createLog } from "../src/platform/log.server.ts";
import { openConnection } from "../src/platform/open-connection.server.ts";
import { ShopError } from "../src/platform/shop-error.ts";
import { runCommand } from "./run-command.ts";

// npm run payments: what waits for the owner, and what the owner decides

const USAGE = `npm run payments                              what waits for you
npm run payments -- unmatched                 money at the till of seven days that fits no payment
npm run payments -- show <payment>            one payment and all that happened to it
npm run payments -- paid <payment> [code]     you have seen the money: it becomes its order
npm run payments -- unpaid <payment>          no money came
npm run payments -- refund <payment> <why>    give the money back; an order that has not left is cancelled
    --receipt <code>                          the code it came under, where the shop has not seen it
    --amount <KES>                            what came, or the part to give back
npm run payments -- refunded <payment> <code> you gave it back by hand
npm run payments -- register-till             have M-Pesa report every payment at the till
npm run payments -- register-pull <phone>     have M-Pesa list, every night, what it did not report; a phone of yours`;

const { positionals, values: stated } = parseArgs({
  allowPositionals: true,
  options: { receipt: { type: "string" }, amount: { type: "string" } },
});
const [act = "list", id = "", ...words] = positionals;

await runCommand(async () => {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const connection = await openConnection(config, log);
  const database = connectDatabase(connection.settings, log);
  try {
    const { db } = database;
    const desk = openDesk({ db, config, log });
    if (act === "list") console.table(await listForStaff(db));
    else if (act === "unmatched") console.table(await listUnmatched(db));
    else if (act === "show") console.dir(await showToStaff(db, id), { depth: 6 });
    else if (act === "register-till") console.log(await registerTill({ db, config, log }));
    else if (act === "register-pull" && id) console.log(await registerPull({ db, config, log }, id));
    else console.log(await decide(desk));
  } finally {
    await database.close();
    await connection.close();
  }
});

async function decide(desk: Desk): Promise<string> {
  const deeds: Record<string, () => Promise<boolean>> = {
    paid: () => acceptPaid(desk, id, words[0]),
    unpaid: () => closeUnpaid(desk, id),
    refund: () =>
      refundByStaff(desk, id, words.join(" ") || "returned by the shop", {
        receipt: stated.receipt,
        amount: stated.amount === undefined ? undefined : Number(stated.amount),
      }),
    refunded: () => markRefunded(desk, id, words[0]),
  };
  const deed = deeds[act];
  if (!deed || !id) return USAGE;
  try {
    return (await deed()) ? "Done." : "Nothing was changed: the payment is not in a state that allows it.";
  } catch (error) {
    if (error instanceof ShopError) return `Nothing was changed. ${error.message}`;
    throw error;
  }
}
