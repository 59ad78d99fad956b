let clicked: HTMLButtonElement | null = null;

// Enter in a field clicks the form's first button as well
if (typeof document !== "undefined")
  document.addEventListener(
    "click",
    ({ target }) => {
      clicked = target instanceof Element ? target.closest("button") : null;
    },
    true,
  );

/** The button that submitted a form: Safari reports it from 15.4 on; before that it is the one clicked last. */
export function submitterOf({ nativeEvent }: { nativeEvent: Event }): HTMLButtonElement | null {
  const { submitter } = nativeEvent as Partial<SubmitEvent>;
  return submitter instanceof HTMLButtonElement ? submitter : clicked;
}
