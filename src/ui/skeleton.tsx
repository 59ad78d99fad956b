import { Fragment, type ReactNode } from "react";

/** Stands where content is coming, in its shape, so that nothing moves when it is here; said to screen readers once. */
export function Skeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** A piece of text that is coming, so many em wide, in a line of its own height. */
export function Bar({ width }: { width: number }) {
  return <span className="bar" style={{ width: `${width}em` }} />;
}

/** The same as a paragraph of its own. */
export function BarLine({ width, className }: { width: number; className?: string }) {
  return (
    <p className={className}>
      <Bar width={width} />
    </p>
  );
}

/** The same shape so many times. */
export function Repeat({ times, children }: { times: number; children: ReactNode }) {
  return Array.from({ length: times }, (_, at) => `${at}`).map((at) => (
    <Fragment key={at}>{children}</Fragment>
  ));
}
