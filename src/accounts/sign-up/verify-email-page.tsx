import { t, tMessage } from "../../language/t.ts";
import "../accounts.css";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { readCart } from "../../cart/cart-store.ts";
import { NeedsScript } from "../../cart/needs-script.tsx";
import { linesOf } from "../../cart/rules.ts";
import { privateMeta } from "../../site/document/page-meta.ts";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SHORT_PAGE } from "../../ui/short-page.ts";
import { Bar, BarLine, Skeleton } from "../../ui/skeleton.tsx";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { LinkQuestion } from "./link-question.tsx";
import { type Outcome, openLink, reopenLink, verify } from "./open-link.ts";
import { forgetOrigin, readOrigin } from "./sign-up-origin.ts";

/** Milliseconds from success to the home page (specification §9). */
const REDIRECT_AFTER = 2000;

export const handle = SHORT_PAGE;

export function meta() {
  return privateMeta(t("Verify your email"), { name: "referrer", content: "no-referrer" });
}

/**
 * Verifying, success (home after 2 s, or back to the checkout where the sign-up began), error (specification §4). In a browser
 * that did not sign up, or where another account is signed in, it first shows the link's e-mail and asks for its password.
 */
export default function VerifyEmailPage() {
  const [search] = useSearchParams();
  const [link] = useState(search.get("token") ?? "");
  const [outcome, setOutcome] = useState<Outcome>();
  // read before the link is used, which may end a guest's session and delete this
  const [from] = useState(readOrigin);

  useEffect(() => {
    // the secret leaves the address bar, the history and what a referrer could show
    if (link) window.history.replaceState(window.history.state, "", window.location.pathname);
    let current = true;
    void openLink(link, signIn).then((found) => current && setOutcome(found));
    return () => {
      current = false;
    };
  }, [link]);

  const retry = () => {
    setOutcome(undefined);
    void reopenLink(link, signIn).then(setOutcome);
  };

  return (
    <div className="page-narrow stack" aria-live="polite">
      <h1>{t("Email verification")}</h1>
      <NeedsScript />
      {!outcome && <Verifying />}
      {outcome?.is === "asking" && (
        <LinkQuestion
          {...outcome}
          onAnswer={async (typed) => setOutcome(await verify(link, signIn, typed))}
        />
      )}
      {outcome?.is === "verified" && <Verified {...outcome} from={from} />}
      {outcome?.is === "failed" && <Failed onRetry={outcome.retry ? retry : undefined} />}
    </div>
  );
}

function Verifying() {
  return (
    <>
      <p>{t("Verifying your email…")}</p>
      <Skeleton label={t("Verifying your email")}>
        <div className="notice">
          <h2>
            <Bar width={9} />
          </h2>
          <BarLine width={12} />
        </div>
      </Skeleton>
    </>
  );
}

type VerifiedProps = { text: string; signedIn: boolean; from: string | undefined };

function Verified({ text, signedIn, from }: VerifiedProps) {
  const navigate = useNavigate();
  const [onward] = useState(() => wayOn(from));
  const to = signedIn ? onward : "/login";
  const state = signedIn ? null : { said: text };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the page has said so
  useEffect(() => {
    if (signedIn) forgetOrigin();
    const timer = setTimeout(() => navigate(to, { replace: true, state }), REDIRECT_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Notice
      kind="success"
      title={tMessage(text)}
      action={
        <Link className="button button-primary" to={to} state={state}>
          {signedIn ? (onward === "/" ? t("Go to the shop") : t("Go on")) : t("Go to Login")}
        </Link>
      }
    >
      <p>{t(signedIn ? (onward === "/" ? ON.shop : ON.back) : ON.login)}</p>
    </Notice>
  );
}

const ON = {
  shop: "Taking you to the shop…",
  back: "Taking you back to where you were…",
  login: "Taking you to the login page…",
} as const;

/** Back to where the sign-up began, such as the checkout while there is something to order; else the home page. */
function wayOn(from = "/"): string {
  return from === "/place-order" && linesOf(readCart()).length === 0 ? "/" : from;
}

function Failed({ onRetry }: { onRetry: (() => void) | undefined }) {
  return (
    <Notice
      kind="error"
      title={t("We couldn't verify your email")}
      action={
        <>
          {onRetry && (
            <button type="button" className="button" onClick={onRetry}>
              {t("Try again")}
            </button>
          )}
          <Link className="button" to="/login">
            {t("Go to Login")}
          </Link>
        </>
      }
    >
      <p>{t(ACCOUNT_TEXTS.linkExpired)}</p>
      <p>
        {onRetry
          ? t("Or we couldn't reach the shop just now. Try once more.")
          : t("Log in with your email and password to ask for a new link.")}
      </p>
    </Notice>
  );
}
