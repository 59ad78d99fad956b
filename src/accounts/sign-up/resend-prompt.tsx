import { t } from "../../language/t.ts";
import { call } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";
import type { resendVerification } from "../contract.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";

type ResendPromptProps = {
  /** What is in the form's e-mail field now. */
  readEmail: () => string;
  onMissing: () => void;
};

/** Shown after sign-up and after a login that needs verification (specification §4). */
export function ResendPrompt({ readEmail, onMissing }: ResendPromptProps) {
  const [busy, run] = useBusy();
  const resend = async () => {
    const email = readEmail().trim();
    if (!email) return onMissing();
    try {
      const { message } = await call<typeof resendVerification>("/api/user/resend-verification", { email });
      toast("success", message);
    } catch {
      toast("error", ACCOUNT_TEXTS.resendFailed);
    }
  };
  return (
    <Notice
      title={t("Verify your email")}
      action={
        <button type="button" className="button" aria-disabled={busy} onClick={() => run(resend)}>
          {busy ? t("Sending…") : t("Resend verification email")}
        </button>
      }
    >
      <p>
        {t(
          "We've sent you a link. Open it on this device, then log in. Can't find it? Check your spam folder, or ask for another in a minute.",
        )}
      </p>
    </Notice>
  );
}
