/** The one page on which the card provider's script may run. */
const CARD_PAGE = "/flutterwave";

/** By the router's own reading of addresses: capitals and a last slash make no other page. */
export function isCardPage(pathname: string): boolean {
  return pathname.toLowerCase().replace(/\/+$/, "") === CARD_PAGE;
}
