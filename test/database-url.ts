import type pg from "pg";

/** The DATABASE_URL by which a shop finds this database, also one that listens on a socket alone. */
export function databaseUrl({ host, port, user, password, database }: pg.ClientConfig): string {
  const place = new URLSearchParams({ host: String(host), port: String(port ?? 5432) });
  return `postgres://${user}:${encodeURIComponent(String(password ?? ""))}@/${database}?${place}`;
}
