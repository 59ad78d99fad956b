import { isDeepStrictEqual } from "node:util";
import { type DeliverySettings, USUAL_DELIVERY } from "../delivery/rules.ts";
import { summarizeDelivery } from "../delivery/summary.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import type { Log } from "../platform/log.server.ts";
import { USUAL_POLICIES } from "../policies/usual-policies.server.ts";
import { shop } from "../shop.ts";
import { SETTINGS, type SettingName, type SettingValues } from "./contract.ts";
import { findFormerTills, type PaymentsNow, paymentsWithin } from "./payments-now.server.ts";
import { ALERTS, CODE_HOURS, type Method, RATINGS } from "./rules.ts";
import { type Shop, type ShopChanges, shopWith } from "./shop-with.ts";
import { settings } from "./tables.server.ts";

/** PostgreSQL's channel for changes of the table `settings`; a notification holds the setting's name. */
export const SETTING_CHANGES = "setting_changes";

/** Milliseconds between two readings while notifications do not arrive. */
const READ_EVERY = 1_000;

/** All settings as they were at one moment. */
export type Snapshot = {
  values: SettingValues;
  /** The facts for pages that differ from those compiled into them; undefined when none differs. */
  changes: ShopChanges | undefined;
  shop: Shop;
  payments: PaymentsNow;
  /** The delivery settings for pages; undefined where they are those of src/shop.ts. */
  delivery: DeliverySettings | undefined;
  /** Their summary, for pages that need only a sentence of them. */
  deliverySummary: DeliverySettings | undefined;
};

/** Settings that the environment gives. */
type Environment = { PAYMENT_METHODS: readonly Method[]; MPESA_TILL_NUMBER?: string | undefined };

/** The settings of a shop whose owner has changed nothing. */
function defaultSettings({ PAYMENT_METHODS, MPESA_TILL_NUMBER = "" }: Environment): SettingValues {
  const { phone, email, address, podcast, returnDays, banner, offer } = shop;
  return {
    shop: { phone, email, address, podcast, returnDays },
    banner: { banner, offer },
    payments: { methods: [...PAYMENT_METHODS], till: MPESA_TILL_NUMBER, codeHours: CODE_HOURS.usual },
    delivery: USUAL_DELIVERY,
    alerts: { email: "", mails: [...ALERTS] },
    reviews: { ratings: [...RATINGS] },
    podcast: { feed: "" },
    policies: { pages: [...USUAL_POLICIES] },
  };
}

/**
 * The settings of one app, in memory: no request reads them from the database. `reload` reads them again; if that fails, they
 * stay as they are and it is tried again. After `setConnected(false)` they are read every second, as no changes are received.
 * `onChange` is called after any of them has changed.
 */
export function createLiveSettings(options: { db: Db; log: Log; config: Environment; onChange: () => void }) {
  const { db, log, onChange } = options;
  const defaults = defaultSettings(options.config);
  let snapshot = snapshotOf(defaults, { values: defaults, formerTills: [] });
  let timer: NodeJS.Timeout | undefined;
  let connected = false;
  let closed = false;
  /** Of two concurrent readings, the one that began last counts. */
  let begun = 0;

  async function reload(): Promise<void> {
    if (closed) return;
    clearTimeout(timer);
    const turn = ++begun;
    let failed = false;
    try {
      const next = snapshotOf(defaults, await readSettings(db, defaults, log));
      if (turn !== begun || closed) return;
      const changed = !isDeepStrictEqual(next, snapshot);
      if (changed) snapshot = next;
      if (changed) onChange();
    } catch (error) {
      if (closed) return;
      failed = true;
      log.warn({ err: error }, "the settings could not be read");
    }
    if (turn !== begun || closed || (connected && !failed)) return;
    timer = setTimeout(() => void reload(), READ_EVERY);
    timer.unref();
  }

  return {
    /** The settings of a shop whose owner has changed none. */
    defaults,
    current: () => snapshot,
    reload,
    /** Says whether notifications of changes are received. */
    setConnected(isConnected: boolean): void {
      connected = isConnected;
      void reload();
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}
export type LiveSettings = ReturnType<typeof createLiveSettings>;

/** The settings as the table has them now, for a command line. */
export async function findSettings(
  db: Db,
  { environment, log }: { environment: Environment; log: Log },
): Promise<Snapshot> {
  const defaults = defaultSettings(environment);
  return snapshotOf(defaults, await readSettings(db, defaults, log));
}

/**
 * Reads the table. Fields that a row lacks, as it was saved before they existed, get their defaults; a row that does not fit its
 * schema is logged, and the default is used.
 */
async function readSettings(db: Db, defaults: SettingValues, log: Log) {
  const rows = await db.select({ name: settings.name, value: settings.value }).from(settings);
  const values: Record<string, unknown> = { ...defaults };
  for (const { name, value } of rows) {
    const read = Object.hasOwn(SETTINGS, name)
      ? SETTINGS[name as SettingName].safeParse({ ...defaults[name as SettingName], ...(value as object) })
      : undefined;
    if (read?.success) values[name] = read.data;
    else log.warn({ name }, "a setting is not what it may be");
  }
  return { values: values as SettingValues, formerTills: await findFormerTills(db) };
}

function snapshotOf(
  defaults: SettingValues,
  { values, formerTills }: Awaited<ReturnType<typeof readSettings>>,
): Snapshot {
  const facts = { ...values.shop, ...values.banner };
  const usual = new Map<string, unknown>(Object.entries(shop));
  const changed = Object.entries(facts).filter(([name, value]) => !isDeepStrictEqual(value, usual.get(name)));
  const changes: ShopChanges | undefined = changed.length > 0 ? Object.fromEntries(changed) : undefined;
  const delivery = isDeepStrictEqual(values.delivery, USUAL_DELIVERY) ? undefined : values.delivery;
  return {
    values,
    changes,
    shop: shopWith(changes),
    payments: paymentsWithin(defaults.payments, values.payments, formerTills),
    delivery,
    deliverySummary: delivery && summarizeDelivery(delivery),
  };
}
