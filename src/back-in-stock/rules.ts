/** Sizes that one e-mail can wait for. */
export const WAITING_MAX = 20;

export const BACK_TEXTS = {
  noted: "Thank you. We'll email you once, when it is back.",
  thereAlready: "This size is in stock again: you can order it now.",
  waitsForMany: `This email waits for ${WAITING_MAX} sizes already. Please try again when one of them is back.`,
} as const;
