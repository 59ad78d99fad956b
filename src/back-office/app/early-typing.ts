type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What was typed or chosen before hydration, by field: its text, or whether it is ticked. */
const early = new Map<FieldElement, string | boolean>();

/** Records what is typed until `replayTyped`, as hydration ignores it and the next render would overwrite it. */
export function noteTyped(): void {
  for (const field of document.querySelectorAll<FieldElement>("input, textarea, select"))
    if (!field.disabled && isChanged(field)) early.set(field, heldIn(field));
  addEventListener("input", noteInput, true);
}

/** Types it again, now that React listens. */
export function replayTyped(): void {
  // outside of React's own work, in which it would treat all fields as one change of the values before
  setTimeout(() => {
    removeEventListener("input", noteInput, true);
    for (const [field, value] of early) if (field.isConnected) write(field, value);
    early.clear();
  });
}

function noteInput({ target }: Event): void {
  if (!(target instanceof Element && target.matches("input, textarea, select"))) return;
  const field = target as FieldElement;
  // moved to the end, as of radio buttons the last choice counts
  early.delete(field);
  early.set(field, heldIn(field));
}

const isTicked = (field: FieldElement): field is HTMLInputElement => /^(checkbox|radio)$/.test(field.type);

function heldIn(field: FieldElement): string | boolean {
  return isTicked(field) ? field.checked : field.value;
}

/** Whether a field differs from the document as it was served; of two radio buttons only the one that is on now. */
function isChanged(field: FieldElement): boolean {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(0, first);
  }
  if (isTicked(field))
    return field.checked !== field.defaultChecked && (field.checked || field.type !== "radio");
  const { type, value, defaultValue } = field;
  // browsers write colours in small letters
  return value !== (type === "color" ? defaultValue.toLowerCase() : defaultValue);
}

/** React ignores a value that it has seen: so its own setter on the element is given another value first. */
function write(field: FieldElement, value: string | boolean): void {
  if (typeof value === "boolean") {
    (field as HTMLInputElement).checked = !value;
    field.click();
  } else if (field instanceof HTMLSelectElement || field.type === "file") {
    if (field.type !== "file") field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  } else {
    field.value = `${value} `;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
