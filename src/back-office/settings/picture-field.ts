import type { ShopPicture } from "../../settings/shop-with.ts";
import type { FormField, Written } from "../app/forms/form-field.ts";

/** A picture as it is typed: its JSON, and none is "". */
export function pictureIn(typed = ""): ShopPicture | undefined {
  return typed ? JSON.parse(typed) : undefined;
}

export function typedPicture({ url, alt }: ShopPicture): string {
  return JSON.stringify({ url, alt });
}

const WRITTEN: Written = {
  show: (value) => (value ? typedPicture(value as ShopPicture) : ""),
  read: pictureIn,
  change(was, is) {
    const [before, after] = [pictureIn(was), pictureIn(is)];
    if (!before || !after) return after ? `now ${after.alt}` : "taken away";
    return before.url === after.url ? `alt text ${before.alt} → ${after.alt}` : `another one, ${after.alt}`;
  },
};

/** What makes a field one for a picture. */
export const PICTURE = {
  picture: true,
  optional: true,
  written: WRITTEN,
  words: (typed) => pictureIn(typed)?.alt ?? "",
} as const satisfies Partial<FormField>;
