const UNITS: [name: string, seconds: number, below: number][] = [
  ["minute", 60, 60],
  ["hour", 3_600, 48],
  ["day", 86_400, 60],
  ["month", 30 * 86_400, 24],
];
const YEAR = 365 * 86_400;

/** "less than a minute", "1 minute", "47 hours", "59 days", "23 months", "2 years": whole ones that have gone by. */
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
