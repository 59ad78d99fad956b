import bcd, { type CompatStatement } from "@mdn/browser-compat-data/forLegacyNode";
import { OLDEST } from "../../src/platform/browser/oldest-browsers.ts";

type Feature = { __compat?: CompatStatement } & Record<string, unknown>;
type Browser = keyof typeof OLDEST;

/** Whether each of the oldest browsers has it. */
function isOld({ support }: CompatStatement): boolean {
  return Object.entries(OLDEST).every(([browser, floor]) => {
    const all = [support[browser as Browser] ?? []].flat();
    // where no version has all of it, a part is what there is
    const isWhole = all.some(({ partial_implementation: partial }) => !partial);
    return all.some((said) => {
      const { version_added, version_removed, flags, prefix, alternative_name, partial_implementation } =
        said;
      if (flags || prefix || alternative_name || (isWhole && partial_implementation)) return false;
      return isReached(version_added, floor) && !isReached(version_removed, floor);
    });
  });
}

function isReached(version: string | false | undefined, floor: string): boolean {
  const [at = Number.NaN] = [...String(version).matchAll(/\d+(\.\d+)?/g)].map(([number]) => Number(number));
  return at <= Number(floor);
}

/** Whether any browser has it: a proposal may be named as anything of our own. */
function isAnywhere({ support }: CompatStatement): boolean {
  return Object.keys(OLDEST).some((browser) =>
    [support[browser as Browser] ?? []]
      .flat()
      .some(({ version_added, flags }) => !flags && /\d/.test(String(version_added))),
  );
}

function isNewer({ __compat }: Feature): boolean {
  return __compat !== undefined && isAnywhere(__compat) && !isOld(__compat);
}

/** Those of `features` that only newer browsers have. */
function newest(features: unknown): string[] {
  return Object.entries(features as Record<string, Feature>).flatMap(([name, feature]) =>
    isNewer(feature) ? [name] : [],
  );
}

/** Interfaces of scripts and of documents, by their names, with Intl's own. */
const INTERFACES = Object.entries({
  ...bcd.api,
  ...bcd.javascript.builtins,
  ...bcd.javascript.builtins?.Intl,
} as Record<string, Feature>);

/** Interfaces, and functions that stand in every script, that only newer browsers have. */
export const NEWER_GLOBALS = new Set([
  ...INTERFACES.filter(([, feature]) => isNewer(feature)).map(([name]) => name),
  ...newest(bcd.api.Window).filter((name) => !name.endsWith("_event")),
]);

/** Members that only newer browsers have, by their interface: static ones, and those of each of its objects. */
export const NEWER_OF = new Map(
  INTERFACES.map(([owner, feature]) => [
    owner,
    new Set(newest(feature).map((name) => name.replace(/_static$/, ""))),
  ]),
);

/** Of which interface the objects are that stand in every script. */
export const SINGLE: Record<string, string> = {
  window: "Window",
  self: "Window",
  globalThis: "Window",
  document: "Document",
  navigator: "Navigator",
  location: "Location",
  history: "History",
  crypto: "Crypto",
  performance: "Performance",
  caches: "CacheStorage",
  localStorage: "Storage",
  sessionStorage: "Storage",
  screen: "Screen",
};

/** Of what a page's own objects are: their members may be read of any variable. */
const COMMON =
  /^(Array|String|TypedArray|RegExp|Promise|Map|Set|Date|Iterator|.*Event|.*Element|Node|DOMRect|DOMTokenList|Document|Request|Response|Headers|Body|AbortSignal|AbortController|Blob|File|FormData|URL|URLSearchParams|ReadableStream|ServiceWorker\w*|Cache|IDB\w+|Crypto|Navigator)$/;

/** Members of such objects that only newer browsers have, and no other interface's older ones are called the same. */
export const NEWER_MEMBERS = newerMembers(COMMON);
/** Those of them that are read too: one word alone may be anything of ours. */
export const NEWER_READ = new Set([
  ...[...NEWER_MEMBERS].filter((name) => /[A-Z]/.test(name)),
  ...newerMembers(/^SubmitEvent$/),
]);

function newerMembers(owners: RegExp): Set<string> {
  const old = new Set<string>();
  const newer = new Set<string>();
  for (const [owner, feature] of INTERFACES)
    for (const [member, each] of Object.entries(feature)) {
      const { __compat } = each as Feature;
      if (!__compat || member.endsWith("_event") || member.endsWith("_static")) continue;
      if (isOld(__compat)) old.add(member);
      else if (owners.test(owner) && isAnywhere(__compat)) newer.add(member);
    }
  return new Set([...newer].filter((name) => !old.has(name)));
}

export const NEWER_SELECTORS = new Set(newest(bcd.css.selectors));

const UNITS: Record<string, string> = {
  viewport_percentage_units_dynamic: "dv(?:[hwbi]|min|max)",
  viewport_percentage_units_large: "lv(?:[hwbi]|min|max)",
  viewport_percentage_units_small: "sv(?:[hwbi]|min|max)",
  container_query_length_units: "cq(?:[hwbi]|min|max)",
};
export const NEWER_UNITS = new RegExp(
  `\\d(?:${newest(bcd.css.types?.length ?? {})
    .map((name) => UNITS[name] ?? name)
    .join("|")})\\b`,
);
