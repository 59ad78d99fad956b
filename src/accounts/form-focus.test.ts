import { expect, test, vi } from "vitest";
import { focusField } from "./form-focus.ts";

test("a faulty field gets the keyboard in the middle of the screen, where no header hides its label", () => {
  const field = { focus: vi.fn(), scrollIntoView: vi.fn() };
  focusField(field as unknown as HTMLElement);
  expect(field.focus.mock.calls).toEqual([[{ preventScroll: true }]]);
  expect(field.scrollIntoView.mock.calls).toEqual([[{ block: "center" }]]);
});
