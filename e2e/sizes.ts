/** For a journey whose screens look the same at both sizes, or are seen at both elsewhere: it runs on the phone alone. */
export const ONCE = { tag: "@once" };
