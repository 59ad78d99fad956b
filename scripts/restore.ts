import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { adaptRestored } from "../src/after-restore.server.ts";
import { fillPicture, pictureType } from "../src/catalogue/pictures/stored-pictures.server.ts";
import { COMMAND } from "../src/platform/audit/actor.server.ts";
import { verifyBackup } from "../src/platform/backup/manifest.server.ts";
import { restoreBackup, restoreSecret } from "../src/platform/backup/restore-backup.server.ts";
import { restoreObjects } from "../src/platform/backup/take-backup.server.ts";
import { openObjectStore } from "../src/platform/objects/object-store.server.ts";
import { refuse, runCommand, withDatabase } from "./run-command.ts";

// npm run restore -- folder [--replace]: what npm run backup wrote, back into the database; the shop must be closed

await runCommand(async () => {
  const words = readWords();
  if (!words) return refuse("npm run restore -- <folder> [--replace]");
  const folder = resolve(words.folder);
  const manifest = await verifyBackup(folder);
  await withDatabase(async ({ config, log, connection }) => {
    const store = config.PICTURES_URL && openObjectStore(config.PICTURES_URL, log);
    // before the rows that name them; whatever becomes of those, they are in nobody's way
    if (store)
      await restoreObjects(folder, manifest, (name, bytes) => store.put(name, bytes, pictureType(name)));
    const lines = await restoreBackup({
      connection: connection.settings,
      folder,
      manifest,
      migrations: resolve("migrations"),
      replace: words.replace,
      adapt: async (tx) => {
        // one after the other: it is one connection
        if (!store) await restoreObjects(folder, manifest, (name, bytes) => fillPicture(tx, name, bytes), 1);
        return adaptRestored(tx, { by: { ...COMMAND, name: "npm run restore" }, takenAt: manifest.takenAt });
      },
    });
    console.log([...lines, await restoreSecret(config, folder, manifest)].join("\n"));
  });
});

function readWords() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { replace: { type: "boolean", default: false } },
    });
    const [folder, ...more] = positionals;
    return folder && more.length === 0 ? { folder, replace: values.replace } : undefined;
  } catch {
    return undefined;
  }
}
