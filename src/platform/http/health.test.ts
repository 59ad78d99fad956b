import { chmod, mkdtemp, rm, symlink, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { openTestShop } from "../../../test/shop.ts";

const { host = "", port = 5432 } = inject("server");
const SOCKET = `.s.PGSQL.${port}`;

test.skipIf(!host.startsWith("/"))(
  "ready is not said by a shop whose database has lost its socket, though its connections last",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "socket-"));
    await chmod(folder, 0o755);
    await symlink(join(host, SOCKET), join(folder, SOCKET));
    const shop = await openTestShop({}, { server: { host: folder } });
    expect((await shop.get("/api/ready")).status).toBe(200);
    // so many that one is free, whatever else the shop asks
    const { pool, readers } = shop.database;
    await Promise.all([1, 2, 3, 4].map(() => pool.query("select pg_sleep(0.1)")));
    await Promise.all([1, 2].map(() => readers.query("select pg_sleep(0.1)")));
    await unlink(join(folder, SOCKET));
    expect(await shop.get("/api/ready")).toMatchObject({
      status: 503,
      body: { success: false, message: "The database does not answer." },
    });
    expect((await shop.get("/api/product/list")).status).toBe(200);
    await symlink(join(host, SOCKET), join(folder, SOCKET));
    expect((await shop.get("/api/ready")).status).toBe(200);
    await shop.close();
    await rm(folder, { recursive: true });
  },
);
