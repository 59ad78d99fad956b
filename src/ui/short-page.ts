/** The `handle` of a page of a few lines: it stands in the middle of the screen, with a low footer below it. */
export const SHORT_PAGE = "short";
