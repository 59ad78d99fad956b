import { CopyButton } from "../../../ui/copy-button.tsx";

/** A welcome link, to send on; nobody can read it again later. */
export function WelcomeLink({ link, name }: { link: string; name: string }) {
  return (
    <div className="notice" role="status">
      <p>
        Send this link to {name}. It works once, within an hour, and is shown this once:
        <br />
        <strong className="welcome-link">{link}</strong>
      </p>
      <CopyButton text={link} label="Copy link" />
    </div>
  );
}
