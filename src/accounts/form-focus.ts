/** Moves the keyboard to the first field in there that is marked as faulty, once the faults are on the page. */
export function focusFault(form: HTMLElement, frames = 10): void {
  requestAnimationFrame(() => {
    const fault = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (fault) focusField(fault);
    // what an answer has changed may be drawn some frames later
    else if (frames > 1) focusFault(form, frames - 1);
  });
}

/** Moves the keyboard there, with the field in the middle of the screen: WebKit alone leaves its label under the header. */
export function focusField(field: HTMLElement | null | undefined): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "center" });
}

/** What the form holds, as text by field name. */
export function readForm(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(Array.from(new FormData(form), ([name, value]) => [name, String(value)]));
}
