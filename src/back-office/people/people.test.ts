import { afterAll, expect, test } from "vitest";
import { openTestShop } from "../../../test/shop.ts";
import { callStaff, codeOf, PASSWORD, signInStaff } from "../../../test/support/back-office.ts";

const shop = await openTestShop();
const owner = await signInStaff(shop);
afterAll(() => shop.close());

/** The day in East Africa. */
const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
const began = today();

const rowOf = async (id: string) => {
  const { rows } = (await owner.get("/people")).body as unknown as { rows: { _id: string }[] };
  return rows.find(({ _id }) => _id === id);
};

test("the owner adds a person, whose link opens the welcome page", async () => {
  const person = { name: "Achieng Otieno", email: "achieng@sauti.example", role: "support" };
  const { status, body } = await owner.post("/people", person);
  expect([status, body.link]).toEqual([
    200,
    expect.stringMatching(/^http:\/\/localhost:3000\/staff\/welcome\?token=[\w-]{43}$/),
  ]);
  const [added] = await shop.query<{ id: string }>("select id from staff where email = $1", [person.email]);
  expect(await rowOf(added?.id ?? "")).toEqual({
    _id: added?.id,
    ...person,
    disabled: false,
    ready: false,
    seen: null,
  });
});

test("the list says when somebody who is signed in was last seen", async () => {
  const [session] = await shop.query<{ seen: number }>(
    "select round(extract(epoch from seen_at) * 1000)::float8 as seen from staff_sessions where staff_id = $1",
    [owner.id],
  );
  expect(await rowOf(owner.id)).toMatchObject({ ready: true, seen: session?.seen });
});

test("an e-mail is one person's, in capitals too; what is wrong is said beside its field", async () => {
  const before = await shop.query("select id from staff");
  const taken = await owner.post("/people", {
    name: "Other",
    email: owner.email.toUpperCase(),
    role: "owner",
  });
  expect([taken.status, taken.body.message]).toEqual([409, "Somebody has this e-mail already."]);
  const wrong = await owner.post("/people", { name: "", email: "no e-mail", role: "boss" });
  expect([wrong.status, wrong.body.fields]).toEqual([
    400,
    {
      name: "Enter a name.",
      email: "Please enter a valid email address",
      role: "Choose owner, packer or support.",
    },
  ]);
  expect(await shop.query("select id from staff")).toEqual(before);
});

test("A disabled person is out with the next request", async () => {
  const packer = await signInStaff(shop, "packer");
  expect((await owner.post(`/people/${packer.id}/disable`)).status).toBe(200);
  expect((await packer.get("/me")).status).toBe(401);
  expect((await owner.post(`/people/${packer.id}/reset`)).status).toBe(409);
  expect((await owner.post(`/people/${packer.id}/enable`)).status).toBe(200);
  expect((await packer.get("/me")).status).toBe(401);
  const body = { email: packer.email, password: PASSWORD };
  const { cookie } = await callStaff(shop, "POST /sign-in", { body });
  const code = codeOf(packer.setupKey, 1);
  expect((await callStaff(shop, "POST /second-factor", { body: { code }, cookie })).status).toBe(200);
});

test("A disabled person's welcome link never works again", async () => {
  const packer = await signInStaff(shop, "packer");
  const { body } = await owner.post(`/people/${packer.id}/reset`);
  const token = new URL(String(body.link)).searchParams.get("token");
  const open = async () =>
    (await callStaff(shop, "POST /welcome", { body: { token, password: "a new long password" } })).status;
  expect((await owner.post(`/people/${packer.id}/disable`)).status).toBe(200);
  expect(await open()).toBe(410);
  expect((await owner.post(`/people/${packer.id}/enable`)).status).toBe(200);
  expect(await open()).toBe(410);
});

test("another role counts from the next request on", async () => {
  const packer = await signInStaff(shop, "packer");
  expect((await packer.get("/people")).status).toBe(403);
  expect((await owner.post(`/people/${packer.id}/role`, { role: "owner" })).status).toBe(200);
  expect((await packer.get("/people")).status).toBe(200);
  await owner.post(`/people/${packer.id}/role`, { role: "packer" });
  expect((await packer.get("/people")).status).toBe(403);
});

