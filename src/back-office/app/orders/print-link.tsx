type Props = { what: "slips" | "receipts"; ids: string[]; children: string };

/** Opens a document with a page for each order. */
export function PrintLink({ what, ids, children }: Props) {
  return (
    <a
      className="button"
      href={`/api/staff/orders/${what}?ids=${ids.join(",")}`}
      target="_blank"
      rel="noreferrer"
    >
      {children}
    </a>
  );
}
