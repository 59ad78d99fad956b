import type { ClientBase } from "pg";

export type Table = { name: string; columns: string[] };
export type Sequence = { name: string; lastValue: string; isCalled: boolean };
type ForeignKey = { table: string; name: string; definition: string };

/** The tables of the schema "public" among `names`, with their stored columns, without generated ones. */
export async function listTables(client: ClientBase, names: ReadonlySet<string>): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
     group by c.relname order by c.relname`,
    [[...names]],
  );
  return rows;
}

/** The last values of the sequences of the tables' columns. */
export async function listSequences(client: ClientBase, tables: readonly Table[]): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select s.relname as name from pg_class s
     join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
     join pg_class t on t.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
     where s.relkind = 'S' and t.relnamespace = 'public'::regnamespace and t.relname = any($1) order by s.relname`,
    [tables.map(({ name }) => name)],
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<Omit<Sequence, "name">>(
      `select last_value as "lastValue", is_called as "isCalled" from public.${quoted(name)}`,
    );
    sequences.push(...values.map((value) => ({ name, ...value })));
  }
  return sequences;
}

/** The tables that hold a row. */
export async function listFilled(client: ClientBase, tables: readonly Table[]): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query(`select exists (select from public.${quoted(name)}) as filled`);
    if (rows[0]?.filled) filled.push(name);
  }
  return filled;
}

/** Drops the tables and, of `functions`, those that are there. */
export async function dropAll(
  client: ClientBase,
  tables: readonly Table[],
  functions: ReadonlySet<string>,
): Promise<void> {
  for (const { name } of tables) await client.query(`drop table public.${quoted(name)} cascade`);
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.proname = any($1)
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    [[...functions]],
  );
  for (const { signature } of rows) await client.query(`drop function ${signature} cascade`);
}

/**
 * Runs `load` without the tables' triggers and foreign keys: rows come in any order, what they once caused is not caused
 * again, and the keys are checked at the end, for all rows together.
 */
export async function withoutRules(
  client: ClientBase,
  tables: readonly Table[],
  load: () => Promise<void>,
): Promise<void> {
  const keys = await listForeignKeys(client, tables);
  const altered = (name: string, change: string) =>
    client.query(`alter table public.${quoted(name)} ${change}`);
  for (const { name } of tables) await altered(name, "disable trigger user");
  for (const { table, name } of keys) await altered(table, `drop constraint ${quoted(name)}`);
  await load();
  for (const { table, name, definition } of keys)
    await altered(table, `add constraint ${quoted(name)} ${definition}`);
  for (const { name } of tables) await altered(name, "enable trigger user");
}

async function listForeignKeys(client: ClientBase, tables: readonly Table[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select t.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class t on t.oid = k.conrelid
     where k.contype = 'f' and t.relnamespace = 'public'::regnamespace and t.relname = any($1)
     order by t.relname, k.conname`,
    [tables.map(({ name }) => name)],
  );
  return rows;
}

/** A name as SQL takes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
