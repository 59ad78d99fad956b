import { spawnSync } from "node:child_process";
import { isBuilt } from "./fingerprint.mjs";

// npm start: builds what is missing, then opens the shop until a signal ends it. Plain JavaScript, for loading what
// reads TypeScript takes a quarter of a start.

if (!isBuilt()) {
  const { status } = spawnSync(process.execPath, ["--import", "tsx", "scripts/build.ts", "--when-stale"], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(1);
}
await import("./serve.mjs");
