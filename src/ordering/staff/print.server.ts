import { escapeHtml } from "../../platform/http/html.server.ts";
import { currentShop } from "../../settings/current-settings.server.ts";

/** A document to print, each of `pages`, which are HTML, on a page of its own. Without scripts and without other files. */
export function drawPrint(title: string, pages: string[]): string {
  const shop = currentShop();
  const { street, area, city, country } = shop.address;
  const foot = [`${shop.name}, ${street}, ${area}, ${city}, ${country}`, shop.phone, shop.email].map(
    escapeHtml,
  );
  const sheets = pages.map((page) => `<section>${page}<footer>${foot.join("<br>")}</footer></section>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}, ${escapeHtml(shop.name)}</title><style>${STYLE}</style></head>
<body><main>${sheets.join("\n") || "<p>There is nothing to print.</p>"}</main></body></html>`;
}

const STYLE = `
@page { margin: 12mm }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.45 system-ui, sans-serif; color: #000; background: #fff }
section { max-width: 180mm; margin: 0 auto; padding: 8mm 4mm; overflow-wrap: anywhere }
section + section { border-top: 1px dashed #767676 }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4mm }
header > div:first-child { flex: 1 1 60mm }
header svg { display: block; width: 30mm; height: 30mm }
h1 { margin: 0; font-size: 24px }
h2 { margin: 4mm 0 1mm; font-size: 16px }
p { margin: 2mm 0 }
.shop { margin: 0; font-weight: bold }
address { font-style: normal; font-size: 20px }
table { width: 100%; margin: 5mm 0; border-collapse: collapse }
th, td { padding: 2mm; border-bottom: 1px solid #000; text-align: left; vertical-align: top }
.count { font-size: 20px; font-weight: bold }
.sum { text-align: right; white-space: nowrap }
.total { font-weight: bold }
footer { margin-top: 6mm; font-size: 13px }
@media print {
  section { max-width: none; padding: 0; break-after: page }
  section + section { border-top: 0 }
  section:last-child { break-after: auto }
  tr, header { break-inside: avoid }
}`;
