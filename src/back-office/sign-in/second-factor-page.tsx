import { Link, useSearchParams } from "react-router";
import { nextPath, titled } from "../app/page.ts";
import { CodeForm } from "./sign-in-form.tsx";

export const meta = titled("Second factor");

/** The second step: after it everything else opens. */
export default function SecondFactorPage() {
  const [query] = useSearchParams();
  // as a document: the frame is another one from here on
  const goOn = () => window.location.assign(`/staff${nextPath(query)}`.replace(/\/$/, ""));
  return (
    <div className="page-narrow">
      <h1>Second factor</h1>
      <div className="panel">
        <CodeForm onDone={goOn} />
      </div>
      <p className="page-foot">
        <Link to="/sign-in">Start again with email and password</Link>
      </p>
    </div>
  );
}
