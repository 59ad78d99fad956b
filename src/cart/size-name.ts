import { t } from "../language/t.ts";

/** How a size reads within a sentence: "size M", and "one size" for what has no other. */
export function sizeName(size: string): string {
  const plain = size.toLowerCase();
  if (plain === "one size") return t("one size");
  return /\bsize\b/.test(plain) ? plain : t("size {size}", { size });
}
