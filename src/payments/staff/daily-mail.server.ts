import { sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { enqueueMail } from "../../platform/mail/outbox.server.ts";
import { alertsNow, currentShop } from "../../settings/current-settings.server.ts";
import { composeMail, type MailContent } from "../../ui/mail-layout.server.ts";
import type { PaymentContext } from "../core/provider.server.ts";
import { LISTS, type ListName, waitingIn } from "./needs-decision.server.ts";

const UNITS: [name: string, seconds: number, below: number][] = [
  ["minute", 60, 60],
  ["hour", 3_600, 48],
  ["day", 86_400, 60],
  ["month", 30 * 86_400, 24],
];
const YEAR = 365 * 86_400;

/** "less than a minute", "1 minute", "47 hours", "59 days", "23 months", "2 years": whole units that have passed. */
export function ageInWords(seconds: number): string {
  if (seconds < 60) return "less than a minute";
  for (const [name, length, below] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count < below) return counted(count, name);
  }
  return counted(Math.floor(seconds / YEAR), "year");
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** What a list's rows are called, one or several. */
const NAMES: Record<ListName, [one: string, more: string]> = {
  money: ["payment needs your decision", "payments need your decision"],
  exceptions: ["message or attempt needs your decision", "messages or attempts need your decision"],
  codes: ["typed code that nobody found", "typed codes that nobody found"],
};

/** The back office's page of each list. */
const PAGES: Record<ListName, string> = { money: "/money", exceptions: "/money", codes: "/codes" };

/**
 * Mails the owner what waits, as counts and sums only: it holds nothing that a stranger wrote. Once a day (EAT), however often
 * it is called; not when nothing waits, or the owner wants no such mail. Codes that M-Pesa is still asked about do not count.
 */
export async function mailWhatWaits(
  { db, links }: Pick<PaymentContext, "db" | "links">,
  { canAsk }: { canAsk: boolean },
): Promise<void> {
  const shop = currentShop();
  const { to, wanted } = alertsNow();
  if (!wanted("morning")) return;
  const lines: MailContent["paragraphs"] = [];
  let count = 0;
  for (const name of LISTS) {
    const { rows, amount, oldest, accounts } = await waitingIn(db, name, { canAsk });
    if (rows === 0) continue;
    count += rows;
    const [one, more] = NAMES[name];
    const from = name === "codes" ? `, of ${accounts} account${accounts === 1 ? "" : "s"}` : "";
    const sum = amount > 0 ? `, ${formatPrice(amount)} in all` : "";
    const text = `${rows} ${rows === 1 ? one : more}${from}${sum}; the oldest for ${ageInWords(oldest)}.`;
    lines.push(links ? { text, link: { label: "See them", url: links.counter(PAGES[name]) } } : text);
  }
  if (count === 0) return;
  const { rows: days } = await db.execute<{ day: string }>(
    sql`select to_char(now() at time zone 'UTC' + interval '3 hours', 'YYYY-MM-DD') as day`,
  );
  const mail = composeMail(shop, {
    subject: count === 1 ? "1 payment needs you" : `${count} payments need you`,
    greeting: "Good morning,",
    paragraphs: lines,
    ...(links ? { action: { label: "Open the counter", url: links.counter("") } } : {}),
    footnote: "Written by the shop itself, every morning on which something waits.",
  });
  await enqueueMail(db, { event: `waits:${days[0]?.day}`, to, ...mail });
}
