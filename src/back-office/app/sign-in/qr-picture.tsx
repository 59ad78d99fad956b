import encodeQr from "qr";

/** A text as a QR code, dark on white with its quiet edge. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const rows = encodeQr(text, "raw", { border: 4 });
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <svg className="qr" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
