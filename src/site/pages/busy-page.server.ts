import { inLanguage, languageOf } from "../../language/language.server.ts";
import { currentLanguage, t } from "../../language/t.ts";
import type { BusyPage } from "../../platform/http/busy-response.server.ts";
import { COLOURS, shop } from "../../shop.ts";

// the shop's colours and stripe, in few bytes
const STYLE = `html{background:linear-gradient(120deg,${COLOURS.signal} 60%,${COLOURS.sun} 60% 78%,${COLOURS.leaf} 78% 90%,${COLOURS.ink} 90%) top/100% 6px no-repeat ${COLOURS.paper};color:${COLOURS.ink}}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:30rem;margin:18vh auto;padding:0 1rem}b{color:${COLOURS.signalDeep}}h1{font-size:2.25rem;line-height:1.1;margin:.5rem 0}`;

/** The page that people get while the shop has more requests than it can serve. */
export const busyPage: BusyPage = {
  style: STYLE,
  html: (seconds, { url = "/", headers }) => inLanguage(languageOf(url, headers), () => write(seconds)),
};

function write(seconds: number): string {
  const title = t("One moment, please");
  const text = t(
    "The shop is very busy right now. This page tries again in {seconds} seconds. Your cart and your orders are safe.",
    { seconds },
  );
  return `<!doctype html><html lang="${currentLanguage() ?? "en"}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${seconds}"><title>${title}</title><style>${STYLE}</style><b>${shop.name}</b><h1>${title}</h1><p>${text}</p></html>`;
}
