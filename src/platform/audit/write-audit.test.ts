import { afterAll, expect, test } from "vitest";
import { openTestShop } from "../../../test/shop.ts";
import { transaction } from "../database/db.server.ts";
import { COMMAND } from "./actor.server.ts";
import { writeAudit } from "./write-audit.server.ts";

const OWNER = { id: "wambui", name: "Wambui", role: "owner", requestId: "req-1", ip: "192.0.2.7" };

const shop = await openTestShop();
afterAll(() => shop.close());

const rowsOf = (subject: string) => shop.query("select * from audit where subject_id = $1", [subject]);

test("a deed is written with who did it and only the fields it changed", async () => {
  await transaction(shop.db, (tx) =>
    writeAudit(tx, OWNER, {
      action: "order.address",
      subjectKind: "order",
      subjectId: "one",
      before: { version: 1, address: { city: "Nairobi" }, courier: null },
      after: { version: 2, address: { city: "Nairobi" }, courier: "G4S" },
      reason: "the shopper called",
    }),
  );
  expect(await rowsOf("one")).toMatchObject([
    {
      staff_id: "wambui",
      staff_name: "Wambui",
      role: "owner",
      action: "order.address",
      subject_kind: "order",
      before: { version: 1, courier: null },
      after: { version: 2, courier: "G4S" },
      reason: "the shopper called",
      request_id: "req-1",
      ip: "192.0.2.7",
    },
  ]);
});

test("a command in the terminal acts for the owner, without an account", async () => {
  await transaction(shop.db, (tx) =>
    writeAudit(tx, COMMAND, { action: "payment.close", subjectKind: "payment", subjectId: "two" }),
  );
  expect(await rowsOf("two")).toMatchObject([
    { staff_id: null, staff_name: "the terminal", role: "owner", before: null, after: null },
  ]);
});

test("What staff do is in the audit log in the same transaction, or not done", async () => {
  const undone = transaction(shop.db, async (tx) => {
    await writeAudit(tx, OWNER, { action: "order.note", subjectKind: "order", subjectId: "three" });
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  expect(await rowsOf("three")).toEqual([]);
});

test.each(["update audit set reason = 'other'", "delete from audit"])(
  "Audit rows never change: %s",
  async (statement) => {
    const before = await shop.query("select * from audit order by id");
    await expect(shop.query(statement)).rejects.toThrow("the audit log is never changed");
    expect(await shop.query("select * from audit order by id")).toEqual(before);
  },
);
