import { setTimeout as pause } from "node:timers/promises";
import { type AskedAtRate, ask, askAtRate, connections } from "./load.ts";

// a crowd in a process of its own: what else the bench does meanwhile is not the shop's slowness

process.once("message", async ({ url, sockets, perSecond, ms, asks, startAt = 0, before }: AskedAtRate) => {
  const agent = connections(sockets);
  if (before) {
    agent.maxFreeSockets = sockets;
    await Promise.all(Array.from({ length: sockets }, () => ask(url, agent, before)));
  }
  await pause(Math.max(startAt - Date.now(), 0));
  const answers = await askAtRate(url, { perSecond, ms, agent, next: (turn) => asks[turn % asks.length] });
  agent.destroy();
  process.send?.(
    answers.map(({ body, ...answer }) => ({ ...answer, body: "" })),
    () => process.disconnect(),
  );
});
