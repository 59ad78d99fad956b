import { escapeHtml } from "../platform/http/html.server.ts";
import type { KeptMail } from "../platform/mail/mailbox.server.ts";
import { COLOURS, shop } from "../shop.ts";

/** The page of kept mails at `path`: each as it would look, and its text with links to follow. */
export function drawMailbox(mails: KeptMail[], path: string): string {
  const list = mails.length ? mails.map(article).join("") : empty(path);
  const count = mails.length === 1 ? "1 mail" : `${mails.length} mails`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Mailbox, ${escapeHtml(shop.name)}</title><style>${STYLE}</style></head>
<body><header><p class="brand"><a href="/">${escapeHtml(shop.name)}</a></p><p>Mailbox of this machine</p></header>
<main><h1>Mailbox</h1>
<p class="lead">No mail server is set, so mails are kept here instead of leaving. Only this machine can open this page, and only by this address: keep it to yourself. Set <code>SMTP_URL</code> to send them.</p>
${mails.length ? `<p class="count">${count}, newest first. <a href="${escapeHtml(path)}">Look again</a></p>` : ""}
${list}</main></body></html>`;
}

function empty(path: string): string {
  return `<section class="empty"><div class="wave" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i><i></i><i></i></div>
<h2>No mails yet</h2>
<p>Sign up, ask for a new password or place an order: the mail appears here at once.</p>
<p><a href="/login">Sign up</a> · <a href="${escapeHtml(path)}">Look again</a></p></section>`;
}

function article(mail: KeptMail): string {
  const id = escapeHtml(mail.id);
  const subject = escapeHtml(mail.subject);
  const { state: is, nextAttemptAt: due } = mail;
  const later = due.getTime() > Date.now() ? ` · leaves ${escapeHtml(eastAfricaTime(due))}` : "";
  const state = is === "waiting" ? later : ` · ${escapeHtml(is)}`;
  return `<article aria-labelledby="m-${id}"><h2 id="m-${id}">${subject}</h2>
<p class="to">To <strong>${escapeHtml(mail.to)}</strong> · <time datetime="${mail.createdAt.toISOString()}">${escapeHtml(eastAfricaTime(mail.createdAt))}</time>${state}</p>
<div class="both">${mail.html ? framed(mail.html, subject) : ""}
<div><p class="kind">As text</p><pre>${withLinks(mail.text)}</pre></div></div></article>`;
}

function framed(html: string, subject: string): string {
  return `<iframe title="How it looks: ${subject}" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" loading="lazy" srcdoc="${escapeHtml(openingOutside(html))}"></iframe>`;
}

/** A link in the framed mail opens in the whole window, not in the frame. */
function openingOutside(html: string): string {
  return html.replace("<head>", '<head><base target="_top">');
}

/** Text with its web addresses to click. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => {
      const safe = escapeHtml(part);
      return index % 2 === 1 ? `<a href="${safe}">${safe}</a>` : safe;
    })
    .join("");
}

function eastAfricaTime(moment: Date): string {
  return moment.toLocaleString("en-KE", {
    timeZone: "Africa/Nairobi",
    dateStyle: "medium",
    timeStyle: "short",
  });
}

const STYLE = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:${COLOURS.paper};color:${COLOURS.ink};font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:${COLOURS.signalDeep};text-underline-offset:2px}
a:focus-visible,iframe:focus-visible{outline:3px solid ${COLOURS.ink};outline-offset:2px}
header{display:flex;flex-wrap:wrap;gap:4px 24px;align-items:baseline;justify-content:space-between;padding:16px clamp(14px,4vw,40px);background:${COLOURS.ink};color:${COLOURS.paper};border-bottom:8px solid;border-image:linear-gradient(120deg,${COLOURS.signal} 0 58%,${COLOURS.paper} 58% 59%,${COLOURS.sun} 59% 76%,${COLOURS.paper} 76% 77%,${COLOURS.leaf} 77% 88%,${COLOURS.paper} 88% 89%,${COLOURS.ink} 89%) 1}
header p{margin:0}
.brand{font:italic 800 26px/1 "Avenir Next Condensed","Roboto Condensed","Arial Narrow",system-ui,sans-serif;letter-spacing:1px;text-transform:uppercase}
header a{color:inherit;text-decoration:none}
main{max-width:1240px;margin:0 auto;padding:28px clamp(14px,4vw,40px) 64px}
h1{margin:0 0 8px;font-size:clamp(28px,5vw,40px);line-height:1.1}
h2{margin:0 0 2px;font-size:20px;line-height:1.3;overflow-wrap:anywhere}
.lead{max-width:60ch;margin:0 0 20px;color:${COLOURS.inkSoft}}
.count{margin:0 0 16px}
article{margin:0 0 24px;padding:18px;background:${COLOURS.paperRaised};border:1px solid ${COLOURS.line};box-shadow:4px 4px 0 rgb(27 22 24/.1)}
.to{margin:0 0 14px;color:${COLOURS.inkSoft};overflow-wrap:anywhere}
.to strong{color:${COLOURS.ink}}
.both{display:grid;gap:16px}
.both>*{min-width:0}
iframe{display:block;width:100%;height:620px;border:1px solid ${COLOURS.line};background:${COLOURS.paper}}
.kind{margin:0 0 6px;font-size:14px;font-weight:700}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.55 ui-monospace,Menlo,Consolas,monospace}
.empty{padding:48px 20px;text-align:center;background:${COLOURS.paperRaised};border:1px solid ${COLOURS.line}}
.wave{display:flex;gap:5px;justify-content:center;align-items:flex-end;height:56px;margin-bottom:20px}
.wave i{width:7px;background:${COLOURS.signal};height:40%}
.wave i:nth-child(2n){height:75%}.wave i:nth-child(3n){height:100%}.wave i:nth-child(7n){height:25%}
@media (min-width:900px){.both{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}}
`;
