import { killPostgres, type Victim } from "./kill-postgres.ts";

// Loaded into a shop before anything else: ends it, its database or both, as a power cut would, at the n-th time a fail
// point is reached. Which one is said by the parent process, or for what happens during the start by CRASH_AT ("paid 2 shop").

let order = read(process.env.CRASH_AT ?? "");

process.on("message", (text) => {
  order = read(String(text));
});

globalThis.onFailPoint = (name) => {
  if (name !== order.name) return;
  order.times -= 1;
  if (order.times !== 0) return;
  const { victim } = order;
  if (victim !== "shop") killPostgres(process.env.CRASH_DATA ?? "", victim);
  if (victim === "shop" || victim === "everything") process.kill(process.pid, "SIGKILL");
  else process.send?.("killed");
};

function read(text: string): { name: string; times: number; victim: Victim } {
  const [name = "", times = "1", ...victim] = text.split(" ");
  return { name, times: Number(times), victim: (victim.join(" ") || "shop") as Victim };
}
