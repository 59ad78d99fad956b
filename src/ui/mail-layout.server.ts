import { currentLanguage, t } from "../language/t.ts";
import { escapeHtml } from "../platform/http/html.server.ts";
import type { Mail } from "../platform/mail/outbox.server.ts";
import { COLOURS } from "../shop.ts";

/** The sender: the name is shown at the top, address and contacts at the end. */
export type Sender = {
  name: string;
  language: string;
  address: { street: string; area: string; city: string; country: string };
  phone: string;
  email: string;
};

/** A paragraph; a link of its own is shown at its end, for a mail where a single button is not enough. */
type Paragraph = string | { text: string; link: { label: string; url: string } };

/** A mail's content, all plain text. The last of several `rows` is the total, and is set off. */
export type MailContent = {
  subject: string;
  /** What a mail program shows beside the subject. */
  preview?: string;
  greeting: string;
  paragraphs: Paragraph[];
  rows?: [label: string, value: string][];
  action?: { label: string; url: string };
  footnote?: string;
};

/** In the language spoken now: a mail as HTML that old clients can show (tables, inline styles, no pictures), and as text that says the same. */
export function composeMail(sender: Sender, content: MailContent): Mail {
  return { subject: oneLine(content.subject), html: inHtml(sender, content), text: inText(sender, content) };
}

/** A mail as text only: shorter to write and to store, for the many mails to the shop itself. */
export function composePlainMail(sender: Sender, content: MailContent): Mail {
  return { subject: oneLine(content.subject), html: "", text: inText(sender, content) };
}

const {
  paper: PAPER,
  paperRaised: CARD,
  sand: SAND,
  line: LINE,
  ink: INK,
  inkSoft: SOFT,
  signal: SIGNAL,
  signalDeep: DEEP,
  sun: SUN,
  leaf: LEAF,
} = COLOURS;
const TEXT = "font-family:'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const DISPLAY =
  "font-family:'Avenir Next Condensed','Roboto Condensed','Arial Narrow','Segoe UI',Roboto,Arial,sans-serif;font-weight:bold";
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

// every cell sets its background and every text its colour, so that a program that darkens mails changes both or neither
function inHtml(sender: Sender, content: MailContent): string {
  const paragraphs = content.paragraphs.map(
    (paragraph) =>
      `<p style="margin:0 0 16px;${TEXT};font-size:16px;line-height:1.55;color:${INK};overflow-wrap:anywhere">${paragraphInHtml(paragraph)}</p>`,
  );
  const body = [
    `<h1 style="margin:0 0 16px;${DISPLAY};font-size:30px;line-height:1.15;color:${INK};overflow-wrap:anywhere">${escapeHtml(content.greeting)}</h1>`,
    ...paragraphs,
    content.rows?.length ? rowsTable(content.rows) : "",
    content.action ? button(content.action) : "",
    content.footnote ? small(escapeHtml(content.footnote)) : "",
  ].join("");
  const preview = content.preview
    ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(content.preview)}</div>`
    : "";
  return [
    `<!doctype html><html lang="${currentLanguage() ?? sender.language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light only"><meta name="supported-color-schemes" content="light">',
    `<title>${escapeHtml(oneLine(content.subject))}</title></head>`,
    `<body style="margin:0;padding:0;background:${PAPER}"><div role="main">${preview}`,
    `<table ${TABLE} width="100%" bgcolor="${PAPER}" style="background:${PAPER}"><tr><td align="center" style="padding:20px 12px">`,
    `<table ${TABLE} width="100%" style="max-width:560px">`,
    `<tr><td bgcolor="${INK}" style="background:${INK};padding:20px 24px 18px">${wordmark(sender.name)}</td></tr>`,
    `<tr><td>${stripe()}</td></tr>`,
    `<tr><td bgcolor="${CARD}" style="background:${CARD};padding:28px 24px 20px;border:1px solid ${LINE};border-top:0">${body}</td></tr>`,
    `<tr><td bgcolor="${PAPER}" style="background:${PAPER};padding:20px 24px">`,
    small(escapeHtml(nameAndAddress(sender))),
    small(`${escapeHtml(sender.phone)} &middot; ${escapeHtml(sender.email)}`),
    "</td></tr></table></td></tr></table></div></body></html>",
  ].join("");
}

