import { expect, test } from "vitest";
import { migrateRows } from "../../test/earlier-tables.ts";

const ROWS = `
  insert into users (id, name, email, password_hash, verified_at) values
    ('new', 'A', 'a@b.co', 'first', null), ('twice', 'B', 'b@b.co', 'second', null),
    ('done', 'C', 'c@b.co', 'third', now());
  insert into mail_links (token_hash, user_id, purpose, expires_at, again) values
    ('1', 'new', 'verify', now(), false), ('2', 'twice', 'verify', now(), false),
    ('3', 'twice', 'verify', now(), true), ('4', 'done', 'verify', now(), true);
  insert into sessions (token_hash, user_id, expires_at) values ('5', 'done', '2026-12-01T10:00Z')`;

test("accounts of before: a marked link makes its unverified account contested, first passwords count as tried, and sessions began 30 days before they end", async () => {
  await migrateRows("_tried-passwords", ROWS, async (query) => {
    expect(await query("select id, contested from users order by id")).toEqual([
      { id: "done", contested: false },
      { id: "new", contested: false },
      { id: "twice", contested: true },
    ]);
    expect(await query("select user_id, password_hash from tried_passwords order by 1")).toEqual([
      { user_id: "new", password_hash: "first" },
      { user_id: "twice", password_hash: "second" },
    ]);
    expect(await query("select device, begun_at, seen_at, length(id) as id from sessions")).toEqual([
      { device: "", begun_at: new Date("2026-11-01T10:00Z"), seen_at: new Date("2026-11-01T10:00Z"), id: 36 },
    ]);
  });
});
