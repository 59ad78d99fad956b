import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders } from "node:http";
import { kiswahili } from "./kiswahili.ts";
import { LANGUAGE, LANGUAGE_KEPT, type Language, readLanguage } from "./languages.ts";
import { speakFrom } from "./t.ts";

const spoken = new AsyncLocalStorage<Language>();
speakFrom(() => (spoken.getStore() === "sw" ? kiswahili : undefined));

/** What `write` says through `t`, and whatever it starts, is in this language. */
export function inLanguage<T>(language: Language, write: () => T): T {
  return spoken.run(language, write);
}

/** The language the address asks for by `?lang=`; undefined when it asks for none. */
export function askedLanguage(url: string): Language | undefined {
  if (!url.includes(`${LANGUAGE}=`)) return undefined;
  return readLanguage(new URLSearchParams(url.slice(url.indexOf("?"))).get(LANGUAGE));
}

/** Keeps the choice of a language on this device. It is no secret, and no page acts on it but in its words. */
export function languageCookie(language: Language): string {
  return `${LANGUAGE}=${language}; Path=/; Max-Age=${LANGUAGE_KEPT}; SameSite=Lax`;
}

/** The language of a request: asked for by its address, else chosen before on this device, else English. */
export function languageOf(url: string, { cookie = "" }: IncomingHttpHeaders): Language {
  return askedLanguage(url) ?? readLanguage(/(?:^|; )lang=(\w+)/.exec(cookie)?.[1]) ?? "en";
}
