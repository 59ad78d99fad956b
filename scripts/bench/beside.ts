import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../test/free-port.ts";
import { ask, connections } from "./load.ts";

/** A server of the bench's own in a process of its own; there once `path` answers 200. */
export async function startBeside(script: string, given: (port: string) => string[], path: string) {
  const port = String(await freePort());
  const child = spawn(process.execPath, ["--import", "tsx", script, ...given(port)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  const agent = connections(1);
  while ((await ask(url, agent, { path })).status !== 200) await pause(50);
  agent.destroy();
  return {
    url,
    close: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
