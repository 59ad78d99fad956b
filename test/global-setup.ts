import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import type pg from "pg";
import type { TestProject } from "vitest/node";
import { connectDatabase } from "../src/platform/database/db.server.ts";
import { migrateDatabase } from "../src/platform/database/migrate.server.ts";
import { startEmbeddedPostgres } from "../src/platform/postgres/embedded.server.ts";
import { seedWhenEmpty } from "../src/seed.server.ts";
import { ask } from "./ask.ts";
import { makeFolder } from "./make-folder.ts";

declare module "vitest" {
  export interface ProvidedContext {
    server: pg.ClientConfig;
    template: string;
  }
}

/** One server for the whole run, and one migrated, filled database that every test file's own is copied from. */
export default async function setUp(project: TestProject) {
  const { server, template, close } = await openServer();
  project.provide("server", server);
  project.provide("template", template);
  return close;
}

/** The same for what runs without vitest. */
export async function openServer() {
  const { server, close } = await startServer();
  const template = `shop_template_${process.pid}`;
  const tearDown = async () => {
    await ask(server, `drop database if exists ${template} with (force)`);
    await close();
  };
  try {
    await ask(server, `create database ${template}`);
    const connection = { ...server, database: template };
    await migrateDatabase(connection, resolve("migrations"));
    const filled = connectDatabase(connection, { warn: () => {} });
    await seedWhenEmpty(filled.db);
    await filled.close();
  } catch (error) {
    await tearDown();
    throw error;
  }
  return { server, template, close: tearDown };
}

async function startServer(): Promise<{ server: pg.ClientConfig; close: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) {
    const { hostname, port, username, password } = new URL(url);
    const server = {
      host: hostname,
      port: Number(port || 5432),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: "postgres",
    };
    return { server, close: async () => {} };
  }
  const folder = await makeFolder();
  const quiet = { info: () => {}, warn: () => {} };
  const own = await startEmbeddedPostgres({
    folder,
    log: quiet,
    settings: { fsync: "off", synchronous_commit: "off", max_connections: "300" },
  });
  return {
    server: own.connection,
    close: async () => {
      await own.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
