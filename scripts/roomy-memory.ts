import { accessSync, constants, readFileSync, statfsSync } from "node:fs";

/** Linux's file system in memory, which needs no rights to write to. */
const MEMORY = "/dev/shm";
/** Bytes: a run of tests holds less than one gigabyte at a time, and browsers and servers want as much beside it. */
const ROOM = 4 * 1024 ** 3;

/**
 * A folder in memory for what a run of tests writes, where the machine has one with room: every file of tests has a
 * database of its own, of 415 files, which a disk's file system takes six times as long to make. Undefined on other systems, as
 * in most containers, whose folder holds 64 MB.
 */
export function roomyMemory(): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    const isRoomy = Math.min(bavail * bsize, process.availableMemory()) > ROOM;
    return isRoomy && mayRunPrograms() ? MEMORY : undefined;
  } catch {
    return undefined;
  }
}

/** A copied database engine may have to be run there. */
function mayRunPrograms(): boolean {
  const [, options] =
    new RegExp(`^\\S+ ${MEMORY} \\S+ (\\S+)`, "m").exec(readFileSync("/proc/mounts", "utf8")) ?? [];
  return options !== undefined && !options.split(",").includes("noexec");
}
