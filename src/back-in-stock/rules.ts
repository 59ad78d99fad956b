/** Sizes that one e-mail can wait for. */
export const WAITING_MAX = 20;

export const BACK_TEXTS = {
  noted: "Thank you. We'll email you once, when it's back.",
  notedOpening: "Thank you. We'll email you once, when it's on sale.",
  openAlready: "It's on sale: you can order it now.",
  thereAlready: "This size is back: you can order it now.",
  waitsForMany: `This email is already on the list for ${WAITING_MAX} sizes. Please try again when one of them is back.`,
} as const;
