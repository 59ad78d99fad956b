import { DeedFailure, type Failed } from "../calls/deed-failure.tsx";

/** What is asked once more before something is saved, with the button that says yes; or why it was not saved. */
export function SaveQuestion({ failure, busy, onYes }: Failed & { busy: boolean; onYes: () => void }) {
  const { confirm } = failure?.answer ?? {};
  if (!failure || typeof confirm !== "object") return <DeedFailure failure={failure} />;
  return (
    <div className="deed-failure" role="alert">
      <p>Not saved yet. {failure.message}</p>
      <button type="button" className="button" aria-disabled={busy} onClick={onYes}>
        Yes, save
      </button>
    </div>
  );
}
