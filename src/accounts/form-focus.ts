/** Moves the keyboard to the first field in there that is marked as faulty, once the faults are on the page. */
export function focusFault(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** What the form holds, as text by field name. */
export function readForm(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(Array.from(new FormData(form), ([name, value]) => [name, String(value)]));
}
