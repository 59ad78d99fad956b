import type { DOMAttributes, FunctionComponent, JSX } from "react";

type Keep = (component: FunctionComponent<never>, props: object, render: () => JSX.Element) => string;

let keep: Keep | undefined;

/** Has the HTML of what `markupOf` was given before used again: for the server, where no element is ever updated. */
export function keepMarkup(by: Keep): void {
  keep = by;
}

/**
 * The inside of an element. In the browser a component like any other; on the server its HTML, rendered once for equal
 * props. Such a component asks for no context, and its props are plain data.
 */
export function markupOf<Props extends object>(
  Component: FunctionComponent<Props>,
  props: Props,
): Pick<DOMAttributes<Element>, "children" | "dangerouslySetInnerHTML"> {
  const render = () => <Component {...props} />;
  return keep
    ? { dangerouslySetInnerHTML: { __html: keep(Component, props, render) } }
    : { children: render() };
}
