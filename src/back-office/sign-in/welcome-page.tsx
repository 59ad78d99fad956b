import encodeQr from "qr";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { PASSWORD_MIN } from "../../accounts/rules.ts";
import { shop } from "../../shop.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { titled } from "../app/page.ts";
import { CodeField, SignInCall } from "./sign-in-form.tsx";

type Setup = { setupKey: string; otpauth: string };

export const meta = titled("Welcome");

/** Opened by a welcome link: a password, then the authenticator app, then the recovery codes. */
export default function WelcomePage() {
  const [query] = useSearchParams();
  const token = query.get("token") ?? "";
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<string[]>();
  return (
    <div className="page-narrow stack">
      <h1>Welcome</h1>
      {!token && (
        <Notice kind="error" title="This link is incomplete">
          <p>Open the whole link that the owner of the shop sent you, or ask for a new one.</p>
        </Notice>
      )}
      {token && !setup && <ChoosePassword token={token} onDone={setSetup} />}
      {setup && !codes && <ProveApp token={token} setup={setup} onDone={setCodes} />}
      {codes && <RecoveryCodes codes={codes} />}
    </div>
  );
}

function ChoosePassword({ token, onDone }: { token: string; onDone: (setup: Setup) => void }) {
  return (
    <section className="panel stack">
      <h2>1. Choose a password</h2>
      <SignInCall
        path="/api/staff/welcome"
        bodyOf={({ password = "" }) => ({ token, password })}
        onDone={(answer) => onDone(answer as Setup)}
      >
        {(faults) => (
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="new-password"
            hint={`At least ${PASSWORD_MIN} characters. A few words are easier to remember than signs.`}
            fault={faults.password}
          />
        )}
      </SignInCall>
    </section>
  );
}

type ProveProps = { token: string; setup: Setup; onDone: (codes: string[]) => void };

function ProveApp({ token, setup, onDone }: ProveProps) {
  const heading = useStepFocus();
  return (
    <section className="panel stack">
      <h2 ref={heading} tabIndex={-1}>
        2. Add your phone
      </h2>
      <p>
        Scan this with an authenticator app, such as Google Authenticator or Aegis. On the phone itself{" "}
        <a href={setup.otpauth}>open it in the app</a>, or type the key.
      </p>
      <QrPicture text={setup.otpauth} label="The setup key as a picture to scan" />
      <p className="setup-key">
        Setup key: <code>{setup.setupKey}</code>
      </p>
      <SignInCall
        path="/api/staff/welcome/confirm"
        bodyOf={({ code = "" }) => ({ token, code })}
        onDone={({ recoveryCodes }) => onDone(recoveryCodes as string[])}
      >
        {(faults) => <CodeField fault={faults.code} />}
      </SignInCall>
    </section>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const heading = useStepFocus();
  const text = `${shop.name} back office: recovery codes, each good once\n\n${codes.join("\n")}\n`;
  return (
    <section className="panel stack">
      <h2 ref={heading} tabIndex={-1}>
        3. Keep your recovery codes
      </h2>
      <p>
        Each signs you in once when your phone is not at hand. They are shown this once: keep them away from
        your phone.
      </p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="row no-print">
        <a
          className="button button-quiet"
          download={`${shop.name.toLowerCase()}-recovery-codes.txt`}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          Download
        </a>
        <button type="button" className="button button-quiet" onClick={() => window.print()}>
          Print
        </button>
        <CopyButton text={text} label="Copy the codes" />
      </div>
      <a className="button button-primary button-wide no-print" href="/staff">
        I have kept them
      </a>
    </section>
  );
}

/** Moves the keyboard to a step that has just come. */
function useStepFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}

/** A text as a QR code, dark on white with its quiet edge. */
function QrPicture({ text, label }: { text: string; label: string }) {
  const rows = encodeQr(text, "raw", { border: 4 });
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <svg className="qr" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
