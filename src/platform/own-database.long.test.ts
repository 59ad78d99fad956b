import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../test/free-port.ts";
import { openStartPlace } from "../../test/support/start-place.ts";

const place = await openStartPlace();
afterAll(() => place.close());

test("SIGTERM during the start: the database that is just starting does not stay behind", async () => {
  // another try finds no file of this one
  const data = `starting-${randomUUID().slice(0, 8)}`;
  const running = place.start({ DATA_DIR: data, PORT: String(await freePort()), HOST: "127.0.0.1" });
  const note = join(place.folder, data, "postgres/data/postmaster.pid");
  await expect.poll(() => existsSync(note), { interval: 5 }).toBe(true);
  running.child.kill("SIGTERM");
  expect(await running.exit).toEqual([0, null]);
  expect(existsSync(note)).toBe(false);
});

test("the owner's commands work beside the open shop on its own database", async () => {
  const settings = { DATA_DIR: "data", PORT: String(await freePort()), HOST: "127.0.0.1" };
  const running = place.start(settings);
  await expect.poll(running.said).toContain("The shop is open at");
  const note = join(place.folder, "data/postgres/data/postmaster.pid");
  const server = readFileSync(note, "utf8");
  for (const [script, said] of [
    ["scripts/seed.ts", "The catalogue is not empty: nothing was added."],
    ["scripts/invariants.ts", "    0  money: a receipt is one transaction"],
  ] as const) {
    const command = place.start(settings, script);
    expect(await command.exit, command.said()).toEqual([0, null]);
    expect(command.said()).toContain(said);
  }
  expect(readFileSync(note, "utf8")).toBe(server);
  expect((await fetch(`http://127.0.0.1:${settings.PORT}/api/ready`)).status).toBe(200);
  running.child.kill("SIGTERM");
  expect(await running.exit).toEqual([0, null]);
  expect(existsSync(note)).toBe(false);
});
