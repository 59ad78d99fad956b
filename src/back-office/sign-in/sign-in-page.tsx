import { useNavigate, useSearchParams } from "react-router";
import { titled } from "../app/page.ts";
import { SignInForm } from "./sign-in-form.tsx";

export const meta = titled("Sign in");

/** The first of two steps. */
export default function SignInPage() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return (
    <div className="page-narrow">
      <h1>Sign in</h1>
      <div className="panel">
        <SignInForm onDone={() => navigate({ pathname: "/second-factor", search: `${query}` })} />
      </div>
      <p className="page-foot">
        No account yet, or your phone is lost? Ask the owner of the shop for a welcome link.
      </p>
    </div>
  );
}