test("after a reset the old password and app go on until the new link is used", async () => {
  const packer = await signInStaff(shop, "packer");
  const { body } = await owner.post(`/people/${packer.id}/reset`);
  expect((await packer.get("/me")).status).toBe(200);
  const token = new URL(String(body.link)).searchParams.get("token");
  const opened = await callStaff(shop, "POST /welcome", { body: { token, password: "a new long password" } });
  const code = codeOf(String(opened.body.setupKey));
  expect((await callStaff(shop, "POST /welcome/confirm", { body: { token, code } })).status).toBe(200);
  expect((await packer.get("/me")).status).toBe(401);
  const old = { email: packer.email, password: PASSWORD };
  expect((await callStaff(shop, "POST /sign-in", { body: old })).status).toBe(401);
});

test("The shop always has an owner", async () => {
  const alone = await openTestShop();
  try {
    const [one, two] = [await signInStaff(alone), await signInStaff(alone)];
    const statuses = await Promise.all([
      one.post(`/people/${two.id}/disable`),
      two.post(`/people/${one.id}/role`, { role: "packer" }),
    ]);
    const owners = () => alone.query("select id from staff where role = 'owner' and disabled_at is null");
    expect(await owners()).toHaveLength(1);
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = (await one.get("/people")).status === 200 ? one : two;
    await left.post("/people", { name: "New", email: "new@sauti.example", role: "owner" });
    const last = await left.post(`/people/${left.id}/disable`);
    expect([last.status, last.body.message]).toEqual([
      409,
      "This is the last owner. Make somebody else an owner first.",
    ]);
    expect(await owners()).toHaveLength(2);
    // the link went to a wrong address: who has not come in yet is not who keeps the shop
    const [invited] = await alone.query<{ id: string }>(
      "select id from staff where email = 'new@sauti.example'",
    );
    expect((await left.post(`/people/${invited?.id}/disable`)).status).toBe(200);
    expect(await owners()).toEqual([{ id: left.id }]);
  } finally {
    await alone.close();
  }
});

test("the audit says who did what to whom, newest first, page by page", async () => {
  const packer = await signInStaff(shop, "packer");
  await owner.post(`/people/${packer.id}/role`, { role: "support" });
  await owner.post(`/people/${packer.id}/disable`);
  const rows = async (query: string) =>
    (await owner.get(`/audit?${query}`)).body as unknown as {
      rows: Record<string, unknown>[];
      next: string | null;
    };
  const about = await rows(`subject=${packer.id}&who=${owner.id}`);
  expect(about.next).toBeNull();
  expect(about.rows).toEqual([
    expect.objectContaining({ action: "person.disable" }),
    {
      _id: expect.any(String),
      at: expect.any(Number),
      who: { _id: owner.id, name: owner.name, role: "owner" },
      action: "person.change-role",
      subject: { kind: "person", _id: packer.id },
      before: { role: "packer" },
      after: { role: "support" },
      reason: null,
    },
  ]);
  // as every screen shows it, and as it may be typed from there
  for (const short of [packer.id.slice(-8), `%23${packer.id.slice(-8).toLowerCase()}`])
    expect((await rows(`subject=${short}&who=${owner.id}`)).rows, short).toEqual(about.rows);
  const first = await rows("limit=1");
  const second = await rows(`limit=1&after=${first.next}`);
  expect(Number(second.rows[0]?._id)).toBeLessThan(Number(first.rows[0]?._id));
  // the rows may be of both sides of midnight
  expect((await rows(`from=${began}&to=${today()}`)).rows.length).toBeGreaterThan(3);
  expect((await rows("from=2020-01-01&to=2020-01-02")).rows).toEqual([]);
});

test("a welcome link, a password and a key are in no row of the audit", async () => {
  const [{ all = "" } = {}] = await shop.query<{ all: string }>(
    "select string_agg(audit::text, ' ') as all from audit",
  );
  expect(all).toContain("person.add");
  expect(all).not.toContain("token");
  expect(all).not.toContain(owner.setupKey);
  expect(all).not.toContain(PASSWORD);
});
