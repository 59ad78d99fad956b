import { LANGUAGE, LANGUAGES } from "../../language/languages.ts";
import { currentLanguage, t, tMessage, translated } from "../../language/t.ts";
import { escapeHtml } from "../../platform/http/html.server.ts";
import { currentShop } from "../../settings/current-settings.server.ts";
import { COLOURS, shop } from "../../shop.ts";
import { whatsAppHelp } from "../../site/ask-on-whatsapp.tsx";
import { telLink } from "../../ui/tel-link.ts";
import { formatMoment } from "../dates.ts";
import { statusName, whatNext } from "../order-text.ts";
import { CODE_MAX, shortId } from "../rules.ts";
import type { Tracked } from "./find-tracked.server.ts";

/** The state of the order for which another code was stored. */
export type CodeOutcome = "paid" | "unpaid" | "cancelled";

/** What is said when another code was stored for an order. */
export const CODE_OUTCOMES: Record<CodeOutcome, string> = {
  paid: "This order is already paid. We've saved your code: if that money reached us too, we'll refund it.",
  unpaid: "We've added this code to your order. It's paid once we find the money for one of them.",
  cancelled: "This order was cancelled. We've saved your code: if that money reached us, we'll refund it.",
};

/** Either the code of an unpaid order is asked for again, by `until` (milliseconds since 1970), or its money is looked for. */
export type CodeStanding = { type: "asked"; until: number | null } | { type: "looked for" };

/** The state of the order's M-Pesa code, the till to pay to, and what was just typed and refused. */
type Code = {
  standing: CodeStanding | undefined;
  till: string | undefined;
  typed?: string | undefined;
  fault?: string | undefined;
};

/** The page of an order that somebody follows by a mail's link, in the current language; `said`: the result of what they sent. */
export function drawTracked(order: Tracked, code: Code, said: string | undefined, url: string): string {
  const name = shortId(order.id);
  const shop = currentShop();
  const heading = t("Order {id}", { id: name });
  const title = code.fault ? t("Please check the code, order {id}", { id: name }) : heading;
  return document(
    title,
    `<h1>${escapeHtml(heading)}</h1>
${said ? `<p class="said" role="status">${escapeHtml(tMessage(said))}</p>` : ""}
<p class="now"><strong>${escapeHtml(t(statusName(order.status, order.pickUp !== undefined)))}</strong></p>
${[...whatNext({ ...order, code: code.standing?.type }, shop.returnDays), ...arrival(order, code)]
  .map((line) => `<p>${escapeHtml(line)}</p>`)
  .join("")}
${parcelOf(order)
  .map((line) => `<p class="parcel">${escapeHtml(line)}</p>`)
  .join("")}
${code.standing?.type === "asked" ? codeForm(code.standing, code) : ""}
<h2>${escapeHtml(t("Steps"))}</h2>
<ol>${order.steps.map((each) => step(each, order.pickUp !== undefined)).join("")}</ol>
<p><a href="${escapeHtml(whatsAppHelp({ order: name }, shop))}" rel="noopener noreferrer">${escapeHtml(t("Ask us on WhatsApp"))}</a></p>
${allOrders()}
${otherLanguage(url)}`,
  );
}

/** Link to this page in the other language, named in that language; it does not repeat the result of a code. */
function otherLanguage(url: string): string {
  const other = currentLanguage() ? "en" : "sw";
  const { searchParams } = new URL(url, "http://localhost");
  const query = new URLSearchParams({ key: searchParams.get("key") ?? "", [LANGUAGE]: other });
  return `<p><a href="?${escapeHtml(String(query))}" hreflang="${other}" lang="${other}">${LANGUAGES[other]}</a></p>`;
}

function arrival({ arrival }: Tracked, { standing }: Code): string[] {
  return arrival && standing?.type !== "asked" ? [arrival] : [];
}

function parcelOf({ courier, tracking }: Tracked): string[] {
  return [
    ...(courier ? [t("Courier: {courier}", { courier })] : []),
    ...(tracking ? [t("Tracking number: {tracking}", { tracking })] : []),
  ];
}

function step({ name, date }: Tracked["steps"][number], isPickUp: boolean): string {
  return `<li><span>${escapeHtml(tMessage(statusName(name, isPickUp)))}</span> <time datetime="${new Date(date).toISOString()}">${escapeHtml(formatMoment(date))}</time></li>`;
}

