import MarkdownIt, { type StateCore, type StateInline } from "markdown-it";
import type { Language } from "../language/languages.ts";
import { currentSettings, currentShop } from "../settings/current-settings.server.ts";
import type { Shop } from "../settings/shop-with.ts";
import { telLink } from "../ui/tel-link.ts";
import type { Policy } from "./rules.ts";
import { USUAL_IN_KISWAHILI, USUAL_POLICIES } from "./usual-policies.server.ts";

/** Where a link may lead: other sites, a mail, a call, or a page of this shop. Other links are shown as plain text. */
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;
/** Characters of a page that search engines and shared links show, at most. */
const SUMMARY_MAX = 160;

/** A fact of the shop for a text; `href`: where it links to. */
type Fact = { text: string; href?: string };
type Facts = ReadonlyMap<string, Fact>;

const markdown = new MarkdownIt({ html: false, linkify: true }).disable("image");
markdown.linkify.set({ fuzzyLink: false, fuzzyIP: false });
markdown.validateLink = (address) => ADDRESS.test(address);
markdown.core.ruler.push("headings", beginAtTwo);
markdown.inline.ruler.push("fact", putFact);

/**
 * A text in Markdown as HTML, and its first sentences as plain text. `{days}`, `{phone}` and the like become the shop's current
 * facts. HTML in it, pictures, and links that may run a script are shown as plain text.
 */
export function renderPolicy(text: string, shop: Shop): { html: string; summary: string } {
  const env = { facts: factsOf(shop) };
  const tokens = markdown.parse(text, env);
  const first = tokens[tokens.findIndex(({ type }) => type === "paragraph_open") + 1];
  return {
    html: markdown.renderer.render(tokens, markdown.options, env),
    summary: shortened(
      (first?.children ?? []).map(({ type, content }) => (type.endsWith("break") ? " " : content)).join(""),
    ),
  };
}

function factsOf({ name, phone, email, address, podcast, returnDays }: Shop): Facts {
  const { street, area, city, country } = address;
  return new Map<string, Fact>([
    ["shop", { text: name }],
    ["days", { text: String(returnDays) }],
    ["phone", { text: phone, href: telLink(phone) }],
    ["email", { text: email, href: `mailto:${email}` }],
    ["address", { text: `${street}, ${area}, ${city}, ${country}` }],
    ["podcast", { text: podcast.name, href: podcast.url }],
  ]);
}

function shortened(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  return plain.length <= SUMMARY_MAX ? plain : `${plain.slice(0, SUMMARY_MAX).replace(/\s+\S*$/, "")} …`;
}

/** Makes the largest heading of a text an h2, as the page has an h1, and skips no level. */
function beginAtTwo({ tokens }: StateCore): void {
  const open = tokens.filter(({ type }) => type === "heading_open").map(levelOf);
  const top = Math.min(...open);
  let before = 1;
  for (const token of tokens) {
    if (token.type === "heading_open") before = Math.min(levelOf(token) - top + 2, before + 1, 6);
    if (token.type === "heading_open" || token.type === "heading_close") token.tag = `h${before}`;
  }
}

function levelOf({ tag }: { tag: string }): number {
  return Number(tag.slice(1));
}

/** Replaces `{phone}` and the like by the shop's fact; within a link by its text only. */
function putFact(state: StateInline, silent: boolean): boolean {
  const [written, name = ""] = /^\{(\w{1,20})\}/.exec(state.src.slice(state.pos, state.pos + 22)) ?? [];
  const fact = written && (state.env as { facts: Facts }).facts.get(name);
  if (!written || !fact) return false;
  state.pos += written.length;
  if (silent) return true;
  const href = state.linkLevel === 0 ? fact.href : undefined;
  if (href) state.push("link_open", "a", 1).attrs = [["href", href]];
  state.push("text", "", 0).content = fact.text;
  if (href) state.push("link_close", "a", -1);
  return true;
}

/** A page as shoppers read it; `summary`: its first sentences as plain text; `language`: that of its text. */
export type ShownPolicy = { title: string; html: string; summary: string; language: Language };

/** The pages of policies as they are now, in their order. */
export function policiesNow(): readonly Policy[] {
  return currentSettings()?.values.policies.pages ?? USUAL_POLICIES;
}

/**
 * The page of policies with this slug, with the shop's current facts; undefined where there is none. A page that the owner has
 * written is in the owner's language, a default page in the reader's.
 */
export function findPolicy(slug: string, reader: Language): ShownPolicy | undefined {
  const page = policiesNow().find((each) => each.slug === slug);
  if (!page) return undefined;
  const inKiswahili = reader === "sw" && isUsual(page) ? USUAL_IN_KISWAHILI[slug] : undefined;
  return {
    title: page.title,
    ...renderPolicy(inKiswahili ?? page.text, currentShop()),
    language: inKiswahili ? "sw" : "en",
  };
}

function isUsual({ slug, text }: Policy): boolean {
  return USUAL_POLICIES.some((usual) => usual.slug === slug && usual.text === text);
}
