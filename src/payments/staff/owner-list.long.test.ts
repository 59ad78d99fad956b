import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pusher } from "../../../test/callback.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { paidShop } from "../../../test/payments.ts";
import { closeUnpaid } from "./decide-payment.server.ts";
import { runOwnerCommand } from "./owner-commands.server.ts";
import { LISTS, listForStaff } from "./staff-list.server.ts";

const shop = paidShop({ MPESA_QUERY_EVERY: "0", MPESA_INITIATOR: "", MPESA_SECURITY_CREDENTIAL: "" });

const pushed = pusher(() => shop, 9);

test.each(LISTS)("The owner's lists show every row once: %s", async (which) => {
  const { payment } = await pushed();
  const copies = (state: string, method: string) =>
    shop.query(
      `insert into payments (id, user_id, method, state, active, checkout, draft, lines, subtotal, delivery_fee, amount, reference)
       select 'ZZ' || n, user_id, '${method}', '${state}', false, 'ZZ' || n, draft, lines, subtotal, delivery_fee, amount, 'till:ZZ' || n
       from payments, generate_series(1, 250) n where id = $1`,
      [payment],
    );
  const others = (kind: string) =>
    shop.query(
      `insert into discrepancies (id, key, kind, what) select 'ZZ' || n, 'ZZ' || n, '${kind}', 'x' from generate_series(1, 250) n`,
    );
  if (which === "codes") await copies("needs_review", "cod");
  if (which === "doubtful") await copies("expired_unknown", "mpesa");
  if (which === "unmatched") await others("unmatched_money");
  if (which === "messages") await others("message");
  const { message, done } = await runOwnerCommand(shop.context, [which]);
  const { total } = await listForStaff(shop.db, which);
  expect(done).toBe(true);
  expect(message.split("\n")[0]).toMatch(new RegExp(`: ${total}$`));
  const shown = message.split("\n").flatMap((line) => /^ {2}(ZZ\d+) · /.exec(line)?.[1] ?? []);
  expect(shown).toHaveLength(250);
  expect(new Set(shown).size).toBe(250);
  await shop.query("delete from payment_events where payment_id like 'ZZ%'");
  await shop.query("delete from payments where id like 'ZZ%'");
  await shop.query("delete from discrepancies where id like 'ZZ%'");
  await closeUnpaid(shop.context, payment);
});

test("on the command line what is refused is said in a sentence, and ends with 1", {
  timeout: 600_000,
}, async () => {
  const { user, password, database, host, port } = shop.connection;
  const socket = new URLSearchParams({ host: String(host), port: String(port ?? 5432) });
  const url = `postgres://${user}:${encodeURIComponent(String(password ?? ""))}@/${database}?${socket}`;
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, ["--import", "tsx", "scripts/payments.ts", ...words], {
      env: { PATH: process.env.PATH, LOG_LEVEL: "warn", DATABASE_URL: url },
    }).catch((error: { code: number; stdout: string }) => error);
  const refused = await run("paid", "no-such-payment");
  expect(refused).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^Nothing was changed: it is not there/m),
  });
  expect(await run("codes")).toMatchObject({ stdout: expect.stringContaining("Codes nobody found: ") });
});

holdsInvariants(() => shop);
