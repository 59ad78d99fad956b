import { shop } from "../../shop.ts";
import { escapeHtml } from "../html.server.ts";
import type { Mail } from "./outbox.server.ts";

/** A mail's words, all plain text. Of several `rows` the last is the sum and stands out. */
export type Letter = {
  subject: string;
  /** What a mail program shows beside the subject. */
  preview?: string;
  greeting: string;
  paragraphs: string[];
  rows?: [label: string, value: string][];
  action?: { label: string; url: string };
  footnote?: string;
};

/** A mail as HTML that old clients can show (tables, inline styles, no pictures), and as text that says the same. */
export function composeMail(letter: Letter): Mail {
  return { subject: oneLine(letter.subject), html: inHtml(letter), text: inText(letter) };
}

const PAPER = "#fbf6ec";
const CARD = "#fffdf8";
const LINE = "#dccfb9";
const INK = "#1b1618";
const SOFT = "#584d4e";
const SIGNAL = "#b3261e";
const FONT = "font-family:'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

function inHtml(letter: Letter): string {
  const { address } = shop;
  const paragraphs = letter.paragraphs.map(
    (paragraph) =>
      `<p style="margin:0 0 16px;${FONT};font-size:16px;line-height:1.55;color:${INK}">${escapeHtml(paragraph)}</p>`,
  );
  const body = [
    `<h1 style="margin:0 0 16px;${FONT};font-size:24px;line-height:1.25;color:${INK}">${escapeHtml(letter.greeting)}</h1>`,
    ...paragraphs,
    letter.rows?.length ? rowsTable(letter.rows) : "",
    letter.action ? button(letter.action) : "",
    letter.footnote ? small(escapeHtml(letter.footnote)) : "",
  ].join("");
  const preview = letter.preview
    ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(letter.preview)}</div>`
    : "";
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light">',
    `<title>${escapeHtml(oneLine(letter.subject))}</title></head>`,
    `<body style="margin:0;padding:0;background:${PAPER}"><div role="main">${preview}`,
    `<table ${TABLE} width="100%" bgcolor="${PAPER}"><tr><td align="center" style="padding:24px 12px">`,
    `<table ${TABLE} width="100%" style="max-width:560px">`,
    `<tr><td bgcolor="${INK}" style="padding:20px 24px">${brand()}</td></tr>`,
    `<tr><td>${stripe()}</td></tr>`,
    `<tr><td bgcolor="${CARD}" style="padding:28px 24px 20px;border:1px solid ${LINE};border-top:0">${body}</td></tr>`,
    `<tr><td style="padding:20px 24px">`,
    small(
      escapeHtml(`${shop.name}, ${address.street}, ${address.area}, ${address.city}, ${address.country}`),
    ),
    small(`${escapeHtml(shop.phone)} &middot; ${escapeHtml(shop.email)}`),
    "</td></tr></table></td></tr></table></div></body></html>",
  ].join("");
}

/** The shop's name beside a sound wave of little cells. */
function brand(): string {
  const bars = [8, 16, 26, 12, 22, 32, 18, 26, 10, 16]
    .map(
      (height) =>
        `<td valign="bottom" style="padding-left:3px"><table ${TABLE}><tr><td width="4" height="${height}" bgcolor="${SIGNAL}" style="width:4px;height:${height}px;font-size:0;line-height:0">&nbsp;</td></tr></table></td>`,
    )
    .join("");
  const name = `<td style="${FONT};font-size:26px;line-height:32px;font-weight:bold;letter-spacing:3px;text-transform:uppercase;color:${PAPER}">${escapeHtml(shop.name)}</td>`;
  return `<table ${TABLE} width="100%"><tr>${name}<td align="right"><table ${TABLE}><tr>${bars}</tr></table></td></tr></table>`;
}

function stripe(): string {
  const cells = [
    ["64%", SIGNAL],
    ["4%", PAPER],
    ["16%", SIGNAL],
    ["4%", PAPER],
    ["12%", INK],
  ].map(
    ([width, colour]) =>
      `<td width="${width}" height="6" bgcolor="${colour}" style="height:6px;font-size:0;line-height:0">&nbsp;</td>`,
  );
  return `<table ${TABLE} width="100%"><tr>${cells.join("")}</tr></table>`;
}

function rowsTable(rows: [string, string][]): string {
  const lines = rows.map(([label, value], index) => {
    const sum = rows.length > 1 && index === rows.length - 1;
    const style = `${FONT};font-size:15px;line-height:1.4;color:${INK};padding:10px 0;vertical-align:top;${
      sum ? `font-weight:bold;border-top:2px solid ${INK}` : `font-weight:normal;border-top:1px solid ${LINE}`
    }`;
    return `<tr><th scope="row" align="left" style="${style};padding-right:16px">${escapeHtml(label)}</th><td align="right" style="${style};white-space:nowrap">${escapeHtml(value)}</td></tr>`;
  });
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:8px 0 20px">${lines.join("")}</table>`;
}

/** A button, and the address in words for a client that shows none. */
function button({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  return [
    `<table ${TABLE} style="margin:8px 0 16px"><tr><td bgcolor="${SIGNAL}">`,
    `<a href="${href}" style="display:inline-block;padding:14px 26px;${FONT};font-size:16px;font-weight:bold;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>`,
    "</td></tr></table>",
    small(`Or open this address: <a href="${href}" style="color:${SIGNAL};word-break:break-all">${href}</a>`),
  ].join("");
}

function small(html: string): string {
  return `<p style="margin:0 0 8px;${FONT};font-size:13px;line-height:1.5;color:${SOFT}">${html}</p>`;
}

function inText({ greeting, paragraphs, rows, action, footnote }: Letter): string {
  const { address } = shop;
  return [
    greeting,
    ...paragraphs,
    rows?.map(([label, value]) => `${label}: ${value}`).join("\n"),
    action && `${action.label}:\n${action.url}`,
    footnote,
    `--\n${shop.name}, ${address.street}, ${address.area}, ${address.city}, ${address.country}\n${shop.phone}, ${shop.email}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** A subject is one line: whatever would begin another header is a space. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
