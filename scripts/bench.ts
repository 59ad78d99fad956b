import { benchPollers } from "./bench/pollers.ts";
import { openStage } from "./bench/stage.ts";
import { countStatements } from "./bench/statements.ts";

// npm run bench: what the shop is held to; over budget fails. Figures are this machine's, budgets are not.

const stage = await openStage();
try {
  const rows = [...(await benchPollers(stage)), ...(await countStatements(stage))];
  console.table(
    rows.map(({ what, got, budget, unit }) => ({
      what,
      got: `${Math.round(got * 10) / 10} ${unit}`,
      budget: budget === undefined ? "" : `${budget} ${unit}`,
      ok: budget === undefined || got <= budget ? "ok" : "OVER",
    })),
  );
  if (rows.some(({ got, budget }) => budget !== undefined && got > budget)) process.exitCode = 1;
} finally {
  await stage.close();
}
