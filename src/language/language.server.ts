import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { kiswahili } from "./kiswahili.ts";
import { LANGUAGE, LANGUAGE_KEPT, type Language, readLanguage } from "./languages.ts";
import { translateFrom } from "./t.ts";

const current = new AsyncLocalStorage<Language>();
translateFrom(() => (current.getStore() === "sw" ? kiswahili : undefined));

/** Whatever `write` says through `t`, also in work that it starts, is in this language. */
export function inLanguage<T>(language: Language, write: () => T): T {
  return current.run(language, write);
}

/** The language the address asks for by `?lang=`; undefined when it asks for none. */
export function askedLanguage(url: string): Language | undefined {
  if (!url.includes(`${LANGUAGE}=`)) return undefined;
  return readLanguage(new URLSearchParams(url.slice(url.indexOf("?"))).get(LANGUAGE));
}

/** A cookie that keeps the choice of a language on this device. It is no secret, and changes nothing but a page's words. */
export function languageCookie(language: Language): string {
  return `${LANGUAGE}=${language}; Path=/; Max-Age=${LANGUAGE_KEPT}; SameSite=Lax`;
}

/** The language of a request: asked for by its address, else chosen before on this device, else English. */
export function languageOf(url: string, headers: IncomingHttpHeaders): Language {
  return chosenIn(url, headers) ?? "en";
}

function chosenIn(url: string, { cookie = "" }: IncomingHttpHeaders): Language | undefined {
  return askedLanguage(url) ?? readLanguage(/(?:^|; )lang=(\w+)/.exec(cookie)?.[1]);
}

const chosen = new AsyncLocalStorage<Language | undefined>();

/** The language that the sender of the current request has chosen; undefined without one, and in jobs. */
export function chosenLanguage(): Language | undefined {
  return chosen.getStore();
}

/**
 * Makes the language that its sender has chosen known to every request, so that an order or an account can store it for mails.
 * Answers of calls stay in English: this does not translate them.
 */
export function bindLanguage(http: FastifyInstance): void {
  const bind = ({ url, headers }: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    chosen.run(chosenIn(url, headers), done);
  // the body's last bytes arrive outside of the first hook's context
  http.addHook("onRequest", bind);
  http.addHook("preValidation", bind);
}
