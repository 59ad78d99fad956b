import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { OBJECT_NAMES } from "../src/catalogue/pictures/stored-pictures.server.ts";
import { takeBackup } from "../src/platform/backup/take-backup.server.ts";
import { openObjectStore } from "../src/platform/objects/object-store.server.ts";
import { secretFile } from "../src/platform/secret.server.ts";
import { refuse, runCommand, withDatabase } from "./run-command.ts";

// npm run backup [-- folder]: all data of one moment into a folder; also while the shop is open

await runCommand(async () => {
  const [given, ...more] = process.argv.slice(2);
  if (more.length > 0 || given?.startsWith("-")) return refuse("npm run backup [-- <folder>]");
  const began = new Date();
  const stamp = began.toISOString().slice(0, 19).replaceAll(":", "-");
  const folder = resolve(given ?? `backups/${stamp}`);
  await withDatabase(async ({ config, log, connection }) => {
    const store = config.PICTURES_URL && openObjectStore(config.PICTURES_URL, log);
    const { tables, files, objects } = await takeBackup({
      connection: connection.settings,
      folder,
      migrations: resolve("migrations"),
      version: JSON.parse(readFileSync("package.json", "utf8")).version,
      files: connection.embedded ? [secretFile(config)] : [],
      objects: { names: OBJECT_NAMES, read: store?.get },
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const bytes = [...tables, ...files, ...objects].reduce((sum, file) => sum + file.bytes, 0);
    const seconds = (Date.now() - began.getTime()) / 1000;
    console.log(
      `${rows} rows of ${tables.length} tables, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds.toFixed(1)} s:\n${folder}`,
    );
    console.log("Keep .env too, but in another place: its secrets are not in the backup.");
  });
});
