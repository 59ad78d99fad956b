import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import { buildWhenStale } from "../scripts/build-when-stale.ts";

/** The built pages, made first when there are none or the sources have changed: only a test that opens them waits for that. */
export async function builtPages(): Promise<ServerBuild> {
  await buildWhenStale();
  return open("build/server/index.js");
}

/** The same for the back office. */
export async function builtStaffPages(): Promise<ServerBuild> {
  await buildWhenStale();
  return open("build/staff/server/index.js");
}

function open(file: string): Promise<ServerBuild> {
  return import(/* @vite-ignore */ pathToFileURL(resolve(file)).href);
}
