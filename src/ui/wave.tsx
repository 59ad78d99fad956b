// heights of a spoken "sauti", in tenths
const VOICE = [2, 4, 3, 6, 9, 7, 10, 5, 8, 4, 6, 3, 5, 9, 6, 8, 4, 7, 10, 6, 3, 5, 2, 4];

/** The shop's one ornament: a sound wave leaning like the stripe along a matatu. Takes the text's colour. */
export function Wave({ bars = VOICE.length, className }: { bars?: number; className?: string }) {
  const path = Array.from({ length: bars }, (_, bar) => {
    const height = VOICE[bar % VOICE.length] ?? 5;
    return `M${bar * 10 + 4 - height * 0.2} ${10 + height}L${bar * 10 + 4 + height * 0.2} ${10 - height}`;
  }).join("");
  return (
    <svg
      className={className}
      viewBox={`0 0 ${bars * 10} 20`}
      preserveAspectRatio="none"
      fill="none"
      stroke="currentColor"
      strokeWidth="5"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
