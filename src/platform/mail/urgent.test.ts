import { afterAll, afterEach, describe, expect, test } from "vitest";
import { openTestShop } from "../../../test/shop.ts";
import { testOutbox } from "../../../test/support/outbox.ts";

const shop = await openTestShop();
const outbox = testOutbox(shop);
afterEach(() => outbox.end());
afterAll(() => shop.close());

const AMINA = { name: "Amina", email: "amina@example.com", password: "jembe na nyundo 7" };
/** As many mails as wait, about orders or, for longer, of low priority. */
const postMany = (what: "order" | "low", count: number) =>
  shop.query(
    `insert into outbox (id, event, recipient, subject, html, text, low_priority, next_attempt_at)
     select what || n, what || ' ' || n, what || n || '@example.com', 's', 'h', 't', what = 'low',
       now() - case what when 'low' then interval '2 hours' else interval '1 hour' end
     from generate_series(1, $2::int) as n, (select $1::text as what) as kind`,
    [what, count],
  );
const urgentMails = () =>
  shop.query("select split_part(event, ':', 1) as what, recipient from outbox where urgent order by id");

/** Keeps the recipients of mails in the order they came; those of `held` get no answer before `goOn`. */
async function openServer(held = /^$/) {
  const arrived: string[] = [];
  const waiting: (() => void)[] = [];
  const { url } = await outbox.sink({
    onRcptTo: ({ address }, _session, done) => void (held.test(address) ? waiting.push(done) : done()),
    onData: (stream, { envelope }, done) => {
      stream.resume().on("end", () => {
        arrived.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  const goOn = () => {
    for (const done of waiting.splice(0)) done();
  };
  return { url, arrived, waiting, goOn };
}

describe("links that somebody waits for", () => {
  test("are the mails of signing up, of signing up again, and of a forgotten password", async () => {
    const { email } = AMINA;
    await shop.post("/api/user/register", AMINA);
    await shop.query("update users set verified_at = now() where email = $1", [email]);
    // a minute later
    await shop.query("delete from rate_limits");
    await shop.post("/api/user/register", AMINA);
    await shop.post("/api/user/forgot-password", { email });
    expect(await urgentMails()).toEqual([
      { what: "verify", recipient: email },
      { what: "registered-again", recipient: email },
      { what: "reset", recipient: email },
    ]);
    await shop.query("delete from users");
    await shop.query("delete from rate_limits");
  });

  test("A link that somebody waits for precedes all other mails", async () => {
    const { url, arrived, waiting, goOn } = await openServer(/^order/);
    await postMany("order", 1_300);
    outbox.start(url);
    await expect.poll(() => waiting.length).toBe(4);
    expect((await shop.post("/api/user/register", AMINA)).status).toBe(200);
    await expect.poll(() => arrived).toEqual([AMINA.email]);
    // those four are all that was begun before it
    expect(waiting).toHaveLength(4);
    await shop.query("delete from outbox where state = 'waiting'");
    goOn();
    await expect.poll(() => arrived.length).toBe(5);
    await shop.query("delete from users");
  });

  test("A link leaves while the server delays all other mails", async () => {
    const { url, arrived, waiting, goOn } = await openServer(/^order/);
    await postMany("order", 20);
    outbox.start(url);
    await expect.poll(() => waiting.length).toBe(4);
    for (const name of ["a", "b", "c", "d", "e", "f"]) await outbox.post(name, `${name}@example.com`, true);
    await expect.poll(() => arrived.length).toBe(6);
    expect([...arrived].sort()[0]).toBe("a@example.com");
    // no more of the others were begun meanwhile
    expect(waiting).toHaveLength(4);
    const others = "select state, count(*)::int from outbox where not urgent group by 1 order by 1";
    expect(await shop.query(others)).toEqual([
      { state: "sending", count: 4 },
      { state: "waiting", count: 16 },
    ]);
    await shop.query("delete from outbox where state = 'waiting'");
    goOn();
    await expect.poll(() => arrived.length).toBe(10);
  });
});

describe("mails of low priority", () => {
  test("Mails to shoppers precede mails to the owner", async () => {
    const { url, arrived } = await openServer();
    await postMany("low", 5);
    await postMany("order", 20);
    outbox.start(url);
    await expect.poll(() => arrived.length).toBe(25);
    // one may be handed over beside the last of the others
    expect(arrived.slice(0, 20).filter((to) => to.startsWith("low")).length).toBeLessThan(2);
  });

  test("No shopper's mail waits for one to the owner", async () => {
    const { url, arrived, waiting, goOn } = await openServer(/^low/);
    await postMany("low", 5);
    outbox.start(url);
    await expect.poll(() => waiting.length).toBe(1);
    await postMany("order", 20);
    await expect.poll(() => arrived.length).toBe(20);
    expect(waiting).toHaveLength(1);
    await shop.query("delete from outbox where state = 'waiting'");
    goOn();
    await expect.poll(() => arrived.length).toBe(21);
  });
});
