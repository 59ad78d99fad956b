/** Grey bars where content is coming; says so to screen readers once. */
export function Skeleton({ lines = 3, label = "Loading" }: { lines?: number; label?: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => `bar-${line}`).map((bar) => (
        <span key={bar} className="skeleton-bar" />
      ))}
    </div>
  );
}
