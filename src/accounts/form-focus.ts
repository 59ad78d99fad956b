/** Focuses the first field of the form that is marked as faulty, once the faults are rendered. */
export function focusFault(form: HTMLElement, frames = 10): void {
  requestAnimationFrame(() => {
    const fault = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (fault) focusField(fault);
    // what an answer has changed may be rendered some frames later
    else if (frames > 1) focusFault(form, frames - 1);
  });
}

/** Focuses a field and scrolls it to the middle of the screen, as WebKit would leave its label under the header. */
export function focusField(field: HTMLElement | null | undefined): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "center" });
}

/** The form's contents, as text by field name. */
export function readForm(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(Array.from(new FormData(form), ([name, value]) => [name, String(value)]));
}
