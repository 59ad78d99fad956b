import { t } from "../../language/t.ts";
import { PolicyLinks } from "../../policies/policy-links.tsx";
import { useSettings } from "../use-settings.ts";

/** What the shop promises, read beside the form: nothing typed in it is left. */
export function PoliciesApart() {
  const policies = useSettings()?.policies ?? [];
  if (policies.length === 0) return null;
  return (
    <nav aria-labelledby="policies-apart">
      <p className="field-hint" id="policies-apart">
        {t("Good to know (in a new tab):")}
      </p>
      <ul className="row plain-list">
        <PolicyLinks policies={policies} apart />
      </ul>
    </nav>
  );
}
