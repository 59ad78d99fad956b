// heights of a spoken "sauti", in tenths
const VOICE = [2, 4, 3, 6, 9, 7, 10, 5, 8, 4, 6, 3, 5, 9, 6, 8, 4, 7, 10, 6, 3, 5, 2, 4];

/** The shop's one ornament: a sound wave leaning like the stripe along a matatu. Takes the text's colour. */
export function Wave({ bars = VOICE.length, className }: { bars?: number; className?: string }) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${bars * 10} 20`}
      preserveAspectRatio="none"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d={draw(bars)} />
    </svg>
  );
}

function draw(bars: number): string {
  return Array.from({ length: bars }, (_, bar) => {
    const height = VOICE[bar % VOICE.length] ?? 5;
    const lean = Math.round(height * 4) / 10;
    return `M${bar * 10 + 2 - lean / 2} ${10 + height}l${lean} ${-2 * height}h5l${-lean} ${2 * height}z`;
  }).join("");
}
