import { statfsSync } from "node:fs";

/** Why the shop's own database did not start: one sentence for the owner, with what to do. */
export class DatabaseStartError extends Error {
  override name = "DatabaseStartError";
}

export const OTHER_SERVER = "set DATABASE_URL to a PostgreSQL server of version 15 or later";

/** The DatabaseStartError for what a start threw, or for what PostgreSQL printed. `folder` is the data folder. */
export function toStartError(reason: unknown, folder: string): DatabaseStartError {
  if (reason instanceof DatabaseStartError) return reason;
  return new DatabaseStartError(sentence(reason instanceof Error ? reason.message : String(reason), folder));
}

function sentence(text: string, folder: string): string {
  if (/No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/.test(text) || isFull(folder))
    return `The disk that holds ${folder} is full: free at least 200 MB there, then start the shop again.`;
  if (/could not create any TCP\/IP sockets/.test(text))
    return `Another program uses the port of the shop's database: stop that program, then start the shop again, or ${OTHER_SERVER}.`;
  const lines = text.trim().split("\n");
  const line = lines.findLast((one) => /FATAL|PANIC|error:/.test(one)) ?? lines.at(-1) ?? "";
  const why = line.replace(/^.*?(FATAL|PANIC|error):\s+/, "").slice(0, 300);
  return `The shop's database in ${folder} did not start (${why}): put that right and start again, or ${OTHER_SERVER}.`;
}

/** Asks the file system, as a server on a full disk often cannot even log why it ended. */
function isFull(folder: string): boolean {
  try {
    const disk = statfsSync(folder);
    return disk.bavail * disk.bsize < 1_000_000;
  } catch {
    return false;
  }
}
