import { shop } from "../../shop.ts";
import { escapeHtml } from "../html.server.ts";
import type { Mail } from "./outbox.server.ts";

export type Letter = {
  subject: string;
  greeting: string;
  paragraphs: string[];
  rows?: [label: string, value: string][];
  action?: { label: string; url: string };
  footnote?: string;
};

/** A mail as HTML that old clients can show, and as plain text that says the same. */
export function composeMail(letter: Letter): Mail {
  const paragraphs = letter.paragraphs
    .map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`)
    .join("");
  const action = letter.action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(letter.action.url)}" style="background:#b3261e;color:#fff;padding:14px 24px;text-decoration:none;font-weight:bold;display:inline-block">${escapeHtml(letter.action.label)}</a></p>`
    : "";
  const html = `<!doctype html><html lang="en"><body style="margin:0;background:#f6f1e7;color:#1c1a17;font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto;padding:24px"><h1 style="font-size:22px;margin:0 0 16px">${escapeHtml(letter.greeting)}</h1>${paragraphs}${action}<p style="color:#6b655c;font-size:14px">${escapeHtml(letter.footnote ?? "")}</p></div></body></html>`;
  const text = [
    letter.greeting,
    ...letter.paragraphs,
    letter.action ? `${letter.action.label}: ${letter.action.url}` : "",
    letter.footnote ?? "",
    shop.name,
  ]
    .filter(Boolean)
    .join("\n\n");
  return { subject: letter.subject.replace(/[\r\n]+/g, " "), html, text };
}
