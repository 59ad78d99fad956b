import fc from "fast-check";
import { expect, test } from "vitest";
import { holdsInvariants } from "../../../test/invariants.ts";
import { NO_OPERATOR, paidShop } from "../../../test/payments.ts";
import { staffedOn } from "../../../test/staff.ts";
import { runOwnerCommand } from "./owner-commands.server.ts";

const shop = paidShop(NO_OPERATOR);
const staffed = staffedOn(shop);

const TABLES = [
  "payments",
  "payment_events",
  "orders",
  "stock",
  "holds",
  "refunds",
  "refund_attempts",
  "refund_results",
  "discrepancies",
  "till_payments",
  "hook_inbox",
  "owner_notices",
  "outbox",
];

const obey = async (words: string[]) => (await runOwnerCommand(shop.context, words)).message;

/** Everything about money, as one fingerprint per table. */
async function written(): Promise<unknown[]> {
  return shop.query(
    TABLES.map(
      (table) =>
        `select '${table}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) from ${table} t`,
    ).join(" union all "),
  );
}

test("A command that cannot be executed says why and writes nothing", async () => {
  const waiting = await staffed.placed();
  const ordered = await staffed.pushed();
  await shop.query(
    "insert into till_payments (code, amount, shortcode, bill_ref) values ('UKF1Y1Z1A1', 5, '1', '')",
  );
  const before = await written();
  const act = fc.constantFrom(
    "show",
    "paid",
    "unpaid",
    "refund",
    "refunded",
    "close",
    "again",
    "reject-codes",
    "register-pull",
    "list",
    "toString",
    "__proto__",
    "",
  );
  const wild = fc.oneof(
    fc.constantFrom(
      "",
      " ",
      "0",
      "-1",
      "--",
      "--amount",
      "--receipt",
      "--amount=",
      "x'--",
      "\0",
      "%",
      "null",
      "١",
      "-",
    ),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ maxLength: 300 }),
  );
  await fc.assert(
    fc.asyncProperty(act, fc.array(wild, { maxLength: 5 }), async (command, words) => {
      const { message, done } = await runOwnerCommand(shop.context, [command, ...words]);
      if (done) expect(message).toMatch(/^(Payments in doubt|No codes of)/);
      else expect(message).toMatch(/^Nothing (was changed|is known)[:. ].*\.$/m);
    }),
    { numRuns: 400 },
  );
  expect(await written()).toEqual(before);

  // and with real ids, where what is stated makes no sense
  for (const words of [
    ["paid", waiting.id, "UKX-1"],
    ["paid", waiting.id, ""],
    ["refund", waiting.id, "why"],
    ["refund", waiting.id, "why", "--receipt", "nonsense!"],
    ...["0", "1.5", "1e3", "99999999", "0x10", ""].map((sum) => [
      "refund",
      ordered.id,
      "why",
      "--amount",
      sum,
    ]),
    ["refund", ordered.id, "why", "--receipt", "UKZZZZZZZ1"],
    ["refund", "UKF1Y1Z1A1", "why", "--amount", "6"],
    ["refund", "UKF1Y1Z1A1", "why", "--receipt", "UKF1Y1Z1A2"],
    ["refunded", ordered.id, "UKX1Y1Z1A1"],
    ["refunded", "UKF1Y1Z1A1"],
    ["unpaid", ordered.id],
    ["close", ordered.id, "why"],
    ["close", "UKF1Y1Z1A1"],
    ["close", "UKF1Y1Z1A1", " ", "\u200b"],
    ["again", ordered.id],
    ["again", "UKF1Y1Z1A1"],
    ["refund", ordered.id, "--no-such-option"],
    ["reject-codes"],
    ["reject-codes", ""],
    ["reject-codes", "\0"],
    ["reject-codes", "two words"],
    ["reject-codes", waiting.id, "--yes"],
    ["reject-codes", "%@%", "--yes"],
    ["reject-codes", "nobody@example.com", "--yes"],
  ]) {
    expect({ words, ...(await runOwnerCommand(shop.context, words)) }).toEqual({
      words,
      message: expect.stringMatching(/^Nothing was changed[:.] .*\.$/m),
      done: false,
    });
  }
  expect(await written()).toEqual(before);
});

test("the commands do what they say, and what waits is shown line by line", async () => {
  const ordered = await staffed.pushed();
  await shop.query(
    "insert into till_payments (code, amount, shortcode, bill_ref) values ('UKF1Y1Z1B1', 70, '1', 'ROSE')",
  );
  expect(await obey(["unmatched"])).toMatch(/ {2}UKF1Y1Z1B1 · .* · till_money · open · Ksh 70 · ROSE/);
  expect(await obey(["close", "UKF1Y1Z1B1", "a", "coffee"])).toBe("Done.");
  expect(await obey(["unmatched"])).not.toContain("UKF1Y1Z1B1");
  expect(await obey(["show", "UKF1Y1Z1B1"])).toContain('"decidedAt"');
  expect(await obey(["refund", ordered.id, "wrong", "size", "--amount", "500"])).toBe("Done.");
  expect(await obey(["refund", ordered.id, "wrong size"])).toBe(
    "Nothing was changed: it is not there, or not in a state that allows it.",
  );
  expect(await staffed.refundsOf(ordered.id)).toEqual([{ amount: 500, reason: "wrong size" }]);
  expect(await obey([])).toContain(`${ordered.id} · `);
  expect(await obey(["refunded", ordered.id, "UKX9Y9Z9A9"])).toBe("Done.");
  expect(await obey(["doubtful"])).not.toContain(ordered.id);
  expect(await obey(["show", ordered.id])).toContain('"UKX9Y9Z9A9"');
});

holdsInvariants(() => shop);
