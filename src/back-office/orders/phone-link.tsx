import { friendlyPhone } from "../../phone-rules.ts";
import { telLink } from "../../ui/tel-link.ts";

/** A shopper's phone as people read it, to be called by a tap. */
export function PhoneLink({ phone }: { phone: string }) {
  const shown = friendlyPhone(phone);
  return <a href={telLink(shown)}>{shown}</a>;
}
