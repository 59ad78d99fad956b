import pg from "pg";
import { shop } from "../../src/shop.ts";
import { codeOf, idOf, TABLES } from "./write-orders.ts";

/** Orders of one shopper, on average. */
const ORDERS_EACH = 5;

/**
 * Adds so many invented orders of the last year, of invented shoppers, with their payments, history and mails, to a shop
 * that has none yet: for tests of size, and to look at. Nothing of them is mailed, and no provider is asked about them.
 * Goods they take are received besides, so that what is on the shelf stays as it is.
 * @returns how many were added: none where there are orders already
 * @throws Error there are fewer than three sizes of goods to order
 */
export async function addInventedOrders(connection: pg.ClientConfig, count: number): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("begin");
    await client.query("lock table orders in share row exclusive mode");
    const { rowCount } = await client.query("select from orders limit 1");
    if (rowCount) return 0;
    await draftOrders(client, count);
    for (const statement of TABLES) await client.query(statement);
    await client.query("commit");
    // an index on words is slow until its new entries are sorted in
    await client.query("vacuum analyze");
    return count;
  } finally {
    await client.end();
  }
}

async function draftOrders(client: pg.Client, count: number): Promise<void> {
  await client.query(tables);
  const { rowCount: sizes } = await client.query(shelf);
  if ((sizes ?? 0) < 3) throw new Error("There are no goods to order: add some to the catalogue first.");
  const people = Math.ceil(count / ORDERS_EACH);
  await client.query(shoppers, [people, FIRST_NAMES, LAST_NAMES, STREETS, JSON.stringify(PLACES)]);
  await client.query(orders, [count, people, shop.deliveryFee]);
  await client.query(lines, [sizes]);
  await client.query("analyze shopper; analyze draft; analyze draft_line");
}

// What invented shoppers are called and where they live; those that come first are drawn more often.
const FIRST_NAMES =
  "Wanjiku Achieng Brian Faith Kevin Mercy Otieno Akinyi Dennis Mwende Kamau Aisha Njeri Collins Chebet Hassan".split(
    " ",
  );
const LAST_NAMES =
  "Mwangi Otieno Kamau Ochieng Wanjiru Kipchoge Mutua Odhiambo Wafula Chepkoech Ali Cheruiyot Hussein Nyong'o".split(
    " ",
  );
const STREETS = ["Ngong Road 12", "Moi Avenue 40", "Kenyatta Street 8", "Langata Road 3", "Station Road 31"];
const PLACES = [
  { town: "Nairobi", county: "Nairobi", code: "00100" },
  { town: "Mombasa", county: "Mombasa", code: "80100" },
  { town: "Kisumu", county: "Kisumu", code: "40100" },
  { town: "Thika", county: "Kiambu", code: "01000" },
  { town: "Eldoret", county: "Uasin Gishu", code: "30100" },
  { town: "Lamu", county: "Lamu", code: "80500" },
];

// What the orders are, before anything is written: temporary tables that the statements of write-orders.ts read.

const tables = `
  create temporary table shelf (n int primary key, product_id text, size text, name text, price int, image text)
    on commit drop;
  create temporary table shopper (n int primary key, id text, name text, address jsonb, phone text, joined timestamptz)
    on commit drop;
  create temporary table draft (n int primary key, shopper int, at timestamptz, id text, payment text, method text,
    status text, paid boolean, refund text, code text, fee int, pieces int) on commit drop;
  create temporary table draft_line (n int, line int, product_id text, size text, name text, price int, image text,
    quantity int) on commit drop`;

// by size first: neighbours, which make one order, are different goods
const shelf = `
  insert into shelf
  select row_number() over (order by s.size, p.id) - 1, p.id, s.size, p.name, p.price, p.images[1]
  from products p join stock s on s.product_id = p.id where p.published`;

/** $1 how many, $2 first names, $3 last names, $4 streets, $5 places; a drawn number squared prefers what comes first. */
const shoppers = `
  insert into shopper
  select n, ${idOf("n")}, first || ' ' || last,
    jsonb_build_object('firstName', first, 'lastName', last, 'email', mail, 'street', street, 'city', place->>'town',
      'state', place->>'county', 'zipCode', place->>'code', 'country', 'Kenya',
      'phone', (array['0', '+254', '254', '0'])[1 + n % 4] || digits),
    '254' || digits, joined
  from (
    select n, ($2::text[])[1 + (cardinality($2::text[]) * a * a)::int % cardinality($2::text[])] as first,
      ($3::text[])[1 + (cardinality($3::text[]) * b * b)::int % cardinality($3::text[])] as last,
      ($4::text[])[1 + n % cardinality($4::text[])] as street,
      $5::jsonb -> ((jsonb_array_length($5::jsonb) * c * c)::int % jsonb_array_length($5::jsonb)) as place,
      '7' || lpad((n * 48611::bigint % 100000000)::text, 8, '0') as digits,
      now() - interval '366 days' - n * interval '10 seconds' as joined
    from (select n, random() as a, random() as b, random() as c from generate_series(1, $1::int) as n) drawn
  ) as person cross join lateral (
    select lower(replace(first || '.' || last, '''', '')) || n || '@example.com' as mail
  ) as address`;

/**
 * $1 how many, $2 of how many shoppers, $3 the delivery fee. None is so new that its payment is still to come. The newest
 * are on their way, step by step; of the others 6 in 100 were cancelled,
 * and of 2 in 100 a part was given back. \`a\` and \`b\` are below 1000.
 */
const orders = `
  insert into draft
  select n, shopper, at, ${idOf("n")}, ${idOf("n + 100000000")}, method, status, paid,
    case when not paid then null when status = 'Cancelled' then case when recent then 'due' else 'done' end
      when status = 'Delivered' and b between 60 and 79 then 'part' end,
    ${codeOf("n")}, $3::int, case when b % 20 < 3 then 3 when b % 20 < 8 then 2 else 1 end
  from (
    select *, rank < greatest($1 / 20, 40) as recent,
      case when rank < placed then not (method = 'cod' and n % 3 = 0)
        else not (status = 'Cancelled' and method = 'cod' and n % 2 = 0) end as paid
    from (
      select *, case when a < 450 then 'cod' when a < 850 then 'mpesa' else 'flutterwave' end as method,
        case when rank < placed then 'Order Placed' when rank < packing then 'Packing'
          when rank < shipped then 'Shipped' when rank < leaving then 'Out for delivery'
          when b < 60 then 'Cancelled' else 'Delivered' end as status
      from (
        select n, 1 + (n * 7907::bigint % $2::int)::int as shopper, $1::int - n as rank,
          now() - interval '2 minutes' - interval '365 days' * (($1::int - n + random()) / $1::int) as at,
          n * 7919::bigint % 1000 as a, n * 104729::bigint % 1000 as b,
          greatest($1 * 0.004, 12) as placed, greatest($1 * 0.006, 16) as packing,
          greatest($1 * 0.011, 20) as shipped, greatest($1 * 0.013, 24) as leaving
        from generate_series(1, $1::int) as n
      ) as numbered
    ) as stepped
  ) as settled`;

/** $1 how many sizes of goods there are. */
const lines = `
  insert into draft_line
  select d.n, line, product_id, size, name, price, image, case (d.n + line) % 12 when 0 then 3 when 1 then 2 else 1 end
  from draft d cross join lateral generate_series(1, d.pieces) as line
    join shelf on shelf.n = (d.n * 7919::bigint + line) % $1::int`;
