import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WithMpesa } from "./rich.tsx";

test("no line breaks within the name M-Pesa", () => {
  const shown = (children: string) => renderToStaticMarkup(createElement(WithMpesa, { children }));
  const name = '<span class="unbroken">M-Pesa</span>';
  expect(shown("Open M-Pesa, and M-Pesa")).toBe(`Open ${name}, and ${name}`);
  expect(shown("Lipa na simu")).toBe("Lipa na simu");
  expect(readFileSync("src/ui/base.css", "utf8")).toMatch(/\.unbroken \{\s*white-space: nowrap;/);
});
