import { expect, test } from "vitest";
import type { Policy } from "../../policies/rules.ts";
import { draftsOf, merged, moved, pagesOf, sayChange, withNew, withTitle } from "./policy-edits.ts";

const page = (slug: string, text = "As it was."): Policy => ({ slug, title: slug.toUpperCase(), text });
const BEFORE = [page("a"), page("b"), page("c")];
const slugs = (pages: readonly Policy[]) => pages.map(({ slug }) => slug).join("");

test("Staff slower with policies keep what they typed and take over the other's change", () => {
  const drafts = draftsOf(BEFORE).map((draft) => (draft.slug === "a" ? { ...draft, text: "Ours." } : draft));
  const theirs = [page("a", "Theirs."), page("b", "Theirs."), page("c"), page("d")];
  expect(pagesOf(merged(drafts, BEFORE, theirs))).toEqual([
    page("a", "Ours."),
    page("b", "Theirs."),
    page("c"),
    page("d"),
  ]);
});

test("what was removed on either side stays removed, but for a page that was changed here", () => {
  const drafts = draftsOf(BEFORE).filter(({ slug }) => slug !== "b");
  expect(slugs(merged(drafts, BEFORE, [page("b"), page("c")]))).toBe("c");
  const changed = drafts.map((draft) => ({ ...draft, text: "Ours." }));
  expect(slugs(merged(changed, BEFORE, [page("b")]))).toBe("ac");
});

test("the order is that of here where it was changed here, else theirs", () => {
  const theirs = [page("c"), page("b"), page("a"), page("d")];
  expect(slugs(merged(draftsOf(BEFORE), BEFORE, theirs))).toBe("cbad");
  expect(slugs(merged(moved(draftsOf(BEFORE), 0, 1), BEFORE, theirs))).toBe("bacd");
});

test("a new page, and one with another address, are kept", () => {
  const renamed = draftsOf(BEFORE).map((draft) => (draft.slug === "b" ? { ...draft, slug: "e" } : draft));
  const [last] = withNew(renamed)
    .slice(-1)
    .map((draft) => withTitle(draft, "Gift cards"));
  expect(last?.slug).toBe("gift-cards");
  const drafts = last ? [...renamed, last] : renamed;
  expect(merged(drafts, BEFORE, BEFORE).map(({ slug }) => slug)).toEqual(["a", "e", "c", "gift-cards"]);
});

test("an address that was typed does not follow the title", () => {
  const [draft] = withNew([]);
  if (!draft) throw new Error("no page");
  expect(withTitle({ ...withTitle(draft, "Gifts"), slug: "cards" }, "Gift cards").slug).toBe("cards");
  expect(withTitle({ ...page("a"), key: "a" }, "Another").slug).toBe("a");
});

test("moving keeps all pages", () => {
  expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
});

test.each([
  [
    { "/policies/a": { title: "A", text: "x" } },
    { "/policies/a": { title: "A", text: "y" } },
    "A: text changed",
  ],
  [
    { "/policies/a": { title: "A", text: "x" } },
    { "/policies/a": { title: "B", text: "x" } },
    "A: now called B",
  ],
  [{ order: [] }, { order: ["a"], "/policies/a": { title: "A", text: "x" } }, "A: added"],
  [{ order: ["a"], "/policies/a": { title: "A", text: "x" } }, { order: [] }, "A: removed"],
  [{ order: ["a", "b"] }, { order: ["b", "a"] }, "other order"],
])("%j to %j is said in words", (before, after, said) => {
  expect(sayChange({ _id: "1", at: 0, by: "Wambui", before, after })).toBe(said);
});
