import { useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import { Sheet } from "../../../ui/sheet.tsx";
import { CodeForm, SignInForm } from "../../sign-in/sign-in-form.tsx";
import { onChallenge, openChallenge } from "./call-staff.ts";

/** Asks over the page for what a call needs, so that nothing typed below it is lost. */
export function ChallengeDialog() {
  const asked = useSyncExternalStore(onChallenge, openChallenge, () => undefined);
  return asked ? <Dialog key={asked.what} what={asked.what} answer={asked.answer} /> : null;
}

type DialogProps = NonNullable<ReturnType<typeof openChallenge>>;

function Dialog({ what, answer }: DialogProps) {
  const [step, setStep] = useState(what);
  const { revalidate } = useRevalidator();
  const pass = () => {
    answer(true);
    // somebody else may have signed in, with other rights
    if (what === "sign-in") void revalidate();
  };
  return step === "sign-in" ? (
    <Sheet title="Sign in again" onClose={() => answer(false)}>
      <p className="challenge-text">You were signed out. What you typed is still here.</p>
      <SignInForm onDone={() => setStep("code")} />
    </Sheet>
  ) : (
    <Sheet title="Your code, please" onClose={() => answer(false)}>
      <p className="challenge-text">
        This needs a code of your authenticator app that is less than 30 minutes old.
      </p>
      <CodeForm onDone={pass} />
    </Sheet>
  );
}
