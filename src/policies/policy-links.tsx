import { tMessage } from "../language/t.ts";
import { Link } from "../ui/link.tsx";
import { type PolicyLink, policyPath } from "./rules.ts";

type Props = {
  policies: readonly PolicyLink[];
  /** In a new tab, so that a form here stays as it is. */
  apart?: boolean;
};

/** The pages of policies, a list item each. */
export function PolicyLinks({ policies, apart }: Props) {
  return policies.map(({ slug, title }) => (
    <li key={slug}>
      <Link to={policyPath(slug)} target={apart ? "_blank" : undefined}>
        {tMessage(title)}
      </Link>
    </li>
  ));
}
