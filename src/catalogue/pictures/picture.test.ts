import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Picture } from "./picture.tsx";
import { shareImage } from "./picture-files.ts";

const URL = "/pictures/tee-front-1a2b3c4d/720.jpg";
const shown = (props: Parameters<typeof Picture>[0]) => renderToStaticMarkup(createElement(Picture, props));

test("a card's picture comes in every width there is, lazily, at the size the page gives it", () => {
  expect(shown({ url: URL, sizes: "45vw" })).toBe(
    '<picture><source type="image/avif" srcSet="/pictures/tee-front-1a2b3c4d/180.avif 180w,/pictures/tee-front-1a2b3c4d/360.avif 360w,/pictures/tee-front-1a2b3c4d/720.avif 720w" sizes="45vw"/>' +
      '<source type="image/webp" srcSet="/pictures/tee-front-1a2b3c4d/180.webp 180w,/pictures/tee-front-1a2b3c4d/360.webp 360w" sizes="45vw"/>' +
      '<img loading="lazy" decoding="async" src="/pictures/tee-front-1a2b3c4d/720.jpg" alt="" width="600" height="720"/></picture>',
  );
});

test("a small place gets the smallest, and no WebP stands in for a large one", () => {
  const small = shown({ url: URL });
  expect(small).toContain('srcSet="/pictures/tee-front-1a2b3c4d/180.avif"');
  expect(small).not.toMatch(/360|sizes/);
  expect(shown({ url: URL, sizes: "34vh", large: true })).not.toContain("webp");
});

test("the one waited for is asked for before the others", () => {
  expect(shown({ url: URL, sizes: "45vw", first: true })).toContain(
    '<img loading="eager" decoding="async" fetchPriority="high"',
  );
  expect(shown({ url: URL, sizes: "45vw", eager: true })).not.toContain("fetchPriority");
});

test.each(["/images/tee-front.svg", "https://elsewhere.example/pictures/tee/720.jpg"])(
  "%s is not from our pipeline: it is shown as it is, and not shared",
  (url) => {
    expect(shown({ url, sizes: "45vw", alt: "Tee" })).not.toContain("<source");
    expect(shareImage(url)).toBeUndefined();
  },
);

test("a shared link shows the picture made for it", () => {
  expect(shareImage(URL)).toEqual({
    url: "/pictures/tee-front-1a2b3c4d/share.jpg",
    width: 1200,
    height: 630,
  });
});
