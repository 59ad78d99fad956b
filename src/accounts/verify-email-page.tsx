import "./accounts.css";
import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { signIn } from "../cart/cart-store.ts";
import { NeedsScript } from "../cart/needs-script.tsx";
import { CallError, call } from "../platform/call.ts";
import { token } from "../platform/kept.ts";
import { privateMeta } from "../site/page-meta.ts";
import { Notice } from "../ui/notice.tsx";
import { Bar, Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";
import type { verifyEmail } from "./contract.ts";
import { TEXTS } from "./rules.ts";

/** Milliseconds from success to the home page (specification §9). */
const REDIRECT_AFTER = 2000;

export function meta() {
  return privateMeta("Verify your email", { name: "referrer", content: "no-referrer" });
}

type Outcome = { done: true; text: string } | { done: false; retry: boolean };

/** Verifying, success (home after 2 s), error (specification §4). */
export default function VerifyEmailPage() {
  const [search] = useSearchParams();
  const [link] = useState(search.get("token") ?? "");
  const [outcome, setOutcome] = useState<Outcome>();
  const navigate = useNavigate();

  useEffect(() => {
    // the secret leaves the address bar, the history and what a referrer could show
    if (link) window.history.replaceState(window.history.state, "", window.location.pathname);
    let current = true;
    void verifyOnce(link).then((found) => current && setOutcome(found));
    return () => {
      current = false;
    };
  }, [link]);

  useEffect(() => {
    if (!outcome?.done) return;
    const timer = setTimeout(() => navigate("/", { replace: true }), REDIRECT_AFTER);
    return () => clearTimeout(timer);
  }, [outcome, navigate]);

  const retry = () => {
    asked.delete(link);
    setOutcome(undefined);
    void verifyOnce(link).then(setOutcome);
  };

  return (
    <div className="page-narrow stack" aria-live="polite">
      <h1>Email verification</h1>
      <NeedsScript />
      {!outcome && (
        <>
          <p>Verifying your email…</p>
          <Skeleton label="Verifying your email">
            <div className="notice">
              <h2>
                <Bar width={9} />
              </h2>
              <p>
                <Bar width={12} />
              </p>
            </div>
          </Skeleton>
        </>
      )}
      {outcome?.done && (
        <Notice
          title="Email verified"
          action={
            <Link className="button button-primary" to="/">
              Go to the shop
            </Link>
          }
        >
          <p>{outcome.text}</p>
          <p>Taking you to the shop…</p>
        </Notice>
      )}
      {outcome?.done === false && <Failed onRetry={outcome.retry ? retry : undefined} />}
    </div>
  );
}

function Failed({ onRetry }: { onRetry: (() => void) | undefined }) {
  return (
    <Notice
      kind="error"
      title="Verification failed"
      action={
        <>
          {onRetry && (
            <button type="button" className="button" onClick={onRetry}>
              Try again
            </button>
          )}
          <Link className="button" to="/login">
            Go to Login
          </Link>
        </>
      }
    >
      <p>{TEXTS.linkExpired}</p>
      <p>
        {onRetry
          ? "Or we could not reach the shop just now: try once more."
          : "Log in with your email and password, and you can ask for a new link."}
      </p>
    </Notice>
  );
}

/** Links sent in this page's life: effects may run twice, the link is good only once. */
const asked = new Map<string, Promise<Outcome>>();

function verifyOnce(link: string): Promise<Outcome> {
  const outcome = asked.get(link) ?? verify(link);
  if (link) asked.set(link, outcome);
  return outcome;
}

async function verify(link: string): Promise<Outcome> {
  if (!link) {
    toast("error", TEXTS.linkMissing);
    return { done: false, retry: false };
  }
  try {
    const answer = await call<typeof verifyEmail>("/api/user/verify-email", { token: link });
    signInUnlessSomebodyIs(answer.token);
    toast("success", answer.message);
    return { done: true, text: answer.message };
  } catch (error) {
    const answered = error instanceof CallError && error.status > 0;
    toast("error", answered ? error.message : TEXTS.verificationFailed);
    return { done: false, retry: !answered || error.status >= 429 };
  }
}

/** Never swaps the account of somebody who is signed in here already (trust A14). */
function signInUnlessSomebodyIs(fresh: string | undefined): void {
  if (fresh && !token.read()) signIn(fresh);
}
