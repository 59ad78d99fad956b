import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import { buildWhenStale } from "../scripts/build-when-stale.ts";

/** The built pages, made first when there are none or the sources have changed: only a test that opens them waits for that. */
export async function builtPages(): Promise<ServerBuild> {
  await makeFresh();
  return open("build/server/index.js");
}

/** The same for the back office. */
export async function builtStaffPages(): Promise<ServerBuild> {
  await makeFresh();
  return open("build/staff/server/index.js");
}

let fresh: Promise<void> | undefined;
/** Once in a process: looking reads every source, and the back office's pages are asked for at each of its requests. */
function makeFresh(): Promise<void> {
  fresh ??= buildWhenStale();
  return fresh;
}

function open(file: string): Promise<ServerBuild> {
  return import(/* @vite-ignore */ pathToFileURL(resolve(file)).href);
}