function paragraphInHtml(paragraph: Paragraph): string {
  if (typeof paragraph === "string") return escapeHtml(paragraph);
  const { text, link } = paragraph;
  return `${escapeHtml(text)} <a href="${escapeHtml(link.url)}" style="color:${DEEP}">${escapeHtml(link.label)}</a>`;
}

/** The name beside three bars of the wave, as on the pages. */
function wordmark(senderName: string): string {
  const bars = [
    [15, SIGNAL],
    [28, SIGNAL],
    [19, SUN],
  ] as const;
  const cells = bars.map(
    ([height, colour]) =>
      `<td valign="bottom" style="padding-right:4px"><table ${TABLE}><tr>${block(`width="7" height="${height}"`, colour, `width:7px;height:${height}px`)}</tr></table></td>`,
  );
  const name = `<td valign="bottom" style="padding-left:8px;${DISPLAY};font-style:italic;font-size:34px;line-height:28px;letter-spacing:1px;text-transform:uppercase;color:${PAPER}">${escapeHtml(senderName)}</td>`;
  return `<table ${TABLE}><tr>${cells.join("")}${name}</tr></table>`;
}

/** The stripe along a matatu's side. */
function stripe(): string {
  const cells = (
    [
      [58, SIGNAL],
      [1, PAPER],
      [17, SUN],
      [1, PAPER],
      [11, LEAF],
      [1, PAPER],
      [11, INK],
    ] as const
  ).map(([width, colour]) => block(`width="${width}%" height="8"`, colour, "height:8px"));
  return `<table ${TABLE} width="100%"><tr>${cells.join("")}</tr></table>`;
}

/** A cell that only shows a colour. */
function block(size: string, colour: string, style: string): string {
  return `<td ${size} bgcolor="${colour}" style="${style};background:${colour};font-size:0;line-height:0">&nbsp;</td>`;
}

function rowsTable(rows: [string, string][]): string {
  const lines = rows.map(([label, value], index) => {
    const sum = rows.length > 1 && index === rows.length - 1;
    const cell = `${TEXT};line-height:1.4;color:${INK};vertical-align:top;${
      sum
        ? `background:${SAND};padding:14px 12px;font-size:20px;font-weight:bold;border-top:3px solid ${INK}`
        : `background:${CARD};padding:10px 0;font-size:15px;font-weight:normal;border-top:1px solid ${LINE}`
    }`;
    const ground = sum ? SAND : CARD;
    return `<tr><th scope="row" width="99%" align="left" bgcolor="${ground}" style="${cell};overflow-wrap:anywhere">${escapeHtml(label)}</th><td align="right" bgcolor="${ground}" style="${cell};padding-left:16px;white-space:nowrap">${escapeHtml(value)}</td></tr>`;
  });
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:8px 0 24px">${lines.join("")}</table>`;
}

/** A button, and its address as text for a client that shows no buttons. */
function button({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  return [
    `<table ${TABLE} style="margin:8px 0 16px"><tr><td bgcolor="${DEEP}" style="background:${DEEP};mso-padding-alt:15px 28px">`,
    `<a href="${href}" style="display:inline-block;padding:15px 28px;${TEXT};font-size:16px;line-height:20px;font-weight:bold;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>`,
    "</td></tr></table>",
    small(
      `${escapeHtml(t("Or open this link:"))} <a href="${href}" style="color:${DEEP};word-break:break-all">${href}</a>`,
    ),
  ].join("");
}

function small(html: string): string {
  return `<p style="margin:0 0 8px;${TEXT};font-size:13px;line-height:1.5;color:${SOFT};overflow-wrap:anywhere">${html}</p>`;
}

function inText(sender: Sender, { greeting, paragraphs, rows, action, footnote }: MailContent): string {
  return [
    greeting,
    ...paragraphs.map((each) => (typeof each === "string" ? each : `${each.text}\n${each.link.url}`)),
    rows?.map(([label, value]) => `${label}: ${value}`).join("\n"),
    action && `${action.label}:\n${action.url}`,
    footnote,
    `--\n${nameAndAddress(sender)}\n${sender.phone}, ${sender.email}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

function nameAndAddress({ name, address }: Sender): string {
  return `${name}, ${address.street}, ${address.area}, ${address.city}, ${address.country}`;
}

/** Makes a subject one line: characters that could begin another header become spaces. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
