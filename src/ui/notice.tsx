import type { ReactNode } from "react";

type NoticeProps = {
  kind?: "empty" | "error" | "info" | "success";
  title: string;
  children?: ReactNode;
  action?: ReactNode;
};

/** A designed empty, error or information state: what happened, what is safe, what to do next. */
export function Notice({ kind = "info", title, children, action }: NoticeProps) {
  return (
    <section className={`notice notice-${kind}`} role={kind === "error" ? "alert" : undefined}>
      <h2>{title}</h2>
      {children}
      {action && <p className="notice-action">{action}</p>}
    </section>
  );
}
