import { persisted } from "../../platform/browser/persisted.ts";

/** The e-mail last signed up in this browser, in small letters, until it is verified: its link needs no question. */
export const signedUpHere = persisted("signed-up");
