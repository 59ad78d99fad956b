import { type OpenPages, openPages, type PageAnswer } from "./pages.ts";
import { openTestShop } from "./shop.ts";

/** With cards, on a site of its own, and another site that may ask. */
export const CARDS = {
  PUBLIC_URL: "https://shop.co.ke",
  PAYMENT_METHODS: "cod,flutterwave",
  FLW_BASE_URL: "https://api.flutterwave.com",
  FLW_CHECKOUT_SCRIPT_URL: "https://checkout.flutterwave.com/v3.js",
  FLW_PUBLIC_KEY: "FLWPUBK_TEST-1-X",
  FLW_SECRET_KEY: "FLWSECK_TEST-1-X",
  FLW_WEBHOOK_HASH: "0123456789abcdef",
  CORS_ORIGINS: "https://app.shop.co.ke",
};

/** What every page of our own may load; "(a page's)" in the tables. */
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'sha256-…'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'self'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "media-src https:",
].join(";");

export const MAILBOX_KEY = "k".repeat(32);

/** The shop's pages at two addresses, and tables of what their answers say about themselves. */
export async function openHeaders() {
  const shop = await openTestShop();
  const pages = await openPages(shop, CARDS);
  const here = await openPages(shop, { MAILBOX_KEY });
  const [found] = await shop.query<{ id: string }>("select id from products order by id limit 1");
  const product = found?.id ?? "";
  const everywhere = headersOf(await pages.ask("/api/nothing"));

  /** "GET / 200" and, below it, what is not as everywhere. */
  function row(what: string, answer: PageAnswer): string {
    const headers = headersOf(answer);
    const missing = [...everywhere.keys()].filter((name) => !headers.has(name)).map((name) => `  - ${name}`);
    const other = [...headers]
      .filter(([name, value]) => everywhere.get(name) !== value)
      .map(([name, value]) => [name, value === PAGE_POLICY ? "(a page's)" : value.replaceAll(";", ";\n    ")])
      .map(([name, value]) => `  ${name}: ${value}`);
    return [`${what} ${answer.status}`, ...missing.sort(), ...other.sort()].join("\n");
  }

  /** What differs from everywhere, of each of these; those that say the same stand together. */
  async function table(from: OpenPages, asked: string[], headers: Record<string, string> = {}) {
    const alike = new Map<string, string[]>();
    for (const what of asked) {
      const [method = "", path = ""] = what.split(" ");
      const [name = "", ...said] = row(
        what.replace(product, "…"),
        await from.ask(path, headers, method),
      ).split("\n");
      const rest = said.join("\n");
      alike.set(rest, [...(alike.get(rest) ?? []), name]);
    }
    return `\n${[...alike].map(([rest, names]) => [...names, rest].filter(Boolean).join("\n")).join("\n")}\n`;
  }

  return {
    shop,
    pages,
    /** The same on this machine, without HTTPS. */
    here,
    product,
    everywhere,
    row,
    table,
    close: shop.close,
  };
}

/** Headers as a table has them: without what every connection sets, and with what differs by bytes or time named. */
function headersOf({ headers }: PageAnswer): Map<string, string> {
  const { date, connection, "keep-alive": _, ...rest } = headers;
  return new Map(
    Object.entries(rest).map(([name, value]) => [
      name,
      String(value)
        .replace(/( 'sha256-[\w+/=]{44}')+/g, " 'sha256-…'")
        .replace(/^W\/"[\w-]{27}"$/, 'W/"…"')
        .replace(/^W\/"[0-9a-f]+-[0-9a-f]+"$/, 'W/"size-time"')
        .replace(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "…")
        .replace(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/, "(time)")
        .replace(/^\d+$/, name === "content-length" ? "(bytes)" : "$&"),
    ]),
  );
}
