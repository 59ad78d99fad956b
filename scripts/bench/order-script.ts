import { buildApp } from "../../src/app.server.ts";
import { readConfig } from "../../src/config.server.ts";
import { connectDatabase } from "../../src/platform/database/db.server.ts";
import { hashSecret } from "../../src/platform/id.server.ts";
import { createLog } from "../../src/platform/log.server.ts";
import { ADDRESS, customer, freshCode } from "../../test/people.ts";
import { recorded, type Statement } from "../../test/recorded.ts";
import type { Stage } from "./stage.ts";

/** The statements the shop sends for one order, as a script for pgbench in which shopper, goods and names change. */
export async function recordOrder(stage: Stage): Promise<{ text: string; statements: number }> {
  const config = readConfig({ ...stage.settings, PAYMENT_METHODS: "cod" });
  const log = createLog("silent");
  const database = connectDatabase(stage.connection, log);
  const { http } = await buildApp({ config, log, database });
  await http.ready();
  const buyer = await customer(stage);
  const [mpesaCode, key] = [freshCode(), `key-${freshCode()}`];
  const statements = await recorded(async () => {
    const answer = await http.inject({
      method: "POST",
      url: "/api/order/placeOrder",
      headers: { token: buyer.token, "idempotency-key": key },
      payload: {
        address: ADDRESS,
        items: [{ _id: "bench1", size: "M", quantity: 1 }],
        amount: 1501,
        mpesaCode,
        paymentMethod: "cod",
        again: true,
      },
    });
    if (answer.statusCode !== 200) throw new Error(`an order answered ${answer.statusCode}: ${answer.body}`);
  });
  await http.close();
  await database.close();
  const changing = new Map([
    [buyer.userId, "'bench' || :shopper"],
    [hashSecret(buyer.token), "'bench' || :shopper"],
    ["bench1", "'bench' || :product"],
    [mpesaCode, "'P' || lpad((:name)::text, 9, '0')"],
    [key, "'key' || :name"],
  ]);
  const lines = statements.map((statement) => `${writeOut(statement, changing)};`);
  return { text: [...CHOICES, ...lines].join("\n"), statements: statements.length };
}

const CHOICES = [
  "\\set shopper random(1, :shoppers)",
  "\\set product random(1, :goods)",
  "\\set turn :turn + 1",
  "\\set name :base + :client_id * 1000000 + :turn",
];

/** The shortest transaction that does the same: sizes locked and guarded, order, line, payment, mail, cart. */
export const SHORTEST = [
  ...CHOICES,
  "begin;",
  "select on_hand from stock where product_id = 'bench' || (:product)::text and size = 'M' for update;",
  `update stock set on_hand = on_hand - 1, held = held + 1
    where product_id = 'bench' || (:product)::text and size = 'M' and on_hand >= 1;`,
  `insert into orders (id, user_id, address, subtotal, delivery_fee, amount, payment_method, mpesa_code, request_hash)
    values ('s1' || lpad((:name)::text, 24, '0'), 'bench' || (:shopper)::text, '${JSON.stringify(ADDRESS)}', 1500, 1, 1501, 'cod',
      'S' || lpad((:name)::text, 9, '0'), 'hash');`,
  `insert into order_items (order_id, line, product_id, name, price, size, quantity, image)
    values ('s1' || lpad((:name)::text, 24, '0'), 1, 'bench' || (:product)::text, 'Bench tee', 1500, 'M', 1, '/images/sample.svg');`,
  `insert into payments (id, user_id, method, state, active, checkout, draft, lines, subtotal, delivery_fee, amount,
      reference, order_id, next_check_at)
    values ('s1' || lpad((:name)::text, 24, '0'), 'bench' || (:shopper)::text, 'cod', 'pending', false, (:name)::text, (:name)::text,
      '[]', 1500, 1, 1501, 'till' || chr(58) || 'S' || lpad((:name)::text, 9, '0'), 's1' || lpad((:name)::text, 24, '0'), now() + interval '1 day');`,
  `insert into outbox (id, event, recipient, subject, html, text)
    values ('s1' || lpad((:name)::text, 24, '0'), 's:' || (:name)::text, 'bench@example.com', 'Your order', repeat('x', 4000), repeat('x', 1000));`,
  "delete from cart_lines where user_id = 'bench' || (:shopper)::text and product_id = 'bench' || (:product)::text and size = 'M';",
  "commit;",
].join("\n");

/** The statement with its values in it; each id it makes is a new one each time. */
function writeOut({ text, values }: Statement, changing: Map<string, string>): string {
  return text.replace(/\$(\d+)/g, (_, place) => written(values[Number(place) - 1], changing));
}

const ID = /[0-9A-HJKMNP-TV-Z]{26}/i;

function written(value: unknown, changing: Map<string, string>): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number" || typeof value === "boolean") return `'${value}'`;
  if (Array.isArray(value)) return `array[${value.map((each) => written(each, changing)).join(", ")}]`;
  if (typeof value === "object" && !(value instanceof Date)) return quoted(JSON.stringify(value));
  const text = value instanceof Date ? value.toISOString() : String(value);
  // JSON and the words of a mail may name what they like
  if (text.length > 200 || /^[[{]/.test(text)) return quoted(text);
  const id = ID.exec(text)?.[0];
  if (id && !changing.has(id))
    changing.set(id, `'${String.fromCharCode(97 + changing.size)}1' || lpad((:name)::text, 24, '0')`);
  for (const [old, made] of changing)
    if (text === old) return `(${made})`;
    else if (text.includes(old)) return `(${quoted(text.slice(0, text.indexOf(old)))} || ${made})`;
  return quoted(text);
}

/** Without a colon, which pgbench would take for a name of its own. */
function quoted(text: string): string {
  const plain = text.replaceAll("'", "''");
  if (!plain.includes(":")) return `'${plain}'`;
  return `U&'${plain.replaceAll("\\", "\\\\").replaceAll(":", "\\003a")}'`;
}
