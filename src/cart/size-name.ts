/** How a size reads within a sentence: "size M", and "one size" for what has no other. */
export function sizeName(size: string): string {
  return /\bsize\b/i.test(size) ? size.toLowerCase() : `size ${size}`;
}
