import type { Page } from "@playwright/test";

/**
 * What reaches out of the screen sideways, words that their box cuts off, words that touch the edge of their panel, and
 * words that lie on one another.
 */
export function unreadable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const name = (each: Element) =>
      `${each.tagName.toLowerCase()}.${each.getAttribute("class") ?? ""} "${(each.textContent ?? "").trim().slice(0, 40)}"`;
    const has = (each: Element | null, is: (style: CSSStyleDeclaration) => boolean): boolean =>
      each !== null && (is(getComputedStyle(each)) || has(each.parentElement, is));
    const isSeen = (each: Element) =>
      each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !each.closest("[aria-hidden=true], svg, .skip") &&
      !has(each, ({ clipPath }) => clipPath === "inset(50%)");
    const scrolls = (each: Element | null) => has(each, ({ overflowX }) => /auto|scroll/.test(overflowX));
    /** It may lie on what scrolls by below it. */
    const isStuck = (each: Element) => has(each, ({ position }) => /fixed|sticky/.test(position));
    const all = [...document.body.querySelectorAll("*")].filter(isSeen);
    const outside = all.filter((each) => {
      const { left, right, width } = each.getBoundingClientRect();
      return (
        width > 0 &&
        (right > document.documentElement.clientWidth + 1 || left < -1) &&
        !scrolls(each.parentElement)
      );
    });
    const range = document.createRange();
    const linesOf = (words: Text): DOMRect[] => {
      range.selectNodeContents(words);
      return [...range.getClientRects()].filter(({ width }) => width > 1);
    };
    /** The words themselves, against every box around them that cuts. */
    const isCut = (words: Text, box: Element | null): boolean => {
      if (box === null || scrolls(box)) return false;
      const { overflowX, overflowY } = getComputedStyle(box);
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const out = linesOf(words).some(
        (line) =>
          (/hidden|clip/.test(overflowX) && (line.right > right + 1 || line.left < left - 1)) ||
          (/hidden|clip/.test(overflowY) && (line.bottom > bottom + 4 || line.top < top - 4)),
      );
      return out || isCut(words, box.parentElement);
    };
    /** A border, or a ground of its own, shows where a panel ends. */
    const isFramed = (box: Element) => {
      const { borderRightWidth, backgroundColor } = getComputedStyle(box);
      return parseFloat(borderRightWidth) > 0 || !/, 0\)$|^transparent$/.test(backgroundColor);
    };
    /** No letter touches the edge of its panel. */
    const leavesFrame = (words: Text, box: Element | null): boolean => {
      if (box === null || box === document.body || scrolls(box)) return false;
      if (!isFramed(box)) return leavesFrame(words, box.parentElement);
      const { left, right } = box.getBoundingClientRect();
      return linesOf(words).some((line) => line.right > right - 2 || line.left < left + 2);
    };
    const texts = all.flatMap((each) =>
      [...each.childNodes].flatMap((node) =>
        node instanceof Text && node.data.trim() !== "" ? [{ each, words: node }] : [],
      ),
    );
    const cut = texts.filter(({ each, words }) => isCut(words, each));
    const beyond = texts.filter(({ each, words }) => leavesFrame(words, each));
    const lines = texts
      .filter(({ each }) => !isStuck(each))
      .flatMap(({ each, words }) => linesOf(words).map((line) => ({ each, line })));
    const lieOn = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) >
        0.4 * Math.min(one.height, other.height);
    const over = lines.filter(({ each, line }, at) =>
      lines.slice(at + 1).some((other) => !each.contains(other.each) && lieOn(line, other.line)),
    );
    return [
      ...outside.map((each) => `outside: ${name(each)}`),
      ...cut.map(({ each }) => `cut: ${name(each)}`),
      ...beyond.map(({ each }) => `at the edge of its panel: ${name(each)}`),
      ...over.map(({ each }) => `on other words: ${name(each)}`),
    ];
  });
}