/** Sends to the page's own address, whose key identifies the order. */
function codeForm({ until }: CodeStanding & { type: "asked" }, { till, typed = "", fault }: Code): string {
  const open = t("Open the SMS you got from M-Pesa: its first word is the code.");
  const kept =
    until === null ? "" : ` ${t("We're holding your order until {until}.", { until: formatMoment(until) })}`;
  const wrong = fault ? ` aria-invalid="true" autofocus` : "";
  return `<h2 id="right-code">${escapeHtml(t("Send the right code"))}</h2>
<p>${escapeHtml(open + kept)}</p>
<form method="post" aria-labelledby="right-code" novalidate>
<label for="code">${escapeHtml(t("M-Pesa code"))}</label>
<p class="hint" id="code-hint">${escapeHtml(t("Up to {max} letters and digits.", { max: CODE_MAX }))}</p>
${fault ? `<p class="fault" id="code-fault">${escapeHtml(tMessage(fault))}</p>` : ""}
<input id="code" name="code" value="${escapeHtml(typed)}" maxlength="1000" required autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="code-hint${fault ? " code-fault" : ""}"${wrong}>
<button>${escapeHtml(t("Send code"))}</button>
</form>
<p>${notPaid(till)}</p>`;
}

function notPaid(till: string | undefined): string {
  if (till === undefined)
    return escapeHtml(
      t("Not paid yet? Pay our till with Lipa na M-Pesa first, then send the code of that SMS."),
    );
  const sentence = translated(
    "Not paid yet? Pay our till {till} with Lipa na M-Pesa first, then send the code of that SMS.",
  );
  return escapeHtml(sentence).replace("{till}", () => `<strong>${escapeHtml(till)}</strong>`);
}

/** For a link that is cut off, or names no order. */
export function drawMissing(): string {
  return document(
    t("Order not found"),
    `<h1>${escapeHtml(t("We can't find this order"))}</h1>
<p>${escapeHtml(t("The link may be cut off. Open it from the email again. Your orders are also in your account."))}</p>
${allOrders()}`,
  );
}

function allOrders(): string {
  return `<p><a href="/orders">${escapeHtml(t("See all my orders"))}</a></p>`;
}

function document(title: string, main: string): string {
  return `<!doctype html><html lang="${currentLanguage() ?? shop.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)} | ${escapeHtml(shop.name)}</title><style>${STYLE}</style></head>
<body><header><a href="/">${escapeHtml(shop.name)}</a></header><main>${main}
<p class="help">${questions()}</p></main></body></html>`;
}

function questions(): string {
  const shop = currentShop();
  const phone = `<a href="${escapeHtml(telLink(shop.phone))}">${escapeHtml(shop.phone)}</a>`;
  return escapeHtml(translated("Questions? Call {phone}.")).replace("{phone}", () => phone);
}

// the shop's colours and stripe in a few bytes
const STYLE = `*{box-sizing:border-box}body{margin:0;background:${COLOURS.paper};color:${COLOURS.ink};font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header{padding:14px clamp(14px,4vw,40px);background:${COLOURS.ink};border-bottom:6px solid;border-image:linear-gradient(120deg,${COLOURS.signal} 60%,${COLOURS.sun} 60% 78%,${COLOURS.leaf} 78% 90%,${COLOURS.ink} 90%) 1}
header a{display:inline-block;padding:6px 0;color:${COLOURS.paper};font:italic 800 1.5rem/1.3 system-ui,sans-serif;letter-spacing:1px;text-transform:uppercase;text-decoration:none}
main{max-width:36rem;margin:0 auto;padding:24px clamp(14px,4vw,40px) 64px;overflow-wrap:anywhere}
a{color:${COLOURS.signalDeep};text-underline-offset:2px}main p>a{display:inline-block;padding:10px 0}a:focus-visible{outline:3px solid ${COLOURS.sun};outline-offset:2px}
h1{margin:0 0 12px;font-size:clamp(1.75rem,6vw,2.5rem);line-height:1.1}h2{margin:28px 0 8px;font-size:1.25rem}
.now strong{padding:4px 10px;background:${COLOURS.leafPale};color:${COLOURS.leaf}}.parcel{margin:4px 0;font-weight:600}
ol{list-style:none;margin:0;padding:0}li{display:flex;flex-wrap:wrap;gap:0 16px;justify-content:space-between;padding:10px 0;border-top:1px solid ${COLOURS.line}}li span{font-weight:600}time{color:${COLOURS.inkSoft}}
.said{padding:12px;background:${COLOURS.leafPale};color:${COLOURS.leaf}}label{display:block;font-weight:600}.hint{margin:0 0 6px;color:${COLOURS.inkSoft}}.fault{margin:0 0 6px;color:${COLOURS.signalDeep};font-weight:600}
input{display:block;width:100%;max-width:18rem;min-height:48px;padding:10px 12px;border:2px solid ${COLOURS.ink};border-radius:0;background:${COLOURS.paperRaised};color:inherit;font:600 1.25rem/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px;text-transform:uppercase}input[aria-invalid]{border-color:${COLOURS.signalDeep}}
button{min-height:48px;margin-top:12px;padding:10px 24px;border:0;background:${COLOURS.signalDeep};color:#fff;font:inherit;font-weight:700;cursor:pointer}input:focus-visible,button:focus-visible{outline:3px solid ${COLOURS.sun};outline-offset:2px}.help{color:${COLOURS.inkSoft}}`;
