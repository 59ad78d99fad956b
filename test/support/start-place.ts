import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { makeFolder } from "../make-folder.ts";

/** A folder in which npm start is as it is, but beside a build that is nothing, which it finds fresh. */
export async function openStartPlace() {
  const folder = await makeFolder();
  const started: ChildProcess[] = [];
  await mkdir(join(folder, "build/server"), { recursive: true });
  await writeFile(join(folder, "build/server/index.js"), "export const routes = {};");
  const opening = JSON.stringify(pathToFileURL(resolve("scripts/open-shop.ts")).href);
  await writeFile(join(folder, "build/server/shop.js"), `export * from ${opening};`);
  await writeFile(join(folder, "build/stamp"), createHash("sha256").digest("hex"));
  for (const name of ["migrations", "seed"]) await symlink(resolve(name), join(folder, name));
  return {
    folder,
    start(environment: Record<string, string>, script = "scripts/start.mjs") {
      const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), resolve(script)], {
        cwd: folder,
        env: { PATH: process.env.PATH, LOG_LEVEL: "warn", ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      });
      started.push(child);
      let said = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk) => {
          said += chunk;
        });
      return { child, exit: once(child, "exit"), said: () => said };
    },
    close: async () => {
      for (const child of started) child.kill("SIGKILL");
      await rm(folder, { recursive: true });
    },
  };
}
