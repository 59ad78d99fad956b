import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

// Starts the shop's own PostgreSQL server, or takes over one whose supervisor was killed, and stops it when the last user's
// connection to this process closes, also that of a killed user. It ends with the server; the users then start another.
// Plain JavaScript in a file of its own: it must use little memory and run without the shop's sources.

const { home, program, options, account } = JSON.parse(process.argv[2] ?? "");
const log = join(home, "server.log");
const data = join(home, "data");
const pidFile = join(data, "postmaster.pid");
const users = new Set();
let state = "";

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
// the process that started this one was killed before it connected
process.stdin.resume().on("end", finish);
const server = createServer({ allowHalfOpen: true }, (user) => {
  if (state === "ready" && !isRunning()) finish();
  process.stdin.destroy();
  users.add(user);
  const leave = () => {
    if (users.delete(user) && users.size === 0) finish();
    user.end();
  };
  user.resume().on("end", leave).on("close", leave).on("error", leave);
  user.write(state);
});
server.listen(join(home, "supervisor"), () => {
  state = start();
  if (state === "ready") setInterval(() => isRunning() || finish(), 500);
});

/** Users that wait for an answer get none, and start another supervisor. */
function finish() {
  stop();
  server.close();
  process.exit();
}

/** Gives "ready", or what PostgreSQL printed. */
function start() {
  // it was just starting or stopping when its supervisor was killed
  if (isRunning() && !read(pidFile).trimEnd().endsWith("ready")) stop();
  if (isRunning()) return "ready";
  // the numbers in them may belong to other programs by now, which PostgreSQL would take for a server
  for (const file of [pidFile, join(data, ".s.PGSQL.5432.lock")]) rmSync(file, { force: true });
  for (let tries = 0; ; tries += 1) {
    const before = read(log).length;
    if (pgCtl("start", "--timeout=180", `--options=${options}`) === 0) return "ready";
    const output = read(log).slice(before);
    // the last processes of a killed server still end
    if (!output.includes("pre-existing shared memory block") || tries === 60)
      return output.slice(-2_000) || "pg_ctl said nothing";
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
  }
}

function stop() {
  if (isRunning() && pgCtl("stop", "--mode=fast", "--timeout=20") !== 0) pgCtl("stop", "--mode=immediate");
}

/** False for another program that was given the number of a killed server; without /proc this is not known. */
function isRunning() {
  if (!existsSync("/proc/self/cmdline")) return pgCtl("status") === 0;
  const [path = "", ...words] = read(`/proc/${Number.parseInt(read(pidFile), 10)}/cmdline`).split("\0");
  return path.endsWith("/postgres") && words.includes(data);
}

function pgCtl(action, ...flags) {
  const stdio = ["ignore", "inherit", "inherit"];
  return spawnSync(program, [action, "--silent", ...flags], { ...account, stdio }).status;
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
