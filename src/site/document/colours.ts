/** `--paper` of src/ui/tokens.css, for what no style sheet reaches: the browser's own bars and the installed shop's window. */
export const PAPER = "#fbf6ec";
