// Loaded into a shop before anything else: ends it, as a power cut would, at the n-th time a fail point is reached. Which
// one is said by the parent process, or for what happens during the start by CRASH_AT ("paid 2").

let order = read(process.env.CRASH_AT ?? "");

process.on("message", (text) => {
  order = read(String(text));
});

globalThis.onFailPoint = (name) => {
  if (name !== order.name) return;
  order.times -= 1;
  if (order.times === 0) process.kill(process.pid, "SIGKILL");
};

function read(text: string): { name: string; times: number } {
  const [name = "", times = "1"] = text.split(" ");
  return { name, times: Number(times) };
}
