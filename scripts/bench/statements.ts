import { setTimeout as pause } from "node:timers/promises";
import { buildApp } from "../../src/app.server.ts";
import { readConfig } from "../../src/config.server.ts";
import { connectDatabase } from "../../src/platform/database/db.server.ts";
import { createLog } from "../../src/platform/log.server.ts";
import { addProduct } from "../../test/goods.ts";
import { ADDRESS, customer } from "../../test/people.ts";
import { recorded } from "../../test/recorded.ts";
import type { Figure, Stage } from "./stage.ts";

/** What one M-Pesa order may cost, in statements, begin and commit counted. */
const BUDGET = { push: 19, callback: 2, settle: 22, poll: 2, confirm: 3, whole: 48 };

/** Counts the statements of one whole M-Pesa order: push, callback, question and settling, one poll, confirm. */
export async function countStatements(stage: Stage): Promise<Figure[]> {
  stage.daraja.control.reset();
  const { PORT, HOST } = stage.settings;
  const config = readConfig(stage.settings);
  const log = createLog("silent");
  const database = connectDatabase(stage.connection, log);
  const { http, jobs } = await buildApp({ config, log, database });
  await http.listen({ port: Number(PORT), host: HOST });
  // what a process reads by itself once it is open is no order's
  while ((await counted(() => pause(300))) > 0);
  const tee = await addProduct(stage);
  const buyer = await customer(stage);
  const post = async (path: string, body: object) => {
    const answer = await http.inject({
      method: "POST",
      url: path,
      payload: body,
      headers: { token: buyer.token },
    });
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json<Record<string, unknown>>();
  };
  const asked = {
    amount: String(tee.price + 1),
    phoneNumber: "254700000001",
    items: [{ _id: tee._id, size: "M", quantity: 1 }],
    address: ADDRESS,
  };
  let checkoutRequestID = "";
  const push = await counted(async () => {
    checkoutRequestID = String((await post("/token/stkpush", asked)).CheckoutRequestID);
  });
  const callback = await counted(() => stage.clock.advance(10_000));
  const [payment] = await stage.query<{ id: string }>("select id from payments where user_id = $1", [
    buyer.userId,
  ]);
  const settle = await counted(async () => void (await jobs.tasks.payment?.(payment?.id ?? "")));
  const poll = await counted(async () => void (await post("/token/query", { checkoutRequestID })));
  const confirm = await counted(async () => void (await post("/api/order/mpesa", { checkoutRequestID })));
  await http.close();
  await database.close();
  const parts = { push, callback, settle, poll, confirm };
  const whole = Object.values(parts).reduce((sum, count) => sum + count, 0);
  return Object.entries({ ...parts, whole }).map(([name, got]) => ({
    what: `statements of an M-Pesa order: ${name}`,
    got,
    budget: BUDGET[name as keyof typeof BUDGET],
    unit: "",
  }));
}

/** How many statements are sent while it works. */
async function counted(work: () => Promise<unknown>): Promise<number> {
  return (await recorded(work)).length;
}
