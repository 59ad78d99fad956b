import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import { spokenLanguage } from "../language/t.ts";
import { keepMarkup } from "./kept-markup.tsx";

/** Some 5 MB of cards. */
const MOST = 5_000;

const kept = new LRUCache<string, string>({ max: MOST });

// everything that its HTML depends on is in the key, so no change has to be heard of
keepMarkup((component, props, render) => {
  const key = `${component.name} ${spokenLanguage() ?? ""} ${JSON.stringify(props)}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const html = renderToString(render());
  kept.set(key, html);
  return html;
});
